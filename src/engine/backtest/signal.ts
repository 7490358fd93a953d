/** How well the order of a screen told the returns that followed. */
import { mean, sampleDeviation } from './performance.ts';

/** Ranks from 1 on, in ascending order; equal values share the mean of their ranks. */
export function averageRanks(values: ArrayLike<number>): Float64Array {
  const order = Uint32Array.from(values, (_, i) => i).sort((a, b) => values[a]! - values[b]!);
  const ranks = new Float64Array(values.length);
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && values[order[to]!]! === values[order[from]!]!) to++;
    for (let i = from; i < to; i++) ranks[order[i]!] = (from + to + 1) / 2;
  }
  return ranks;
}

/** Pearson's correlation; null for fewer than two values and for constants. */
export function correlation(a: ArrayLike<number>, b: ArrayLike<number>): number | null {
  if (!sampleDeviation(a) || !sampleDeviation(b)) return null;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [product, squaresA, squaresB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i]! - meanA, b[i]! - meanB];
    product += x * y;
    squaresA += x * x;
    squaresB += y * y;
  }
  return product / Math.sqrt(squaresA * squaresB);
}

/** Positions at which both a value and a return are known. */
function known(values: ArrayLike<number>, returns: ArrayLike<number>): number[] {
  return Array.from(values, (_, i) => i).filter((i) => !Number.isNaN(values[i]!) && !Number.isNaN(returns[i]!));
}

/**
 * Information coefficient: Spearman's rank correlation of values and the returns that followed, positive where the rows that a sort puts first did better.
 * Missing values are NaN and left out. Null for fewer than two rows and for constants.
 */
export function informationCoefficient(
  values: ArrayLike<number>,
  returns: ArrayLike<number>,
  direction: 'asc' | 'desc',
): number | null {
  const at = known(values, returns);
  const pick = (from: ArrayLike<number>): Float64Array => averageRanks(at.map((i) => from[i]!));
  const coefficient = correlation(pick(values), pick(returns));
  return coefficient === null || direction === 'desc' ? coefficient : -coefficient;
}

export interface QuantileReturns {
  /** Mean return of each group, the first rows' first. */
  readonly groups: readonly number[];
  /** First less last group. */
  readonly spread: number;
}

/**
 * Mean returns of groups of equal size (positions p·n ÷ groups, rounded up) in the order of a sort. Missing values are NaN and left out.
 * Null for fewer rows than groups.
 */
export function quantileReturns(
  values: ArrayLike<number>,
  returns: ArrayLike<number>,
  direction: 'asc' | 'desc',
  groupCount: number,
): QuantileReturns | null {
  const sign = direction === 'asc' ? 1 : -1;
  const order = known(values, returns).sort((a, b) => sign * (values[a]! - values[b]!));
  if (order.length < groupCount) return null;
  const bound = (group: number): number => Math.ceil((group * order.length) / groupCount);
  const groups = Array.from({ length: groupCount }, (_, group) =>
    mean(order.slice(bound(group), bound(group + 1)).map((i) => returns[i]!)),
  );
  return { groups, spread: groups[0]! - groups.at(-1)! };
}

/** Lags that autocorrelation is looked for in: floor(4 (T / 100)^(2/9)) (Newey and West 1994). */
export function neweyWestLag(count: number): number {
  return Math.floor(4 * (count / 100) ** (2 / 9));
}

/** t statistic of a mean with Newey and West's (1987) standard error, no small-sample factor; null for fewer than two values and for a constant. */
export function neweyWestT(series: ArrayLike<number>, lag = neweyWestLag(series.length)): number | null {
  const deviation = sampleDeviation(series);
  if (deviation === null || deviation === 0) return null;
  const count = series.length;
  const center = mean(series);
  const covariance = (distance: number): number => {
    let sum = 0;
    for (let i = distance; i < count; i++) sum += (series[i]! - center) * (series[i - distance]! - center);
    return sum;
  };
  let variance = covariance(0);
  for (let distance = 1; distance <= Math.min(lag, count - 1); distance++)
    variance += 2 * (1 - distance / (lag + 1)) * covariance(distance);
  return variance > 0 ? center / (Math.sqrt(variance) / count) : null;
}
