/** Infers splits from a company's facts, and the share basis of each fact. */
import type { Fact } from './fact.ts';
import { AVERAGE_SHARE_TAGS, COVER_SHARES_TAG, SPLIT_TAG } from './tags.ts';

export interface Split {
  /** New shares per old share: 4 for a 4-for-1 split, 0.1 for a 1-for-10 reverse split. */
  readonly ratio: number;
  /** Day of the latest filing in old shares, in days since 1970-01-01. */
  readonly before: number;
  /** Day of the first filing in new shares. */
  readonly after: number;
}

/** Ratios other than integers. */
const PART_RATIOS = [1.05, 1.1, 1.2, 1.25, 4 / 3, 1.5, 5 / 3, 2.5];
/** A larger ratio is a change of unit. */
const WHOLE_RATIO_MAX = 500;
const UNIT = 1000;
/** Counts are rounded to thousands. */
const RATIO_TOLERANCE = 0.004;
/** A single restated figure may be a correction. */
const WITNESSES_MIN = 2;
/** Per-share amounts are stated to the cent. */
const CENTS_DIGITS = 2;
const ROUNDED_TO_CENTS = 0.5 * 10 ** -CENTS_DIGITS;
/** Wider bounds of a rounded ratio can't suggest a split, but may support one. */
const NAMING_WIDTH_MAX = 1.15;
const AGREEING_WIDTH_MAX = 3;

const SHARES = 'shares';
const PER_SHARE = /^[A-Z]{3}\/shares$/;

const isNear = (ratio: number, target: number): boolean => Math.abs(ratio / target - 1) <= RATIO_TOLERANCE;

/** The split ratio nearest to a ratio of two counts, or NaN. */
export function splitRatio(ratio: number): number {
  if (!(ratio > 0)) return Number.NaN;
  if (ratio < 1) return 1 / splitRatio(1 / ratio);
  const whole = Math.round(ratio);
  if (whole >= 2 && whole <= WHOLE_RATIO_MAX && isNear(ratio, whole)) return whole;
  return PART_RATIOS.find((target) => isNear(ratio, target)) ?? Number.NaN;
}

/** Bounds of the ratio of two share counts. */
interface Bounds {
  readonly low: number;
  readonly high: number;
}

const holds = ({ low, high }: Bounds, ratio: number): boolean => ratio >= low && ratio <= high;
const scaled = ({ low, high }: Bounds, factor: number): Bounds => ({ low: low * factor, high: high * factor });

/** Half of the last digit of a per-share amount. */
function roundingOf(value: number): number {
  // Fast path for whole cents: formatting numbers is slow.
  if (Math.round(value * 100) / 100 === value) return ROUNDED_TO_CENTS;
  const digits = String(value).split('.')[1]?.length ?? 0;
  return 0.5 * 10 ** -Math.max(CENTS_DIGITS, digits);
}

/** Later shares per earlier share, from two statements of one figure; null if they tell nothing. */
function boundsOf(earlier: Fact, later: Fact): Bounds | null {
  if (earlier.value === 0 || later.value === 0 || earlier.value > 0 !== later.value > 0) return null;
  if (earlier.unit === SHARES) {
    const ratio = later.value / earlier.value;
    const unit = UNIT ** Math.round(Math.log(ratio) / Math.log(UNIT));
    const plain = ratio > WHOLE_RATIO_MAX || ratio < 1 / WHOLE_RATIO_MAX ? ratio / unit : ratio;
    return { low: plain * (1 - RATIO_TOLERANCE), high: plain * (1 + RATIO_TOLERANCE) };
  }
  const [old, now] = [Math.abs(earlier.value), Math.abs(later.value)];
  const [oldRounding, nowRounding] = [roundingOf(old), roundingOf(now)];
  if (now <= nowRounding || old <= oldRounding) return null;
  const bounds = { low: (old - oldRounding) / (now + nowRounding), high: (old + oldRounding) / (now - nowRounding) };
  return bounds.high / bounds.low <= AGREEING_WIDTH_MAX ? bounds : null;
}

const isPerShare = ({ unit }: Fact): boolean => PER_SHARE.test(unit);
const isDivisible = (fact: Fact): boolean => (fact.unit === SHARES && fact.tag !== COVER_SHARES_TAG) || isPerShare(fact);
const keyOf = ({ tag, unit, start, end }: Fact): string => `${tag} ${unit} ${start} ${end}`;

/** Splits that agree with a ratio's bounds. */
function candidatesOf({ low, high }: Bounds): number[] {
  if ((low <= 1 && high >= 1) || high / low > NAMING_WIDTH_MAX) return [];
  if (high < 1) return candidatesOf({ low: 1 / high, high: 1 / low }).map((ratio) => 1 / ratio);
  const candidates = PART_RATIOS.filter((ratio) => holds({ low, high }, ratio));
  for (let whole = Math.max(2, Math.ceil(low)); whole <= Math.min(high, WHOLE_RATIO_MAX); whole++) candidates.push(whole);
  return candidates;
}

/** The split on which most figures restated by one filing agree; 1 for none. */
function splitOfFiling(witnesses: readonly Bounds[], stated: readonly number[]): number {
  const candidates = new Set(witnesses.flatMap(candidatesOf));
  let [best, bestSupport, bestError] = [1, 0, Number.POSITIVE_INFINITY];
  for (const ratio of candidates) {
    const supporters = witnesses.filter((bounds) => holds(bounds, ratio) && !holds(bounds, 1));
    const opposed = witnesses.filter((bounds) => holds(bounds, 1) && !holds(bounds, ratio)).length;
    const isStated = stated.some((value) => isNear(value, ratio) || isNear(1 / value, ratio));
    const support = supporters.length;
    if (support + Number(isStated) < WITNESSES_MIN || support <= opposed) continue;
    const error = supporters.reduce((sum, { low, high }) => sum + Math.abs(Math.log(Math.sqrt(low * high) / ratio)), 0) / support;
    if (support > bestSupport || (support === bestSupport && error < bestError))
      [best, bestSupport, bestError] = [ratio, support, error];
  }
  return best;
}

/** Share counts by filing day, for the latest period: averages, balance sheet, or earnings divided by earnings per share. */
function levelsOf(facts: readonly Fact[]): Map<number, number> {
  const levels = new Map<number, { end: number; rank: number; value: number }>();
  const put = (filed: number, end: number, rank: number, value: number): void => {
    const known = levels.get(filed);
    if (!known || end > known.end || (end === known.end && rank < known.rank)) levels.set(filed, { end, rank, value });
  };
  const earnings = new Map<string, number>();
  for (const { tag, start, end, filed, value } of facts)
    if (tag === 'NetIncomeLoss') earnings.set(`${filed} ${start} ${end}`, value);
  for (const { tag, unit, start, end, filed, value } of facts) {
    if (unit === SHARES && value > 0 && AVERAGE_SHARE_TAGS.includes(tag)) put(filed, end, AVERAGE_SHARE_TAGS.indexOf(tag), value);
    else if (tag === 'CommonStockSharesOutstanding' && value > 0) put(filed, end, AVERAGE_SHARE_TAGS.length, value);
    else if (tag === 'EarningsPerShareDiluted' && PER_SHARE.test(unit)) {
      const implied = (earnings.get(`${filed} ${start} ${end}`) ?? Number.NaN) / value;
      if (implied > 0 && Math.abs(value) > 10 * roundingOf(value)) put(filed, end, AVERAGE_SHARE_TAGS.length + 1, implied);
    }
  }
  return new Map([...levels].map(([filed, { value }]) => [filed, value]));
}

/** The first filing in new shares, between the last one known to be in old shares and the first one known to be in new shares. */
function boundaryOf(ratio: number, before: number, after: number, levels: ReadonlyMap<number, number>): number {
  const days = [...levels.keys()].sort((a, b) => a - b);
  const old = days.findLast((day) => day <= before);
  const next = days.find((day) => day >= after);
  const open = days.filter((day) => day > before && day < after);
  if (open.length === 0 || (old === undefined && next === undefined)) return after;
  const size = (day: number): number => Math.log(levels.get(day)!);
  const oldSize = old === undefined ? size(next!) - Math.log(ratio) : size(old);
  const newSize = next === undefined ? oldSize + Math.log(ratio) : size(next);
  const isNew = (day: number): boolean => Math.abs(size(day) - newSize) < Math.abs(size(day) - oldSize);
  const firstNew = open.findLastIndex((day) => !isNew(day)) + 1;
  return open[firstNew] ?? after;
}

/**
 * Returns the splits, oldest first. A split shows when a filing restates earlier counts and per-share amounts by one ratio; two figures, or
 * one and the stated ratio, are enough.
 * @param facts of one company, in any order
 */
export function splitsOf(facts: readonly Fact[]): Split[] {
  const divisible = facts.filter(isDivisible).sort((a, b) => a.filed - b.filed);
  const stated = facts.flatMap(({ tag, value }) => (tag === SPLIT_TAG && value > 0 ? [value] : []));
  const latest = new Map<string, Fact>();
  const splits: Split[] = [];
  let levels: Map<number, number> | null = null;
  for (let at = 0; at < divisible.length; ) {
    const { filed } = divisible[at]!;
    let end = at;
    while (end < divisible.length && divisible[end]!.filed === filed) end++;
    const filing = divisible.slice(at, end);
    at = end;
    const witnesses: (Bounds & { readonly before: number })[] = [];
    for (const fact of filing) {
      const earlier = latest.get(keyOf(fact));
      const bounds = earlier && boundsOf(earlier, fact);
      if (bounds) witnesses.push({ ...scaled(bounds, 1 / splitFactor(splits, earlier.filed)), before: earlier.filed });
    }
    const ratio = splitOfFiling(witnesses, stated);
    if (ratio !== 1) {
      const before = witnesses.reduce((last, bounds) => (holds(bounds, ratio) ? Math.max(last, bounds.before) : last), 0);
      levels ??= levelsOf(facts);
      splits.push({ ratio, before, after: boundaryOf(ratio, before, filed, levels) });
    }
    for (const fact of filing) latest.set(keyOf(fact), fact);
  }
  return splits.sort((a, b) => a.after - b.after);
}

/** Days around the first filing in new shares in which a cover page and its statements may be on different share bases. */
const COVER_DAYS = 200;

/**
 * Factor that converts cover page counts to today's shares. A cover page states the shares of its own day, which may be on the other side
 * of a split than its statements.
 */
export function coverFactor(splits: readonly Split[], facts: readonly Fact[]): (cover: Fact) => number {
  if (splits.length === 0) return () => 1;
  const levels = levelsOf(facts);
  return ({ filed, value }) => {
    const factor = splitFactor(splits, filed);
    const level = levels.get(filed);
    if (level === undefined) return factor;
    const split = splits.find(({ after }) => Math.abs(after - filed) <= COVER_DAYS);
    if (!split) return factor;
    const other = filed < split.after ? factor / split.ratio : factor * split.ratio;
    const errorOf = (candidate: number): number => Math.abs(Math.log((value * candidate) / (level * factor)));
    return errorOf(other) < errorOf(factor) ? other : factor;
  };
}

/** Factor that converts a share count filed on a day to today's shares. */
export function splitFactor(splits: readonly Split[], filed: number): number {
  return splits.reduce((factor, { ratio, after }) => (filed < after ? factor * ratio : factor), 1);
}

/**
 * Factors that convert facts to today's shares (a per-share amount is divided); 1 if omitted. A fact is on the share basis of its filing
 * unless an earlier fact of the same figure shows otherwise.
 */
export function shareFactors(facts: readonly Fact[], splits: readonly Split[]): ReadonlyMap<Fact, number> {
  const factors = new Map<Fact, number>();
  if (splits.length === 0) return factors;
  const latest = new Map<string, Fact>();
  for (const fact of facts.filter(isDivisible).sort((a, b) => a.filed - b.filed)) {
    const key = keyOf(fact);
    const earlier = latest.get(key);
    let factor = splitFactor(splits, fact.filed);
    const bounds = earlier && boundsOf(earlier, fact);
    if (bounds) {
      const earlierFactor = factors.get(earlier) ?? 1;
      const expected = earlierFactor / factor;
      if (!holds(bounds, expected)) {
        if (holds(bounds, 1)) factor = earlierFactor;
        else {
          const other = splits.find(({ ratio }) => holds(bounds, expected * ratio) || holds(bounds, expected / ratio));
          if (other) factor = holds(bounds, expected * other.ratio) ? factor / other.ratio : factor * other.ratio;
        }
      }
    }
    if (factor !== 1) factors.set(fact, factor);
    latest.set(key, fact);
  }
  return factors;
}
