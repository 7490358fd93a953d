/** Which number's lineage is shown, in the inspector. */
import { setDetail } from '../rows/chosen.ts';
import { asRef, showTab, state } from '../state/store.ts';

/** Shows the lineage of a column in a row of the painted frame; once more closes it. */
export function toggleLineage(columnId: string, row: number): void {
  const { lineageCell, frame } = state;
  if (!frame) return;
  const isSame = lineageCell?.columnId === columnId && lineageCell.row === row && lineageCell.version === frame.version;
  if (isSame && state.tab === 'row' && state.panels.columns) {
    closeLineage();
    return;
  }
  state.lineageCell = asRef({ version: frame.version, row, columnId });
  setDetail(row);
  showTab('row');
}

export function closeLineage(): void {
  state.lineageCell = null;
}
