/** When a portfolio is rebalanced. */
import { firstAtLeast } from './market.ts';

export const INTERVALS = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type Interval = (typeof INTERVALS)[number];
/** Holding periods per year, by which returns are annualized. */
export const PERIODS_PER_YEAR: Readonly<Record<Interval, number>> = { day: 252, week: 52, month: 12, quarter: 4, year: 1 };

const DAY_MS = 86_400_000;
/** 1970-01-01 was a Thursday: ISO weeks begin three days earlier. */
const DAYS_FROM_MONDAY = 3;

/** Number of the calendar interval that a day belongs to, ascending. */
function intervalOf(day: number, every: Interval): number {
  const date = new Date(day * DAY_MS);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
  switch (every) {
    case 'day':
      return day;
    case 'week':
      return Math.floor((day + DAYS_FROM_MONDAY) / 7);
    case 'month':
      return month;
    case 'quarter':
      return Math.floor(month / 3);
    case 'year':
      return date.getUTCFullYear();
  }
}

export interface Rebalancing {
  /** Day of the snapshot, and number of the session in which its trades take place. */
  readonly snapshot: number;
  readonly session: number;
}

/**
 * The last snapshot of each interval between two days, and the session `delay` sessions after it. Trades after the last session
 * are left out; an unfinished interval counts.
 * @param snapshots days of the snapshots, ascending
 */
export function rebalancings(
  sessions: Int32Array,
  snapshots: Int32Array,
  {
    every,
    since,
    until,
    delay,
  }: { readonly every: Interval; readonly since: number | null; readonly until: number | null; readonly delay: number },
): Rebalancing[] {
  const within = [...snapshots].filter((day) => day >= (since ?? day) && day <= (until ?? day));
  const last = within.filter((day, i) => i + 1 === within.length || intervalOf(day, every) !== intervalOf(within[i + 1]!, every));
  return last
    .map((snapshot) => ({ snapshot, session: firstAtLeast(sessions, snapshot) + delay }))
    .filter(({ session }) => session < sessions.length);
}
