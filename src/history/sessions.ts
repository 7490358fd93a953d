/** Chooses the sessions of a history's snapshots. */

export const EVERY = ['month', 'week', 'day'] as const;
export type Every = (typeof EVERY)[number];

/** A snapshot has the close of its session, else the last of this many sessions before. */
export const CLOSE_SESSIONS_MAX = 5;

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
/** 1 January 1970 was a Thursday. */
const MONDAY_SHIFT = 3;
const isWeekend = (day: number): boolean => (day + MONDAY_SHIFT) % WEEK_DAYS >= 5;

/** The first day after the month or the ISO week of a day. */
function endOf(day: number, every: Every): number {
  if (every === 'day') return day + 1;
  if (every === 'week') return day - ((day + MONDAY_SHIFT) % WEEK_DAYS) + WEEK_DAYS;
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / DAY_MS;
}

/** True when a period has no weekday left after a day. */
function isOver(end: number, day: number): boolean {
  for (let next = day + 1; next < end; next++) if (!isWeekend(next)) return false;
  return true;
}

/**
 * The last session of each period within the bounds, oldest first. The last period counts only when it is over, by a later session or
 * the calendar, so that no later session can replace a published one.
 * @param sessions days since 1970-01-01, ascending
 */
export function snapshotDays(
  sessions: readonly number[],
  every: Every,
  since: number,
  until = Number.POSITIVE_INFINITY,
): number[] {
  return sessions.filter((day, at) => {
    const end = endOf(day, every);
    const next = sessions[at + 1];
    return day >= since && day <= until && (next === undefined ? isOver(end, day) : next >= end);
  });
}
