import { isText } from '../../catalogue/column.ts';
import { type SortStep, sortStep } from '../../engine/steps/sort.ts';
import { t, useT } from '../../shell/i18n.ts';
import { columnOf } from '../state/store.ts';
import { columnLabel } from '../state/words.ts';
import { ColumnPicker } from './ColumnPicker.tsx';
import { directionText } from './direction.ts';
import type { FormProps, StepPage } from './kind.ts';

const DIRECTIONS = ['Descending', 'Ascending'] as const;

function SortForm({ stepKey, step, onChange }: FormProps<SortStep>) {
  const t = useT();
  const column = columnOf(step.columnId);
  return (
    <>
      <ColumnPicker columnId={step.columnId} onPick={(columnId) => onChange({ ...step, columnId })} />
      <fieldset className="choices">
        <legend className="unseen">{t('form.direction')}</legend>
        {DIRECTIONS.map((direction) => (
          <label key={direction} className="check">
            <input
              type="radio"
              name={`direction-${stepKey}`}
              checked={step.sortOperator === direction}
              onChange={() => onChange({ ...step, sortOperator: direction })}
            />
            <span>{directionText(column, direction)}</span>
          </label>
        ))}
      </fieldset>
    </>
  );
}

export const sortPage = {
  section: 'rows',
  blanks: { addSort: sortStep({ columnId: 'marketCapitalization', sortOperator: 'Descending' }) },
  sentence({ columnId, sortOperator }, columnOf) {
    const column = columnOf(columnId);
    const words = column && isText(column) && sortOperator !== 'None' ? (`${sortOperator}Text` as const) : sortOperator;
    return t(`sentence.${words}`, { column: columnLabel(columnId) });
  },
  Form: SortForm,
} as const satisfies StepPage<SortStep>;
