import './format.css';
import { Suspense, useState } from 'react';
import { useSnapshot } from 'valtio';
import { isText } from '../../catalogue/column.ts';
import { categoricalFilter, isNumericFilter, numericFilter } from '../../engine/steps/filter.ts';
import { printStep } from '../../engine/steps/language.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { useT } from '../../shell/i18n.ts';
import { Button, QuietButton } from '../controls/buttons.tsx';
import { Check } from '../controls/Check.tsx';
import { Select } from '../controls/Select.tsx';
import { Sheet } from '../frame/Sheet.tsx';
import { inCommonCurrency } from '../rows/money.ts';
import { RULE_CHARS_MAX, RULE_COLORS, RULE_SIGNS, type Rule, ruleSettings, rulesOf } from '../rows/rules.ts';
import { cellValue } from '../rows/values.ts';
import { act } from '../state/actions.ts';
import { distributionOf } from '../state/distributions.ts';
import { columnOf, state } from '../state/store.ts';
import { columnLabel } from '../state/words.ts';
import { CategoryForm } from '../steps/CategoryForm.tsx';
import { ColumnPicker } from '../steps/ColumnPicker.tsx';
import { NumberForm } from '../steps/NumberForm.tsx';
import { sentence } from '../steps/sentence.ts';
import { changeSettings } from '../views/open.ts';

const START_DIGITS = 3;

/** Initial condition of a rule: at least the median of the present rows, or the category under the cursor. */
function startStep(columnId: string): Rule['step'] | null {
  const { frame, cursor } = state;
  const column = columnOf(columnId);
  if (!column) return null;
  if (isText(column)) {
    const value = frame && cellValue(frame, columnId, cursor?.row ?? frame.rows[0] ?? 0);
    return categoricalFilter({ columnId, operator: 'Equals', operatorValues: [String(value ?? '')] });
  }
  const median = Number((distributionOf(columnId)?.present.median ?? 0).toPrecision(START_DIGITS)) || 0;
  return inCommonCurrency(numericFilter({ columnId, operator: 'GreaterThanOrEquals', operatorValues: [median] }));
}

function isKept(rules: readonly Rule[]): boolean {
  return (ruleSettings(rules).rules ?? '').length <= RULE_CHARS_MAX;
}

function keepRules(rules: readonly Rule[]): void {
  if (isKept(rules)) changeSettings('table', { ...ruleSettings(rules) });
}

/** Table format: totals, color rules, printing. */
export function FormatSheet() {
  const t = useT();
  const { view, cursor } = useSnapshot(state);
  const rules = rulesOf(view);
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  const add = (columnId: string): void => {
    const step = startStep(columnId);
    if (!step) return;
    keepRules([...rules, { step, color: RULE_COLORS[rules.length % RULE_COLORS.length] ?? 'blue' }]);
    setOpenIndex(rules.length);
  };
  const isFull = !isKept([...rules, ...rules.slice(0, 1)]);
  return (
    <Sheet title={t('action.format')} isBeside>
      <div className="format">
        <Check isOn={view.settings['table.totals'] !== undefined} onChange={() => act('totals')}>
          {t('action.totals')}
        </Check>
        <Button onClick={() => act('print')}>{t('action.print')}</Button>
        <h3>{t('format.rules')}</h3>
        <p className="form-note">{t('format.hint')}</p>
        <ol className="format-rules">
          {rules.map((rule, index) => (
            <RuleRow
              // biome-ignore lint/suspicious/noArrayIndexKey: rules are identified by position
              key={`${index} ${rule.step.columnId}`}
              rule={rule}
              isOpen={index === openIndex}
              onOpen={(isOpen) => setOpenIndex(isOpen ? index : null)}
              onChange={(changed) => keepRules(rules.with(index, changed))}
              onDrop={() => {
                keepRules(rules.toSpliced(index, 1));
                setOpenIndex(null);
              }}
            />
          ))}
        </ol>
        {isFull ? (
          <p className="form-note">{t('format.full')}</p>
        ) : (
          <Suspense>
            {cursor && (
              <Button title={t('format.this')} onClick={() => add(cursor.columnId)}>
                {`+ ${columnLabel(cursor.columnId)}`}
              </Button>
            )}
            <ColumnPicker key={rules.length} columnId={null} label={t('format.add')} onPick={add} isQuiet />
          </Suspense>
        )}
      </div>
    </Sheet>
  );
}

interface RuleRowProps {
  readonly rule: Rule;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onChange: (rule: Rule) => void;
  readonly onDrop: () => void;
}

function RuleRow({ rule, isOpen, onOpen, onChange, onDrop }: RuleRowProps) {
  const t = useT();
  /** An incomplete bound while typing. */
  const [draft, setDraft] = useState<Rule['step'] | null>(null);
  const step = draft ?? rule.step;
  const column = columnLabel(step.columnId);
  const change = (next: Step): void => {
    if (next.operatorType !== 'filter' || next.columnId === null) return;
    setDraft(next);
    if (printStep(next) !== null) onChange({ ...rule, step: next });
  };
  return (
    <li className="format-rule" data-color={rule.color}>
      <div className="format-line line">
        <Select
          aria-label={t('format.color', { column })}
          value={rule.color}
          options={RULE_COLORS.map((color) => [color, `${RULE_SIGNS[color]} ${t(`format.${color}`)}`] as const)}
          onChange={(color) => onChange({ ...rule, color })}
        />
        <button type="button" className="step-sentence grow" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
          {sentence(rule.step, columnOf)}
        </button>
        <QuietButton aria-label={t('format.drop', { column })} onClick={onDrop}>
          {t('sets.drop')}
        </QuietButton>
      </div>
      {isOpen && (
        <div className="step-form stack">
          {isNumericFilter(step) ? (
            <NumberForm step={step} onChange={change} />
          ) : (
            <CategoryForm stepKey={Number.NaN} step={step} onChange={change} />
          )}
        </div>
      )}
    </li>
  );
}
