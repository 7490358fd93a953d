/** The filter that keeps some bins of a distribution: the same step as when its bounds are typed. */

import { isNumericFilter, type NumericFilter, numericFilter } from '../../engine/steps/filter.ts';
import type { ColumnDistribution } from '../../engine/worker/protocol.ts';
import { type StepEntry, state } from '../state/store.ts';
import { addStep, removeStep, replaceStep } from './edit.ts';

/** The step for a range of bins, or null when that is all of them. */
export function binStep(columnId: string, universe: ColumnDistribution['universe'], a: number, b: number): NumericFilter | null {
  const low = universe.lows[Math.min(a, b)] ?? Number.NEGATIVE_INFINITY;
  const last = Math.max(a, b);
  const high = universe.highs[last] ?? Number.POSITIVE_INFINITY;
  // Where bins are ranges, the next one's lower bound reads better than the largest number below it.
  const next = universe.lows[last + 1] ?? Number.POSITIVE_INFINITY;
  const isRange = universe.scale !== 'values' && Number.isFinite(next);
  if (low === Number.NEGATIVE_INFINITY && high === Number.POSITIVE_INFINITY) return null;
  if (low === Number.NEGATIVE_INFINITY) {
    return isRange
      ? numericFilter({ columnId, operator: 'LessThan', operatorValues: [next] })
      : numericFilter({ columnId, operator: 'LessThanOrEquals', operatorValues: [high] });
  }
  if (high === Number.POSITIVE_INFINITY)
    return numericFilter({ columnId, operator: 'GreaterThanOrEquals', operatorValues: [low] });
  return numericFilter({ columnId, operator: 'Between', operatorValues: [low, isRange ? next : high] });
}

/** The filter of a column that a drag edits: the last one that is on and keeps one range. */
function editable(entries: readonly StepEntry[], columnId: string): StepEntry | undefined {
  return entries.findLast(
    ({ on, step }) => on && isNumericFilter(step) && step.columnId === columnId && step.operator !== 'NotBetween',
  );
}

/** Makes the filter of these bins, or edits the one that the column has; all bins are no filter. */
export function filterByBins(columnId: string, universe: ColumnDistribution['universe'], a: number, b: number): void {
  const step = binStep(columnId, universe, a, b);
  const own = editable(state.steps, columnId);
  if (step && own) replaceStep(own.key, step);
  else if (step) addStep(step);
  else if (own) removeStep(own.key);
}
