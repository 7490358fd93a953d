/** The columns that the steps refer to: the first group in the grid. */
import { stepColumns } from '../../engine/steps/language.ts';
import { presentGesture } from '../history/gesture.ts';
import { asRef, columnOf, type StepEntry, state, type View } from '../state/store.ts';

function namedIds(entries: readonly StepEntry[]): readonly string[] {
  return entries.flatMap(({ on, step }) => {
    if (!on) return [];
    return step.operatorType === 'let' ? [step.columnId] : stepColumns(step);
  });
}

/** Updates the columns from the steps. During a gesture on a header nothing changes, so that no column moves from under the pointer. */
export function takeScreenColumns(): void {
  if (presentGesture() !== null) return;
  const ids = [...new Set(namedIds(state.steps))].filter(Boolean);
  if (ids.join('\n') !== state.screenIds.join('\n')) state.screenIds = asRef(ids);
}

/** Columns of the group Screen in step order; empty when the user has chosen the columns. */
export function screenIds(view: View = state.view): readonly string[] {
  return view.columns === null ? state.screenIds.filter((id) => columnOf(id)) : [];
}
