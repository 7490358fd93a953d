/** The two ends of a slider as a filter, and back: an end that stands at the end of the range is no bound. */
import type { Range } from '../../catalogue/range.ts';
import type { NumericFilter } from '../../engine/steps/filter.ts';
import { isUpperBound, OPERATOR_VALUES } from '../../engine/steps/operators.ts';

function clamped(value: number, { min, max }: Range, otherwise: number): number {
  return Number.isNaN(value) ? otherwise : Math.min(Math.max(value, min), max);
}

/** Where the ends of the slider stand for this filter. */
export function boundsOf(step: NumericFilter, range: Range): readonly [low: number, high: number] {
  const [first = Number.NaN, second = Number.NaN] = step.operatorValues;
  if (isUpperBound(step.operator)) return [range.min, clamped(first, range, range.max)];
  const low = clamped(first, range, range.min);
  if (OPERATOR_VALUES[step.operator] === 'one') return [low, range.max];
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
  const isUpper = isUpperBound(step.operator);
  const exactLow = isUpper ? range.min : first;
  const exactHigh = isUpper ? first : second;
  const from = low === lowBefore && !Number.isNaN(exactLow) ? exactLow : tidy(low, range);
  const to = high === highBefore && !Number.isNaN(exactHigh) ? exactHigh : tidy(high, range);
  if (step.operator === 'NotBetween') return { ...step, operatorValues: [from, to] };
  const isLow = low > range.min;
  const isHigh = high < range.max;
  if (isLow && isHigh) return { ...step, operator: 'Between', operatorValues: [from, to] };
  // A bound that excludes its own value goes on doing so.
  if (isHigh) return { ...step, operator: step.operator === 'LessThan' ? 'LessThan' : 'LessThanOrEquals', operatorValues: [to] };
  const operator = isLow && step.operator === 'GreaterThan' ? 'GreaterThan' : 'GreaterThanOrEquals';
  return { ...step, operator, operatorValues: [isLow ? from : Math.min(from, range.min)] };
}
