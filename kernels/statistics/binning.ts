/** Chooses the bins of a distribution: a scale that fits the values, and readable bounds that are exact in float32. */

/** Most bins of a column; also the code of a missing value. */
export const BINS_MAX = 32;

/** `values`: one bin per value, for columns with few; else equal steps of the value, its logarithm, or its symmetric logarithm. */
export type Scale = 'values' | 'linear' | 'log' | 'symlog';

/** What a scale is chosen by. Quantiles may be off by one part in 32. */
export interface Spread {
  /** Values that are not missing. */
  readonly count: number;
  readonly min: number;
  readonly max: number;
  /** Quantiles at 1, 25, 75 and 99 %. */
  readonly low: number;
  readonly lowerQuartile: number;
  readonly upperQuartile: number;
  readonly high: number;
  /** Lower quartile of the nonzero magnitudes. */
  readonly magnitude: number;
  /** All values, ascending, when there are at most BINS_MAX of them; else null. */
  readonly distinct: readonly number[] | null;
}

/**
 * Bins of a column. A value belongs to the last bin whose bound, rounded to float32, it reaches, so the outermost bins include the tails.
 * The bounds are decimals of few digits where possible, ready to be typed into a filter.
 */
export interface Bins {
  readonly scale: Scale;
  /** Lower bound of each bin, ascending, strictly so in float32; the first is −∞. */
  readonly lows: Float64Array;
  /** Finite ends of the bins' axis; the tails extend beyond. NaN without values. */
  readonly from: number;
  readonly to: number;
}

/** Smallest share of the axis (1 % to 99 %) that the middle half of the values takes on a linear scale (0.29 for a normal, 0.14 for a log-normal distribution). */
const MIDDLE_SHARE_MIN = 0.15;
/** Share of its bin by which an edge may move to be readable. */
const EDGE_SHIFT_MAX = 0.1;
const LARGEST = 3.4e38;
/** Decimal digits that distinguish any two float32 numbers. */
const DIGITS_NEEDED = 9;

/** The shortest decimal that rounds to this float32. */
export function shortestDecimal(value: number): number {
  for (let digits = 1; digits < DIGITS_NEEDED; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(DIGITS_NEEDED));
}

/** `value` rounded to a multiple of 10^exponent, free of binary noise. */
function decimal(value: number, exponent: number, round: (value: number) => number): number {
  const scaled = exponent < 0 ? value * 10 ** -exponent : value / 10 ** exponent;
  return Number.isFinite(scaled) ? Number(`${round(scaled)}e${exponent}`) : value;
}

/** `edge` moved to a number with fewer digits, by at most EDGE_SHIFT_MAX of `width`. */
function readable(edge: number, width: number): number {
  return width > 0 ? decimal(edge, Math.floor(Math.log10(2 * EDGE_SHIFT_MAX * width)), Math.round) : edge;
}

/**
 * A short bound for "up to the bin before `next`": below `next` and at least `largest`, the largest value under it,
 * so that [low, bound] contains exactly the values of the bins.
 */
export function boundBelow(next: number, largest: number): number {
  const gap = next - largest;
  const limit = Math.fround(next);
  for (let exponent = Math.ceil(Math.log10(gap)), tries = 0; tries < DIGITS_NEEDED; exponent--, tries++) {
    const bound = decimal(next, exponent, (scaled) => Math.ceil(scaled) - 1);
    const single = Math.fround(bound);
    if (single >= largest && single < limit) return bound;
  }
  return shortestDecimal(largest);
}

function scaleOf({ lowerQuartile, upperQuartile }: Spread, low: number, high: number): Scale {
  if (upperQuartile - lowerQuartile >= MIDDLE_SHARE_MIN * (high - low)) return 'linear';
  return low > 0 ? 'log' : 'symlog';
}

/** Conversions to and from the position on the scale, on which steps are equal. */
function scaling(scale: Scale, magnitude: number): [forth: (value: number) => number, back: (position: number) => number] {
  if (scale === 'log') return [Math.log, Math.exp];
  if (scale === 'linear') return [(value) => value, (position) => position];
  return [
    (value) => Math.sign(value) * Math.log1p(Math.abs(value) / magnitude),
    (position) => Math.sign(position) * Math.expm1(Math.abs(position)) * magnitude,
  ];
}

/** Ends of the axis: the 1 % and 99 % quantiles, or the extremes when nearly all values are equal. */
function ends({ low, high, min, max }: Spread): [low: number, high: number] {
  const clamp = (value: number): number => Math.min(Math.max(value, -LARGEST), LARGEST);
  return low < high ? [clamp(low), clamp(high)] : [clamp(min), clamp(max)];
}

/** Moves the inner edge nearest to zero onto it, so that no bin has values of both signs. */
function splitAtZero(binEdges: number[]): void {
  let nearest = 1;
  for (let k = 2; k < BINS_MAX; k++) if (Math.abs(binEdges[k]!) < Math.abs(binEdges[nearest]!)) nearest = k;
  binEdges[nearest] = 0;
}

/** Lower bounds, without those that are equal in float32. */
function ascending(binEdges: readonly number[]): Float64Array {
  const lows = [Number.NEGATIVE_INFINITY];
  for (const edge of binEdges) if (Math.fround(edge) > Math.fround(lows.at(-1)!)) lows.push(edge);
  return Float64Array.from(lows);
}

/** The bins of a column with this spread: up to BINS_MAX, one without values. */
export function chooseBins(spread: Spread): Bins {
  const { count, distinct, min, max, magnitude } = spread;
  if (count === 0) return { scale: 'values', lows: Float64Array.of(Number.NEGATIVE_INFINITY), from: Number.NaN, to: Number.NaN };
  if (distinct) {
    return { scale: 'values', lows: ascending(distinct.slice(1).map(shortestDecimal)), from: min, to: max };
  }
  const [low, high] = ends(spread);
  const scale = scaleOf(spread, low, high);
  const [forth, back] = scaling(scale, magnitude);
  const first = forth(low);
  const step = (forth(high) - first) / BINS_MAX;
  const binEdges = Array.from({ length: BINS_MAX + 1 }, (_, k) => back(first + k * step));
  if (low < 0 && high > 0) splitAtZero(binEdges);
  const tidy = binEdges.map((edge, k) => {
    const width = k === BINS_MAX ? edge - binEdges[k - 1]! : binEdges[k + 1]! - edge;
    return readable(edge, k === 0 ? width : Math.min(width, edge - binEdges[k - 1]!));
  });
  return { scale, lows: ascending(tidy.slice(1, BINS_MAX)), from: tidy[0]!, to: tidy[BINS_MAX]! };
}
