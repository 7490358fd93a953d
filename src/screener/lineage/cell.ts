/** Which number's lineage is shown. */
import { asRef, state } from '../state/store.ts';

/** Shows the lineage of a column in a row of the painted frame. */
export function showLineage(columnId: string, row: number): void {
  if (!state.frame) return;
  state.lineageCell = asRef({ version: state.frame.version, row, columnId });
  state.sheet = 'lineage';
}
