import { jumpTo } from '../state/jump.ts';
import { columnOf, state } from '../state/store.ts';
import { foldGroup } from './groups.ts';
import { showColumns, visibleIds } from './view.ts';

/** Shows a column if needed and moves the cursor there. */
export function goToColumn(columnId: string): void {
  const group = columnOf(columnId)?.group;
  if (!visibleIds().includes(columnId) && group && state.view.folded.includes(group)) foldGroup(group, false);
  if (!visibleIds().includes(columnId)) showColumns([columnId], true);
  // After whatever moves the focus now.
  setTimeout(() => jumpTo({ columnId }));
}
