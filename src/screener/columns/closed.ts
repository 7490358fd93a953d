import { writeSetting } from '../../shell/storage.ts';
import { state } from '../state/store.ts';

/** Collapses or expands a group in the column panel, independently of the grid's folds. */
export function closeGroup(group: string, closed: boolean): void {
  const others = state.closedGroups.filter((each) => each !== group);
  state.closedGroups = closed ? [...others, group] : others;
  writeSetting('closedGroups', state.closedGroups.join(',') || null);
}
