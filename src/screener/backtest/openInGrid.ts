/** Shows a period's rows in the grid: the same steps as of its snapshot. */
import { asOfStep, isAsOf } from '../../engine/steps/asOf.ts';
import { printDate } from '../../engine/steps/hold.ts';
import { state } from '../state/store.ts';
import { newEntry, setEntries } from '../steps/edit.ts';
import { openView } from '../views/open.ts';

/** @param snapshot day since 1970-01-01 */
export function openInGrid(snapshot: number): void {
  const step = asOfStep({ date: printDate(snapshot) });
  const known = state.steps.find((entry) => isAsOf(entry.step));
  const others = state.steps.filter((entry) => !isAsOf(entry.step));
  setEntries([known ? { ...known, on: true, step } : newEntry(step), ...others]);
  openView('table');
}
