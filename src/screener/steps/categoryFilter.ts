/** The filter that keeps some categories of a column: the same step as when they are checked in its form. */
import { type CategoricalFilter, categoricalFilter } from '../../engine/steps/filter.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { type StepEntry, state } from '../state/store.ts';
import { isCategorical, isNegative, withValues } from './categorical.ts';
import { addStep, removeStep, replaceStep } from './edit.ts';

const isOf = (step: Step, columnId: string): step is CategoricalFilter =>
  step.operatorType === 'filter' && step.columnId === columnId && isCategorical(step) && !isNegative(step.operator);

/** The filter of a column that a press on its header edits: the last one that is on and keeps categories. */
function editable(entries: readonly StepEntry[], columnId: string): { key: number; step: CategoricalFilter } | null {
  for (const { key, on, step } of entries.toReversed()) if (on && isOf(step, columnId)) return { key, step };
  return null;
}

/** The categories that the column's filter keeps; null without one. */
export function keptCategories(entries: readonly StepEntry[], columnId: string): readonly string[] | null {
  return editable(entries, columnId)?.step.operatorValues ?? null;
}

/** Makes the filter of these categories, or edits the one that the column has; none are no filter. */
export function filterByCategories(columnId: string, labels: readonly string[]): void {
  const own = editable(state.steps, columnId);
  if (labels.length === 0) {
    if (own) removeStep(own.key);
    return;
  }
  const blank = own?.step ?? categoricalFilter({ columnId, operator: 'Equals', operatorValues: [] });
  const step = withValues(blank, labels, false);
  if (own) replaceStep(own.key, step);
  else addStep(step);
}
