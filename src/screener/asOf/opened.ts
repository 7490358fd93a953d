/** What is told of all dates leaves the hold-out out until somebody opens it; the next edit shuts it again. */
import { proxy } from 'valtio';
import type { Step } from '../../engine/steps/registry.ts';
import { state } from '../state/store.ts';
import { noteLook } from '../trials/trials.ts';

/** The history and the steps, without a date, that it was opened for last. */
export const opened = proxy<{ for: string | null }>({ for: null });

export function isOpenFor(steps: readonly Step[], openFor: string | null = opened.for): boolean {
  return state.history.holdOut === null || openFor === keyOf(steps);
}

function keyOf(steps: readonly Step[]): string {
  return JSON.stringify([state.history.id, steps]);
}

/** Counts a look, and opens it for these steps. */
export function openFor(steps: readonly Step[]): void {
  noteLook(state.history.id);
  opened.for = keyOf(steps);
}

/** Dates that are told of: all before the hold-out, or all. */
export function toldDates(isOpen: boolean): number {
  const { dates, holdOut } = state.history;
  const place = isOpen || holdOut === null ? -1 : dates.findIndex((date) => date >= holdOut);
  return place < 0 ? dates.length : place;
}
