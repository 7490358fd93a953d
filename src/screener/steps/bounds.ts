/** Converts between slider ends and filters: an end at the slider's limit is no bound. */
import type { NumericFilter } from '../../engine/steps/filter.ts';
import { isUpperBound, OPERATOR_VALUES } from '../../engine/steps/operators.ts';
import type { SliderScale } from './sliderScale.ts';

/** Slider positions of a filter. */
export function boundsOf(step: NumericFilter, { axis, positionOf }: SliderScale): readonly [low: number, high: number] {
  const [first = Number.NaN, second = Number.NaN] = step.operatorValues;
  const place = (value: number, otherwise: number): number => (Number.isNaN(value) ? otherwise : positionOf(value));
  if (isUpperBound(step.operator)) return [axis.min, place(first, axis.max)];
  const low = place(first, axis.min);
  if (OPERATOR_VALUES[step.operator] === 'one') return [low, axis.max];
  return [low, Math.max(low, place(second, axis.max))];
}

/** The filter for new positions. Ends that did not move keep their exact number. */
export function withBounds(step: NumericFilter, low: number, high: number, scale: SliderScale): NumericFilter {
  const [lowBefore, highBefore] = boundsOf(step, scale);
  const [first = Number.NaN, second = Number.NaN] = step.operatorValues;
  const isUpper = isUpperBound(step.operator);
  const exactLow = isUpper ? scale.min : first;
  const exactHigh = isUpper ? first : second;
  const from = low === lowBefore && !Number.isNaN(exactLow) ? exactLow : scale.valueAt(low);
  const to = high === highBefore && !Number.isNaN(exactHigh) ? exactHigh : scale.valueAt(high);
  if (step.operator === 'NotBetween') return { ...step, operatorValues: [from, to] };
  const isLow = low > scale.axis.min;
  const isHigh = high < scale.axis.max;
  if (isLow && isHigh) return { ...step, operator: 'Between', operatorValues: [from, to] };
  // A strict bound stays strict.
  if (isHigh) return { ...step, operator: step.operator === 'LessThan' ? 'LessThan' : 'LessThanOrEquals', operatorValues: [to] };
  const operator = isLow && step.operator === 'GreaterThan' ? 'GreaterThan' : 'GreaterThanOrEquals';
  return { ...step, operator, operatorValues: [isLow ? from : Math.min(from, scale.min)] };
}
