/** The hold-out: the last years of a history, which stay shut until somebody opens them. */
import type { HistoryView } from './historyView.ts';
import { firstAtLeast, type Market } from './market.ts';

export const HOLD_OUT_YEARS = 3;
/** A history that is shorter than so many hold-outs has none: too little would be left. */
const HOLD_OUTS_MIN = 2;

const DAY_MS = 86_400_000;

/** The day so many years before another one. */
function yearsBefore(day: number, years: number): number {
  const date = new Date(day * DAY_MS);
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return Math.floor(date.getTime() / DAY_MS);
}

/**
 * The first day that is shut: later ones than it are inside as well. Null for a history that is too short for a hold-out.
 * @param snapshots days, ascending
 */
export function holdOutFrom(snapshots: ArrayLike<number>, years = HOLD_OUT_YEARS): number | null {
  const [first, last] = [snapshots[0], snapshots[snapshots.length - 1]];
  if (first === undefined || last === undefined) return null;
  return first <= yearsBefore(last, HOLD_OUTS_MIN * years) ? yearsBefore(last, years) + 1 : null;
}

/** The same of ISO dates. */
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

/** A history as it was before a day: none of its snapshots, sessions and closes from then on. */
export function viewBefore(view: HistoryView, day: number): HistoryView {
  return {
    ...view,
    snapshots: view.snapshots.subarray(0, firstAtLeast(view.snapshots, day)),
    market: marketBefore(view.market, day),
  };
}
