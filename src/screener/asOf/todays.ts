/** Columns that a history has today's values of, since no source has another. */
import { presentDate, state } from '../state/store.ts';

/** Whether the present rows are of a past date, and the column is today's. */
export function isTodays(id: string): boolean {
  return presentDate() !== null && state.history.todays.includes(id);
}
