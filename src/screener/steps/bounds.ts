/** The two ends of a slider as a filter, and back: an end that stands at the end of the range is no bound. */
import type { Range } from '../../catalogue/range.ts';
import type { NumericFilter } from '../../engine/steps/filter.ts';

function clamped(value: number, { min, max }: Range, otherwise: number): number {
  return Number.isNaN(value) ? otherwise : Math.min(Math.max(value, min), max);
}

/** Where the ends of the slider stand for this filter. */
export function boundsOf(step: NumericFilter, range: Range): readonly [low: number, high: number] {
  const [first = Number.NaN, second = Number.NaN] = step.operatorValues;
  if (step.operator === 'LessThanOrEquals') return [range.min, clamped(first, range, range.max)];
  const low = clamped(first, range, range.min);
  if (step.operator === 'GreaterThanOrEquals') return [low, range.max];
  return [low, Math.max(low, clamped(second, range, range.max))];
}

/** A number as short as the step of the slider allows. */
function tidy(value: number, { step }: Range): number {
  if (!(step > 0)) return value;
  const digits = Math.floor(Math.log10(step));
  const rounded = digits >= 0 ? Math.round(value / 10 ** digits) * 10 ** digits : Number(value.toFixed(Math.min(-digits, 20)));
  return rounded || 0;
}

/** The filter after its ends were moved. An end that was not moved keeps its exact number. */
export function withBounds(step: NumericFilter, low: number, high: number, range: Range): NumericFilter {
  const [lowBefore, highBefore] = boundsOf(step, range);
  const [first = Number.NaN, second = Number.NaN] = step.operatorValues;
  const exactLow = step.operator === 'LessThanOrEquals' ? range.min : first;
  const exactHigh = step.operator === 'LessThanOrEquals' ? first : second;
  const from = low === lowBefore && !Number.isNaN(exactLow) ? exactLow : tidy(low, range);
  const to = high === highBefore && !Number.isNaN(exactHigh) ? exactHigh : tidy(high, range);
  if (step.operator === 'NotBetween') return { ...step, operatorValues: [from, to] };
  const isLow = low > range.min;
  const isHigh = high < range.max;
  if (isLow && isHigh) return { ...step, operator: 'Between', operatorValues: [from, to] };
  if (isHigh) return { ...step, operator: 'LessThanOrEquals', operatorValues: [to] };
  return { ...step, operator: 'GreaterThanOrEquals', operatorValues: [isLow ? from : Math.min(from, range.min)] };
}
