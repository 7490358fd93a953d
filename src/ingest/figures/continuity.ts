/** Checks that sessions are continuous: how splits and gaps affect the statistics and share counts. */
import type { WINDOWS } from '../../catalogue/codes.ts';
import { flagBit } from '../../catalogue/flag.ts';
import { STATISTIC_COLUMNS } from '../../catalogue/statistics.ts';
import type { Period } from './period.ts';
import type { Sessions } from './prices.ts';
import { adjustedSplits, confirmedRatio, type Split, unadjustedJumps } from './splits.ts';

/** Exchanges close for at most eleven days, around the New Year. */
const PAUSE_DAYS_MAX = 14;
const SESSION_DAYS = 365.25 / 252;
/** A window may span this much longer, as a fraction, than its sessions usually take. */
const SPAN_SHARE = 0.3;
/** After this many sessions, earlier closes no longer affect Wilder's 21-session averages. */
const RSI_SESSIONS: (typeof WINDOWS)[number] = 252;

export interface Continuity {
  /** Adjusted for confirmed splits. The session before any other likely split has no adjusted close, so that no statistic spans it. */
  readonly sessions: Sessions;
  /** Oldest first. */
  readonly splits: readonly Split[];
  /** Day of the last likely split for which the closes are not adjusted; negative infinity if there is none. */
  readonly unsettledDay: number;
  /** Day of the last jump that may be a split such as three for two and that no counts tell of; negative infinity for none. */
  readonly unsureDay: number;
  /** Flags of the statistics, in the order of STATISTIC_COLUMNS. */
  readonly flags: Uint16Array;
}

const LOOKBACKS: readonly number[] = STATISTIC_COLUMNS.map(({ id }) =>
  id.endsWith('.rsi') ? RSI_SESSIONS : Number(/\.(\d+)\./.exec(id)?.[1] ?? Number.NaN),
);

/** Flags the statistics whose window contains a gap, in the order of STATISTIC_COLUMNS. */
function gapFlags(days: Float64Array): Uint16Array {
  const flags = new Uint16Array(STATISTIC_COLUMNS.length);
  for (let at = Math.max(1, days.length - Math.max(...LOOKBACKS)); at < days.length; at++)
    if (days[at]! - days[at - 1]! > PAUSE_DAYS_MAX) flagFrom(flags, days.length - at, flagBit('gaps'));
  for (const [index, lookback] of LOOKBACKS.entries()) {
    const span = days.at(-1)! - days.at(-1 - lookback)!;
    if (span > (1 + SPAN_SHARE) * lookback * SESSION_DAYS + PAUSE_DAYS_MAX) flags[index]! |= flagBit('gaps');
  }
  return flags;
}

/** Flags the statistics that look back at least `sessionCount` sessions. */
function flagFrom(flags: Uint16Array, sessionCount: number, bits: number): void {
  for (const [index, lookback] of LOOKBACKS.entries()) if (sessionCount <= lookback) flags[index]! |= bits;
}

/** Sessions that are already adjusted for all splits and dividends. */
export function settledContinuity(sessions: Sessions, splits: readonly Split[]): Continuity {
  const never = Number.NEGATIVE_INFINITY;
  return { sessions, splits, unsettledDay: never, unsureDay: never, flags: gapFlags(sessions.days) };
}

/** @param periods their share counts confirm which jumps are splits */
export function continuityOf(sessions: Sessions, periods: readonly Period[]): Continuity {
  const { days } = sessions;
  const flags = gapFlags(days);
  const splits = adjustedSplits(sessions);
  const jumps = unadjustedJumps(sessions);
  let unsettledDay = Number.NEGATIVE_INFINITY;
  let unsureDay = Number.NEGATIVE_INFINITY;
  const adjusted = jumps.length === 0 ? sessions.adjusted : sessions.adjusted.slice();
  for (const jump of jumps) {
    const ratio = confirmedRatio(periods, jump);
    if (ratio === 1) continue;
    if (ratio > 0) {
      splits.push({ day: jump.day, ratio });
      for (let at = 0; at < jump.at; at++) adjusted[at]! /= ratio;
    } else if (jump.isSplit) {
      unsettledDay = jump.day;
      adjusted[jump.at - 1] = Number.NaN;
    } else {
      if (jump.isPart) unsureDay = jump.day;
      flagFrom(flags, days.length - jump.at, flagBit('inconsistent'));
    }
  }
  return { sessions: { ...sessions, adjusted }, splits, unsettledDay, unsureDay, flags };
}
