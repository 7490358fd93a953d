/** The hold-out: the last years of a history, which stay closed until the user opens them. */
import type { HistoryView } from './historyView.ts';
import { firstAtLeast, type Market } from './market.ts';

export const HOLD_OUT_YEARS = 3;
/** A history must be at least this many hold-outs long to have one. */
const HOLD_OUTS_MIN = 2;

const DAY_MS = 86_400_000;

function yearsBefore(day: number, years: number): number {
  const date = new Date(day * DAY_MS);
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return Math.floor(date.getTime() / DAY_MS);
}

/**
 * First day of the hold-out, which runs to the end; null for a history that is too short for one.
 * @param snapshots days, ascending
 */
export function holdOutFrom(snapshots: ArrayLike<number>, years = HOLD_OUT_YEARS): number | null {
  const [first, last] = [snapshots[0], snapshots[snapshots.length - 1]];
  if (first === undefined || last === undefined) return null;
  return first <= yearsBefore(last, HOLD_OUTS_MIN * years) ? yearsBefore(last, years) + 1 : null;
}

/** {@link holdOutFrom} for ISO dates. */
export function firstHeldOut(dates: readonly string[]): string | null {
  const from = holdOutFrom(dates.map((date) => Date.parse(`${date}T00:00:00Z`) / DAY_MS));
  return from === null ? null : new Date(from * DAY_MS).toISOString().slice(0, 10);
}

function marketBefore({ sessions, histories }: Market, day: number): Market {
  return {
    sessions: sessions.subarray(0, firstAtLeast(sessions, day)),
    histories: histories.map((history) => {
      const count = firstAtLeast(history.days, day);
      if (count === history.days.length) return history;
      const wealth = history.wealth.subarray(0, count);
      const isOne = history.quotedWealth === history.wealth;
      return {
        ...history,
        days: history.days.subarray(0, count),
        wealth,
        quotedWealth: isOne ? wealth : history.quotedWealth.subarray(0, count),
      };
    }),
  };
}

/** A history without the snapshots, sessions and closes from `day` on. */
export function viewBefore(view: HistoryView, day: number): HistoryView {
  return {
    ...view,
    snapshots: view.snapshots.subarray(0, firstAtLeast(view.snapshots, day)),
    market: marketBefore(view.market, day),
  };
}
