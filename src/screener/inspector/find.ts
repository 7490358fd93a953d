import { focusSoon } from '../frame/focus.ts';
import { showTab } from '../state/store.ts';

/** Why is X missing: goes to the field of the inspector that finds any security. */
export function findTraced(): void {
  showTab('row');
  focusSoon('.trace-finder input');
}
