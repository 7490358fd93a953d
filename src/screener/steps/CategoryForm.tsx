import { useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { CategoricalFilter, FilterStep } from '../../engine/steps/filter.ts';
import type { Step } from '../../engine/steps/registry.ts';
import type { Asked, CategoryCount } from '../../engine/worker/protocol.ts';
import { useT } from '../../shell/i18n.ts';
import { SearchBox } from '../columns/sortedTable.tsx';
import { QuietButton } from '../controls/buttons.tsx';
import { Select } from '../controls/Select.tsx';
import { useAnswer } from '../state/answers.ts';
import { columnOf, state } from '../state/store.ts';
import { categoryText, columnLabel, counted, wholeText } from '../state/words.ts';
import { isCategorical, isNegative, withValues } from './categorical.ts';
import { appliedEntries } from './standing.ts';

/** Maximum of listed values; search reaches the others. */
const LISTED_MAX = 200;

interface CategoryFormProps {
  /** NaN for a condition outside the steps. */
  readonly stepKey: number;
  readonly step: FilterStep;
  readonly onChange: (step: Step) => void;
}

/** Categories of a text column with row counts, to include or exclude. */
export function CategoryForm({ stepKey, step, onChange }: CategoryFormProps) {
  if (step.columnId === null || !isCategorical(step)) return null;
  return <Categories stepKey={stepKey} step={step} onChange={onChange} />;
}

interface CategoriesProps {
  readonly stepKey: number;
  readonly step: CategoricalFilter;
  readonly onChange: (step: Step) => void;
}

function Categories({ stepKey, step, onChange }: CategoriesProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const categories = useCategories(step.columnId, stepKey);
  const negative = isNegative(step.operator);
  const checked = useMemo(() => new Set(step.operatorValues), [step.operatorValues]);
  const found = useMemo(() => matching(categories ?? [], step.columnId, search), [categories, step.columnId, search]);
  const change = (values: readonly string[]): void => onChange(withValues(step, values, negative));
  const foundLabels = found.map(({ label }) => label);
  return (
    <div className="categories stack">
      <div className="bounds">
        <div className="field">
          <Select
            aria-label={t('form.operator')}
            value={negative ? 'NotIn' : 'In'}
            options={(['In', 'NotIn'] as const).map((operator) => [operator, t(`operator.${operator}`)] as const)}
            onChange={(operator) => onChange(withValues(step, step.operatorValues, operator === 'NotIn'))}
          />
        </div>
        <QuietButton onClick={() => change([...new Set([...step.operatorValues, ...foundLabels])])}>{t('form.all')}</QuietButton>
        <QuietButton onClick={() => change(step.operatorValues.filter((value) => !foundLabels.includes(value)))}>
          {t('form.none')}
        </QuietButton>
      </div>
      <SearchBox value={search} label={t('form.search')} onSearch={setSearch} />
      <ul className="category-list" aria-label={t('form.values', { column: columnLabel(step.columnId) })}>
        {categories === null && <li className="form-note">{t('form.counting')}</li>}
        {found.slice(0, LISTED_MAX).map(({ label, rowCount }) => (
          <li key={label}>
            <label className="check">
              <input
                type="checkbox"
                checked={checked.has(label)}
                onChange={(event) =>
                  change(
                    event.target.checked
                      ? [...step.operatorValues, label]
                      : step.operatorValues.filter((value) => value !== label),
                  )
                }
              />
              <span className="cut grow">{categoryText(step.columnId, label)}</span>
              <span className="quiet">{wholeText(rowCount)}</span>
            </label>
          </li>
        ))}
        {found.length > LISTED_MAX && <li className="form-note">{counted('form.more', found.length - LISTED_MAX)}</li>}
      </ul>
    </div>
  );
}

function matching(categories: readonly CategoryCount[], columnId: string, search: string): readonly CategoryCount[] {
  const needle = search.trim().toLowerCase();
  if (needle === '') return categories;
  return categories.filter(
    ({ label }) => label.toLowerCase().includes(needle) || categoryText(columnId, label).toLowerCase().includes(needle),
  );
}

/** Categories with counts among the step's input rows; null until known. */
function useCategories(columnId: string, stepKey: number): readonly CategoryCount[] | null {
  const { frame, steps } = useSnapshot(state);
  const question = (): Asked<'categories'> => {
    const place = steps.findIndex((entry) => entry.key === stepKey);
    // Conditions outside the steps apply to the present rows.
    const before = place < 0 ? steps : steps.slice(0, place);
    return { id: columnId, stepCount: appliedEntries(before, columnOf).length };
  };
  const { answer, fault } = useAnswer('categories', question, [columnId, stepKey, frame]);
  return fault === null ? (answer?.categories ?? null) : [];
}
