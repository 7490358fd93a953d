/** Which lineage the inspector shows. */
import { setDetail } from '../rows/chosen.ts';
import { asRef, showTab, state } from '../state/store.ts';

/** Shows a cell's lineage, or closes it if shown. */
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
