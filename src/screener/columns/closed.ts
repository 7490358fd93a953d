import { writeSetting } from '../../shell/storage.ts';
import { state } from '../state/store.ts';

/** Closes or opens a group in the panel of the columns; the grid has folds of its own. */
export function closeGroup(group: string, closed: boolean): void {
  const others = state.closedGroups.filter((each) => each !== group);
  state.closedGroups = closed ? [...others, group] : others;
  writeSetting('closedGroups', state.closedGroups.join(',') || null);
}
