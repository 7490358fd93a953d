/** Detects splits in a series of closes and converts statements to the share basis of the last close. */
import { flagBit } from '../../catalogue/flag.ts';
import { figureAt, flagged, type Period, statementPosition } from './period.ts';
import type { Sessions } from './prices.ts';

export interface Split {
  /** First session in new shares, in days since 1970-01-01. */
  readonly day: number;
  /** New shares per old share: 4 for a 4-for-1 split, 0.1 for a 1-for-10 reverse split. */
  readonly ratio: number;
}

/** A one-session change of the close that trading does not explain. */
export interface Jump extends Split {
  /** Index of the session after it. */
  readonly at: number;
  /** Whether the ratio is that of a split; otherwise it may be a spin-off or a market move. */
  readonly isSplit: boolean;
  /** Whether it is near a split ratio that market moves often reach: the counts have to match exactly. */
  readonly isPart: boolean;
  /** Possible market move on top, as a fraction: larger after sessions without a close. */
  readonly tolerance: number;
}

/** Of those, the ones that a close without a volume shows. */
const SHOWN_PART_RATIOS = [1.5, 5 / 3];
const PART_RATIOS = [1.2, 1.25, 4 / 3, 1.5, 5 / 3, 2.5];
/** Adjustments for dividends, stock dividends included, are smaller. */
const STEP_MIN = 1.15;
const STEP_TOLERANCE = 0.005;
/** Adjusted closes are rounded to the hundredth. */
const ROUNDING = 0.005;
/** Possible market move on the day of a split. */
const MOVE_TOLERANCE = 0.05;
/** The same over sessions without a close: moves grow with the square root of time. */
const MOVE_TOLERANCE_MAX = 0.25;
/** A smaller change may be a market move. */
export const JUMP_MIN = 1.42;
const USUAL_SESSIONS = 20;
/** Multiple of the usual traded value: a real fall is traded heavily, a split is not. */
const HEAVY_TRADE = 5;
/** A jump by any other ratio is doubtful if less than this is traded. */
const BRISK_TRADE = 2;
/** Share counts also change for other reasons. */
const COUNT_TOLERANCE = 0.15;
/** The same for a change that the market often makes, where shares may be issued too. */
const PART_COUNT_TOLERANCE = 0.03;
/** Maximum days between the counts that are compared. */
const COUNTS_APART_DAYS = 400;
/** Reports are filed within these days of the period's end and may or may not reflect a split in between. */
const FILING_DAYS_MAX = 92;

const COUNT_IDS = ['commonStockSharesOutstanding', 'weightedAverageSharesDiluted'] as const;
const PER_SHARE_IDS = ['dilutedEPSTTM', 'dividendPerShare'] as const;
/** Share counts and per-share amounts. */
export const SHARE_IDS = [...COUNT_IDS, ...PER_SHARE_IDS] as const;
const SHARE_POSITIONS = SHARE_IDS.map(statementPosition);
const COUNT_POSITIONS = COUNT_IDS.map(statementPosition);
const PER_SHARE_POSITIONS = PER_SHARE_IDS.map(statementPosition);
const COUNT_POSITION = statementPosition('commonStockSharesOutstanding');

export const isNear = (value: number, target: number, share: number): boolean => Math.abs(value / target - 1) <= share;

/** The split ratio nearest to a measured ratio; NaN if none is near. */
export function splitOf(ratio: number, tolerance: number): number {
  if (!(ratio > 0)) return Number.NaN;
  if (ratio < 1) return 1 / splitOf(1 / ratio, tolerance);
  const whole = Math.round(ratio);
  if (whole >= 2 && isNear(ratio, whole, tolerance)) return whole;
  return PART_RATIOS.find((target) => isNear(ratio, target, Math.min(tolerance, 2 * STEP_TOLERANCE))) ?? Number.NaN;
}

/** The ratio of a split of three for two or five for three near a change of the close; NaN if none is near. */
function partSplitOf(step: number, tolerance: number): number {
  if (step < 1) return 1 / partSplitOf(1 / step, tolerance);
  const near = Math.min(tolerance, 2 * MOVE_TOLERANCE);
  return SHOWN_PART_RATIOS.find((target) => isNear(step, target, near)) ?? Number.NaN;
}

/** Splits that show as steps between closes and adjusted closes, oldest first. */
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

/** Unadjusted changes of closes with hardly any trade or with the ratio of a split, oldest first. */
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
    const part = !isSplit && Number.isNaN(trade) ? partSplitOf(step, tolerance) : Number.NaN;
    const isPart = !Number.isNaN(part);
    if (isSplit || isPart || trade < BRISK_TRADE)
      jumps.push({ day: days[at]!, ratio: isSplit ? whole : isPart ? part : step, at, isSplit, isPart, tolerance });
  }
  return jumps;
}

function isAdjusted(closes: Float64Array, adjusted: Float64Array): boolean {
  if (closes === adjusted) return false;
  return closes.some((close, at) => adjusted[at]! > 0 && !isNear(adjusted[at]!, close, STEP_TOLERANCE));
}

/** Traded value of a session relative to the median of the previous ones; NaN without volumes. */
function tradeAt(closes: Float64Array, volumes: Float64Array, at: number): number {
  const usual: number[] = [];
  for (let back = at - 1; back >= 0 && usual.length < USUAL_SESSIONS; back--) {
    const traded = closes[back]! * volumes[back]!;
    if (traded > 0) usual.push(traded);
  }
  usual.sort((a, b) => a - b);
  return (closes[at]! * volumes[at]!) / (usual[usual.length >> 1] ?? Number.NaN);
}

/** Combined ratio of all splits after a day. */
export function ratioSince(splits: readonly Split[], day: number): number {
  return splits.reduce((product, split) => (split.day > day ? product * split.ratio : product), 1);
}

const countOf = ({ values }: Period): number => {
  const count = values[COUNT_POSITION]!;
  return count > 0 ? count : figureAt(values, 'netIncome') / figureAt(values, 'dilutedEPSTTM');
};
/** A report is on the share basis of its filing day, since it restates for earlier splits. */
export const basisDay = ({ day, filedDay }: Period): number => filedDay ?? day;

/**
 * Ratio of the share counts after and before a day; NaN if either is missing. Of the reports filed after the day it uses the period nearest
 * to the one before: buybacks make restated counts of distant years differ.
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
 * The ratio of a jump if the share counts on both sides confirm it, otherwise NaN. The counts decide between several possible ratios after
 * sessions without a close, and where the market moved much on the day of the split. 1 for a change that the market often makes, with
 * unchanged counts.
 */
export function confirmedRatio(periods: readonly Period[], { day, ratio, isSplit, isPart, tolerance }: Jump): number {
  const change = changeOfCounts(periods, day);
  if (isPart && isNear(change, 1, COUNT_TOLERANCE)) return 1;
  if (isPart) return isNear(change, ratio, PART_COUNT_TOLERANCE) ? ratio : Number.NaN;
  const counted = splitOf(change, COUNT_TOLERANCE);
  if (isNear(change, ratio, COUNT_TOLERANCE)) return !isSplit && isNear(counted, ratio, COUNT_TOLERANCE) ? counted : ratio;
  return tolerance > MOVE_TOLERANCE && isNear(counted, ratio, 2 * tolerance) ? counted : Number.NaN;
}

/**
 * Whether the count of a balance sheet behind a day is that of the report before: no split came between them.
 * @param periods with counts as they were filed, not restated for later splits
 */
export function deniesSplit(periods: readonly Period[], day: number): boolean {
  const counted = periods.filter((period) => countOf(period) > 0).sort((a, b) => a.day - b.day);
  const before = counted.findLast((period) => basisDay(period) < day);
  const after = counted.find((period) => period.day >= day);
  if (!before || !after || after.day - before.day > COUNTS_APART_DAYS) return false;
  return isNear(countOf(after) / countOf(before), 1, COUNT_TOLERANCE);
}

/** Converts a period to another share basis. @param ratio new shares per old share */
export function inOtherShares(period: Period, ratio: number): Period {
  const values = period.values.slice();
  for (const position of COUNT_POSITIONS) values[position]! *= ratio;
  for (const position of PER_SHARE_POSITIONS) values[position]! /= ratio;
  return { ...period, values };
}

/**
 * Converts statements to the share basis of the last close. Whether counts before a split are in old shares is inferred from those after
 * it. After the last report, that report is taken to be in old shares; if it may have been filed after the split, it is flagged
 * `inconsistent`.
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

/** The last day with a known share count; negative infinity if there is none. */
export function lastCountDay(periods: readonly Period[]): number {
  return periods.reduce(
    (last, period) => (countOf(period) > 0 ? Math.max(last, basisDay(period)) : last),
    Number.NEGATIVE_INFINITY,
  );
}

/** Whether the counts before a split are in old shares: they change by roughly its ratio rather than not at all. */
function isReported(periods: readonly Period[], splits: readonly Split[], { day }: Split): boolean {
  const counted = periods.filter((period) => countOf(period) > 0).sort((a, b) => a.day - b.day);
  const before = counted.findLast((period) => basisDay(period) < day);
  const after = counted.find((period) => basisDay(period) >= day);
  if (!before || !after) return false;
  const jump = Math.log(countOf(after) / countOf(before));
  const ratio = Math.log(ratioSince(splits, basisDay(before)) / ratioSince(splits, basisDay(after)));
  return Math.abs(jump - ratio) < Math.abs(jump);
}
