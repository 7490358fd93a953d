/** Whether the last close and the last share count are in the same shares, where a split may have come between them. */
import { figureAt, type Period } from './period.ts';
import type { Sessions } from './prices.ts';
import { basisDay, isNear, JUMP_MIN, splitOf } from './splits.ts';

/** Two filings follow each other within these days: a split lies between the last one in old shares and the first one in new ones. */
const FILINGS_APART_DAYS = 130;
/** What the market may move besides a split, over sessions without a close too. */
const MOVE_TOLERANCE = 0.25;
/** By how much a count may change besides. */
const COUNT_TOLERANCE = 0.05;

/** Whether a split of the ratio shows in the closes after a day; of a ratio that isn't known, any change that is as large as a split. */
function showsSplit({ days, closes }: Sessions, ratio: number, after: number): boolean {
  let before = Number.NaN;
  for (let at = 0; at < days.length; at++) {
    if (!(closes[at]! > 0)) continue;
    const step = before / closes[at]!;
    before = closes[at]!;
    if (days[at]! <= after) continue;
    if (Number.isNaN(ratio) ? step >= JUMP_MIN || step <= 1 / JUMP_MIN : isNear(step, ratio, MOVE_TOLERANCE)) return true;
  }
  return false;
}

/**
 * Whether the last close may be in other shares than the last counts: they are from a filing behind a split that came after the close.
 * The split in the closes between the filings on both sides of it would show that it came before.
 */
export function isCloseOfOldShares(periods: readonly Period[], sessions: Sessions): boolean {
  const lastDay = sessions.days.at(-1);
  let split: Period | undefined;
  for (const period of periods)
    if (period.sharesSince !== undefined && !(period.sharesSince <= (split?.sharesSince ?? Number.NEGATIVE_INFINITY)))
      split = period;
  if (lastDay === undefined || split?.sharesSince === undefined || split.sharesSince <= lastDay) return false;
  return !showsSplit(sessions, split.sharesRatio ?? Number.NaN, split.sharesSince - FILINGS_APART_DAYS);
}

/**
 * Whether the last count differs from the one before by the ratio of a split, of which the closes show nothing: the last one came before
 * the report. New shares issued in that very ratio look alike.
 */
export function isCountUnsure(periods: readonly Period[], sessions: Sessions): boolean {
  const lastDay = sessions.days.at(-1);
  const count = ({ values }: Period): number => figureAt(values, 'commonStockSharesOutstanding');
  const counted = periods.filter((period) => count(period) > 0).sort((a, b) => a.day - b.day);
  const last = counted.at(-1);
  const before = counted.findLast(({ day }) => day < (last?.day ?? Number.NaN));
  if (lastDay === undefined || !last || !before || lastDay >= basisDay(last)) return false;
  const ratio = splitOf(count(last) / count(before), COUNT_TOLERANCE);
  return (ratio >= JUMP_MIN || ratio <= 1 / JUMP_MIN) && !showsSplit(sessions, ratio, before.day);
}
