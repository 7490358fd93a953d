import { Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { CURRENCIES } from '../../catalogue/codes.ts';
import { isMoney } from '../../catalogue/column.ts';
import type { NumericFilter } from '../../engine/steps/filter.ts';
import { isUpperBound, NUMERIC_OPERATORS, type NumericOperator, OPERATOR_VALUES } from '../../engine/steps/operators.ts';
import type { Step } from '../../engine/steps/registry.ts';
import type { ColumnRange } from '../../engine/worker/protocol.ts';
import { useT } from '../../shell/i18n.ts';
import { lazyPart } from '../../shell/lazyPart.tsx';
import { Choice } from '../controls/Choice.tsx';
import { commonCurrency } from '../rows/money.ts';
import { useAnswer } from '../state/answers.ts';
import { columnOf, state } from '../state/store.ts';
import { counted } from '../state/words.ts';
import { EntryField } from './EntryField.tsx';
import { entryWords } from './entry.ts';
import { outward } from './outward.ts';

const BoundsSlider = lazyPart(async () => (await import('./BoundsSlider.tsx')).BoundsSlider);

const DOLLAR = 'USD';

interface NumberFormProps {
  readonly step: NumericFilter;
  readonly onChange: (step: Step) => void;
}

/** Numeric bounds: operator, exact entry and a range slider. */
export function NumberForm({ step, onChange }: NumberFormProps) {
  const t = useT();
  const range = useRange(step.columnId);
  const column = columnOf(step.columnId);
  if (!column) return null;
  const { display } = column;
  const [low = Number.NaN, high = Number.NaN] = step.operatorValues;
  const isPair = OPERATOR_VALUES[step.operator] === 'two';
  const currency = step.currency ?? DOLLAR;
  // The range of amounts is in this one.
  const common = commonCurrency(state.frame);
  const isInRange = !isMoney(column) || currency === common;
  const bound = (index: number, value: number): void =>
    onChange({ ...step, operatorValues: isPair ? [low, high].with(index, value) : [value] });
  return (
    <>
      <div className="bounds">
        <Choice
          label={t('form.operator')}
          value={step.operator}
          options={NUMERIC_OPERATORS.map((operator) => [operator, t(`operator.${operator}`)] as const)}
          onChange={(operator) => onChange(withOperator(step, operator, isInRange ? range : null))}
        />
        <EntryField
          label={t(isPair ? 'form.low' : 'form.value')}
          value={low}
          display={display}
          onChange={(value) => bound(0, value)}
        />
        {isPair && <EntryField label={t('form.high')} value={high} display={display} onChange={(value) => bound(1, value)} />}
        {isMoney(column) && (
          <Choice
            className="field field-currency"
            label={t('form.currency')}
            value={currency}
            options={CURRENCIES.map((code) => [code, code] as const)}
            onChange={(code) => onChange(withCurrency(step, code))}
          />
        )}
      </div>
      {range && isInRange && (
        <Suspense>
          <BoundsSlider step={step} column={column} range={range} onChange={onChange} />
        </Suspense>
      )}
      {range && (
        <p className="form-note">
          {Number.isNaN(range.min)
            ? t('form.noRange')
            : t(isMoney(column) ? 'form.rangeAmounts' : 'form.range', {
                min: entryWords(leastOf(range), display),
                max: entryWords(mostOf(range), display),
                currency: common,
              })}
          {range.missing > 0 && <span>{counted('form.missing', range.missing)}</span>}
        </p>
      )}
    </>
  );
}

/** Range of the column, refreshed as countries load. */
function useRange(columnId: string): ColumnRange | null {
  const version = useSnapshot(state).frame?.version;
  return useAnswer('range', () => ({ id: columnId }), [columnId, version]).answer?.range ?? null;
}

const ROUNDED_DIGITS = 4;
/** Rounded, without excluding a row. */
const leastOf = ({ min }: ColumnRange): number => outward(min, false, ROUNDED_DIGITS);
const mostOf = ({ max }: ColumnRange): number => outward(max, true, ROUNDED_DIGITS);

/**
 * Changes the operator and keeps typed bounds; a second bound starts at the end of the range.
 * @param range in the currency of the bounds; null if unknown
 */
export function withOperator(step: NumericFilter, operator: NumericOperator, range: ColumnRange | null): NumericFilter {
  const [first = Number.NaN, second = Number.NaN] = step.operatorValues;
  const hadPair = OPERATOR_VALUES[step.operator] === 'two';
  if (OPERATOR_VALUES[operator] === 'two') {
    const [min, max] = range ? [leastOf(range), mostOf(range)] : [Number.NaN, Number.NaN];
    if (hadPair) return { ...step, operator };
    return { ...step, operator, operatorValues: isUpperBound(step.operator) ? [min, first] : [first, max] };
  }
  return { ...step, operator, operatorValues: [hadPair && isUpperBound(operator) ? second : first] };
}

function withCurrency(step: NumericFilter, currency: string): NumericFilter {
  const { currency: _, ...rest } = step;
  return currency === DOLLAR ? rest : { ...rest, currency };
}
