import { focusSoon } from '../frame/focus.ts';
import { showTab } from '../state/store.ts';

/** Answers "why is X missing": focuses the inspector's search field. */
export function findTraced(): void {
  showTab('row');
  focusSoon('.trace-finder input');
}
