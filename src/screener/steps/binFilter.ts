/** Filters from histogram bins: the same step as with typed bounds. */

import { isNumericFilter, type NumericFilter, numericFilter } from '../../engine/steps/filter.ts';
import type { ColumnDistribution } from '../../engine/worker/protocol.ts';
import { inCommonCurrency } from '../rows/money.ts';
import { type StepEntry, state } from '../state/store.ts';
import { addStep, openAfterGesture, removeStep, replaceStep } from './edit.ts';

/** The filter for a range of bins; null for all bins. */
export function binStep(columnId: string, universe: ColumnDistribution['universe'], a: number, b: number): NumericFilter | null {
  const low = universe.lows[Math.min(a, b)] ?? Number.NEGATIVE_INFINITY;
  const last = Math.max(a, b);
  const high = universe.highs[last] ?? Number.POSITIVE_INFINITY;
  // For range bins, the next lower bound reads better than the largest number below it.
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

/** The filter that a drag edits: the column's last enabled single-range filter. */
function editable(entries: readonly StepEntry[], columnId: string): StepEntry | undefined {
  return entries.findLast(
    ({ on, step }) => on && isNumericFilter(step) && step.columnId === columnId && step.operator !== 'NotBetween',
  );
}

/** Creates or edits the column's filter for these bins; all bins remove it. */
export function filterByBins(columnId: string, universe: ColumnDistribution['universe'], a: number, b: number): void {
  const bounds = binStep(columnId, universe, a, b);
  const step = bounds && inCommonCurrency(bounds);
  const own = editable(state.steps, columnId);
  if (step && own) replaceStep(own.key, step);
  else if (step) addStep(step, undefined, openAfterGesture);
  else if (own) removeStep(own.key);
}
