/** The hold-out: the last years of a history, which a backtest leaves out until it is opened. */

import type { HistoryView } from '../backtest/historyView.ts';
import { firstAtLeast } from '../backtest/market.ts';
import { SEARCH_SESSIONS } from '../backtest/periodReturn.ts';
import type { HoldStep } from '../steps/hold.ts';

const HOLD_OUT_YEARS = 3;
/** A short history keeps most of its dates. */
const SHARE_MAX = 1 / 3;
const MS_PER_DAY = 86_400_000;

/** The first day of the hold-out: three years before the last session, or a third of the history where that is less. Days since 1970-01-01. */
export function holdOutFrom({ snapshots, market: { sessions } }: Pick<HistoryView, 'snapshots' | 'market'>): number {
  const last = sessions.at(-1)!;
  const date = new Date(last * MS_PER_DAY);
  const years = date.setUTCFullYear(date.getUTCFullYear() - HOLD_OUT_YEARS) / MS_PER_DAY;
  return Math.max(Math.floor(years), Math.ceil(last - (last - snapshots[0]!) * SHARE_MAX));
}

/** The hold with an end at which everything is sold, at the latest close that a sale may take, before the hold-out. */
export function shutHold(
  hold: HoldStep,
  { snapshots, market: { sessions } }: Pick<HistoryView, 'snapshots' | 'market'>,
  from: number,
): HoldStep {
  const sells = (snapshot: number): number => firstAtLeast(sessions, snapshot) + hold.delay + SEARCH_SESSIONS;
  const last = snapshots.findLast((snapshot) => (sessions[sells(snapshot)] ?? Number.POSITIVE_INFINITY) < from);
  const until = last ?? snapshots[0]! - 1;
  return { ...hold, until: Math.min(hold.until ?? until, until) };
}
