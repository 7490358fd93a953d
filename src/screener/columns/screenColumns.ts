/** The columns that the steps name: they stand first in the grid, as a group of their own. */
import { stepColumns } from '../../engine/steps/language.ts';
import { presentGesture } from '../history/gesture.ts';
import { asRef, columnOf, type StepEntry, state, type View } from '../state/store.ts';

function namedIds(entries: readonly StepEntry[]): readonly string[] {
  return entries.flatMap(({ on, step }) => {
    if (!on) return [];
    return step.operatorType === 'let' ? [step.columnId] : stepColumns(step);
  });
}

/** Takes the columns of the steps as they are. While a gesture on a header goes on, no column moves away from under the pointer. */
export function takeScreenColumns(): void {
  if (presentGesture() !== null) return;
  const ids = [...new Set(namedIds(state.steps))].filter(Boolean);
  if (ids.join('\n') !== state.screenIds.join('\n')) state.screenIds = asRef(ids);
}

/** The columns of the group Screen, in the order of the steps; none when the user has chosen columns and their order. */
export function screenIds(view: View = state.view): readonly string[] {
  return view.columns === null ? state.screenIds.filter((id) => columnOf(id)) : [];
}
