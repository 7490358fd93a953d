/** Category filters from header bars: the same step as in the form. */
import { type CategoricalFilter, categoricalFilter } from '../../engine/steps/filter.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { type StepEntry, state } from '../state/store.ts';
import { isCategorical, isNegative, withValues } from './categorical.ts';
import { addStep, openAfterGesture, removeStep, replaceStep } from './edit.ts';

const isOf = (step: Step, columnId: string): step is CategoricalFilter =>
  step.operatorType === 'filter' && step.columnId === columnId && isCategorical(step) && !isNegative(step.operator);

/** The filter that a click on the header edits: the column's last enabled inclusive one. */
function editable(entries: readonly StepEntry[], columnId: string): { key: number; step: CategoricalFilter } | null {
  for (const { key, on, step } of entries.toReversed()) if (on && isOf(step, columnId)) return { key, step };
  return null;
}

/** Categories kept by the column's filter; null without one. */
export function keptCategories(entries: readonly StepEntry[], columnId: string): readonly string[] | null {
  return editable(entries, columnId)?.step.operatorValues ?? null;
}

/** Creates or edits the column's filter; no categories remove it. */
export function filterByCategories(columnId: string, labels: readonly string[]): void {
  const own = editable(state.steps, columnId);
  if (labels.length === 0) {
    if (own) removeStep(own.key);
    return;
  }
  const blank = own?.step ?? categoricalFilter({ columnId, operator: 'Equals', operatorValues: [] });
  const step = withValues(blank, labels, false);
  if (own) replaceStep(own.key, step);
  else addStep(step, undefined, openAfterGesture);
}
