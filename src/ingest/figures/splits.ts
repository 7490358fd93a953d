/** Splits that a series of closes shows, adjusted or not, and statements on the basis of the last close. */
import { flagBit } from '../../catalogue/flag.ts';
import { figureAt, flagged, type Period, statementPosition } from './period.ts';
import type { Sessions } from './prices.ts';

export interface Split {
  /** First session in new shares, in days since 1970-01-01. */
  readonly day: number;
  /** New shares per old one: 4 for four to one, 0.1 for one to ten the other way. */
  readonly ratio: number;
}

/** A change of the close in one session that no market makes. */
export interface Jump extends Split {
  /** Place of the session behind it. */
  readonly at: number;
  /** Whether the ratio is that of a split; else it may be a spin-off. */
  readonly isSplit: boolean;
  /** By how much the market may have moved besides, as a share: more where sessions without a close lie before it. */
  readonly tolerance: number;
}

const PART_RATIOS = [1.2, 1.25, 4 / 3, 1.5, 5 / 3, 2.5];
/** The adjustment for a dividend is smaller; so is that for a stock dividend, which therefore counts as one. */
const STEP_MIN = 1.15;
const STEP_TOLERANCE = 0.005;
/** Adjusted closes are rounded to the hundredth. */
const ROUNDING = 0.005;
/** What the market may move on the day of a split. */
const MOVE_TOLERANCE = 0.05;
/** The same over sessions without a close: moves add up as their square root. */
const MOVE_TOLERANCE_MAX = 0.25;
/** A close that falls or rises by less may be a market's own. */
const JUMP_MIN = 1.42;
const USUAL_SESSIONS = 20;
/** Times the usual traded value: a fall that is a market's own is traded heavily, a split is not. */
const HEAVY_TRADE = 5;
/** A change of the price that is no split's ratio is doubted where not even this is traded. */
const BRISK_TRADE = 2;
/** Share counts rise and fall besides. */
const COUNT_TOLERANCE = 0.15;
/** A report comes within these days of the end of its period: a split in between may be in it or not. */
const FILING_DAYS_MAX = 92;
/** Two filings follow each other within these days: a split lies between the last one in old shares and the first one in new ones. */
const FILINGS_APART_DAYS = 130;

const COUNT_IDS = ['commonStockSharesOutstanding', 'weightedAverageSharesDiluted'] as const;
const PER_SHARE_IDS = ['dilutedEPSTTM', 'dividendPerShare'] as const;
/** Columns that count shares, or are per share. */
export const SHARE_IDS = [...COUNT_IDS, ...PER_SHARE_IDS] as const;
const SHARE_POSITIONS = SHARE_IDS.map(statementPosition);
const COUNT_POSITIONS = COUNT_IDS.map(statementPosition);
const PER_SHARE_POSITIONS = PER_SHARE_IDS.map(statementPosition);
const COUNT_POSITION = statementPosition('commonStockSharesOutstanding');

const isNear = (value: number, target: number, share: number): boolean => Math.abs(value / target - 1) <= share;

/** The split that a ratio stands for; NaN for none. */
function splitOf(ratio: number, tolerance: number): number {
  if (!(ratio > 0)) return Number.NaN;
  if (ratio < 1) return 1 / splitOf(1 / ratio, tolerance);
  const whole = Math.round(ratio);
  if (whole >= 2 && isNear(ratio, whole, tolerance)) return whole;
  return PART_RATIOS.find((target) => isNear(ratio, target, Math.min(tolerance, 2 * STEP_TOLERANCE))) ?? Number.NaN;
}

/** Splits that the step between the close and its adjusted twin shows, oldest first. */
export function adjustedSplits({ days, closes, adjusted }: Sessions): Split[] {
  const splits: Split[] = [];
  if (closes === adjusted) return splits;
  let before = -1;
  for (let at = 0; at < days.length; at++) {
    if (!(closes[at]! > 0 && adjusted[at]! > 0)) continue;
    if (before >= 0) {
      const step = adjusted[at]! / closes[at]! / (adjusted[before]! / closes[before]!);
      const tolerance = STEP_TOLERANCE + ROUNDING * (1 / adjusted[at]! + 1 / adjusted[before]!);
      const isStep = step >= STEP_MIN + tolerance || step <= 1 / (STEP_MIN + tolerance);
      const ratio = isStep ? splitOf(step, tolerance) : Number.NaN;
      if (!Number.isNaN(ratio)) splits.push({ day: days[at]!, ratio });
    }
    before = at;
  }
  return splits;
}

/** Changes of closes that are not adjusted for what made them: no trade to speak of, or the very ratio of a split. Oldest first. */
export function unadjustedJumps({ days, closes, adjusted, volumes }: Sessions): Jump[] {
  if (isAdjusted(closes, adjusted)) return [];
  const jumps: Jump[] = [];
  let last = -1;
  for (let at = 0; at < days.length; at++) {
    if (!(closes[at]! > 0)) continue;
    const before = last;
    last = at;
    const step = before < 0 ? 1 : closes[before]! / closes[at]!;
    if (!(step >= JUMP_MIN || step <= 1 / JUMP_MIN)) continue;
    const trade = tradeAt(closes, volumes, at);
    const tolerance = Math.min(MOVE_TOLERANCE * Math.sqrt(at - before), MOVE_TOLERANCE_MAX);
    const whole = splitOf(step, tolerance);
    const isSplit = (whole >= 2 || whole <= 0.5) && !(trade > HEAVY_TRADE);
    if (isSplit || trade < BRISK_TRADE) jumps.push({ day: days[at]!, ratio: isSplit ? whole : step, at, isSplit, tolerance });
  }
  return jumps;
}

/** Whether a source adjusts its closes at all. */
function isAdjusted(closes: Float64Array, adjusted: Float64Array): boolean {
  if (closes === adjusted) return false;
  return closes.some((close, at) => adjusted[at]! > 0 && !isNear(adjusted[at]!, close, STEP_TOLERANCE));
}

/** Traded value of a session by the median of those before it; NaN without volumes. */
function tradeAt(closes: Float64Array, volumes: Float64Array, at: number): number {
  const usual: number[] = [];
  for (let back = at - 1; back >= 0 && usual.length < USUAL_SESSIONS; back--) {
    const traded = closes[back]! * volumes[back]!;
    if (traded > 0) usual.push(traded);
  }
  usual.sort((a, b) => a - b);
  return (closes[at]! * volumes[at]!) / (usual[usual.length >> 1] ?? Number.NaN);
}

/** New shares per old one of all splits after a day. */
export function ratioSince(splits: readonly Split[], day: number): number {
  return splits.reduce((product, split) => (split.day > day ? product * split.ratio : product), 1);
}

const countOf = ({ values }: Period): number => {
  const count = values[COUNT_POSITION]!;
  return count > 0 ? count : figureAt(values, 'netIncome') / figureAt(values, 'dilutedEPSTTM');
};
/** The day as of which a report is: that of filing, since it restates for a split before. */
const basisDay = ({ day, filedDay }: Period): number => filedDay ?? day;

/**
 * The share count after a day by the one before it; NaN where one side has none. Of what was filed after the day the period nearest to the
 * one before counts: a year's report restates years in which a buyer of its own shares had many more.
 */
function changeOfCounts(periods: readonly Period[], day: number): number {
  const counted = periods.filter((period) => countOf(period) > 0).sort((a, b) => a.day - b.day);
  const before = counted.findLast((period) => basisDay(period) < day);
  if (!before) return Number.NaN;
  let after: Period | undefined;
  for (const period of counted)
    if (basisDay(period) >= day && (!after || Math.abs(period.day - before.day) < Math.abs(after.day - before.day)))
      after = period;
  return after ? countOf(after) / countOf(before) : Number.NaN;
}

/**
 * The ratio of a jump that the share counts on both sides confirm; NaN where they don't, or one side has none. Over sessions without a
 * close it is the counts that tell which of several ratios it is.
 */
export function confirmedRatio(periods: readonly Period[], { day, ratio, tolerance }: Jump): number {
  const change = changeOfCounts(periods, day);
  if (isNear(change, ratio, COUNT_TOLERANCE)) return ratio;
  const counted = tolerance > MOVE_TOLERANCE ? splitOf(change, COUNT_TOLERANCE) : Number.NaN;
  return isNear(counted, ratio, 2 * tolerance) ? counted : Number.NaN;
}

/** The period with its share count in other shares and its amounts per share per one of them. @param ratio other shares per own one */
export function inOtherShares(period: Period, ratio: number): Period {
  const values = period.values.slice();
  for (const position of COUNT_POSITIONS) values[position]! *= ratio;
  for (const position of PER_SHARE_POSITIONS) values[position]! /= ratio;
  return { ...period, values };
}

/**
 * Statements of which share counts and amounts per share are in the shares of the last close. Counts that the reports before a split have
 * in old shares are known by those behind it; behind the last report, the last one is in old shares: where it may have been filed after
 * the split, its figures have the flag `inconsistent`.
 */
export function inLastShares(periods: readonly Period[], splits: readonly Split[]): readonly Period[] {
  if (splits.length === 0) return periods;
  const lastDay = lastCountDay(periods);
  const counting = splits.filter((split) => split.day > lastDay || isReported(periods, splits, split));
  return periods.map((period) => {
    const day = basisDay(period);
    const ratio = ratioSince(counting, day);
    if (ratio === 1) return period;
    const isUncertain =
      period.filedDay === undefined &&
      counting.some((split) => split.day > lastDay && split.day > day && split.day <= day + FILING_DAYS_MAX);
    const bits = isUncertain ? flagBit('inconsistent') : 0;
    return flagged(inOtherShares(period, ratio), (position) => (SHARE_POSITIONS.includes(position) ? bits : 0));
  });
}

/** The last day as of which a share count is known; negative infinity for none. */
export function lastCountDay(periods: readonly Period[]): number {
  return periods.reduce(
    (last, period) => (countOf(period) > 0 ? Math.max(last, basisDay(period)) : last),
    Number.NEGATIVE_INFINITY,
  );
}

/**
 * Whether the last close may be in other shares than the last counts: they are from a filing behind a split that came after the close.
 * A jump of the closes between the filings on both sides of the split would show that it came before.
 */
export function isCloseOfOldShares(periods: readonly Period[], { days, closes }: Sessions): boolean {
  const lastDay = days.at(-1);
  const since = periods.reduce(
    (last, { sharesSince = Number.NEGATIVE_INFINITY }) => Math.max(last, sharesSince),
    Number.NEGATIVE_INFINITY,
  );
  if (lastDay === undefined || !(since > lastDay)) return false;
  let before = Number.NaN;
  for (let at = 0; at < days.length; at++) {
    if (!(closes[at]! > 0)) continue;
    const step = before / closes[at]!;
    if (days[at]! > since - FILINGS_APART_DAYS && (step >= JUMP_MIN || step <= 1 / JUMP_MIN)) return false;
    before = closes[at]!;
  }
  return true;
}

/** Whether the counts before a split are in old shares: they change rather by its ratio, with that of others in between, than not at all. */
function isReported(periods: readonly Period[], splits: readonly Split[], { day }: Split): boolean {
  const counted = periods.filter((period) => countOf(period) > 0).sort((a, b) => a.day - b.day);
  const before = counted.findLast((period) => basisDay(period) < day);
  const after = counted.find((period) => basisDay(period) >= day);
  if (!before || !after) return false;
  const jump = Math.log(countOf(after) / countOf(before));
  const ratio = Math.log(ratioSince(splits, basisDay(before)) / ratioSince(splits, basisDay(after)));
  return Math.abs(jump - ratio) < Math.abs(jump);
}
