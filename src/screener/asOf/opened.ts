/** Answers over all dates exclude the hold-out until the user opens it; the next edit closes it. */
import { proxy } from 'valtio';
import type { Step } from '../../engine/steps/registry.ts';
import { state } from '../state/store.ts';
import { noteLook } from '../trials/trials.ts';

/** History and steps (without a date) for which it was last opened. */
export const opened = proxy<{ for: string | null }>({ for: null });

export function isOpenFor(steps: readonly Step[], openFor: string | null = opened.for): boolean {
  return state.history.holdOut === null || openFor === keyOf(steps);
}

function keyOf(steps: readonly Step[]): string {
  return JSON.stringify([state.history.id, steps]);
}

/** Counts a look and opens the hold-out for these steps. */
export function openFor(steps: readonly Step[]): void {
  noteLook(state.history.id);
  opened.for = keyOf(steps);
}

/** Number of dates included: those before the hold-out, or all. */
export function includedDates(isOpen: boolean): number {
  const { dates, holdOut } = state.history;
  const place = isOpen || holdOut === null ? -1 : dates.findIndex((date) => date >= holdOut);
  return place < 0 ? dates.length : place;
}
