/** How well a screen's order predicted the returns that followed. */
import { firstAtLeast } from './market.ts';
import { mean, sampleDeviation } from './performance.ts';

function isAscending(values: ArrayLike<number>): boolean {
  for (let i = 1; i < values.length; i++) if (values[i]! < values[i - 1]!) return false;
  return true;
}

function isDescending(values: ArrayLike<number>): boolean {
  for (let i = 1; i < values.length; i++) if (values[i]! > values[i - 1]!) return false;
  return true;
}

/** Ascending ranks from 1; ties share their mean rank. */
export function averageRanks(values: ArrayLike<number>): Float64Array {
  const count = values.length;
  const sorted = new Float64Array(values);
  if (isDescending(values)) sorted.reverse();
  else if (!isAscending(values)) sorted.sort();
  // The mean rank of equal values, at the position of the first.
  const rankFrom = new Float64Array(count);
  for (let from = 0, to = 0; from < count; from = to) {
    while (to < count && sorted[to] === sorted[from]) to++;
    rankFrom[from] = (from + to + 1) / 2;
  }
  const ranks = new Float64Array(count);
  for (let i = 0; i < count; i++) ranks[i] = rankFrom[firstAtLeast(sorted, values[i]!)]!;
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

/** Pairs with a known value and a known return. */
function knownPairs(values: ArrayLike<number>, returns: ArrayLike<number>): readonly [Float64Array, Float64Array] {
  const pairs = [new Float64Array(values.length), new Float64Array(values.length)] as const;
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i]!) || Number.isNaN(returns[i]!)) continue;
    pairs[0][count] = values[i]!;
    pairs[1][count++] = returns[i]!;
  }
  return [pairs[0].subarray(0, count), pairs[1].subarray(0, count)];
}

/**
 * Information coefficient: Spearman's rank correlation of values and the returns that followed, positive when the rows that
 * a sort puts first did better. Missing values (NaN) are left out. Null for fewer than two rows and for constants.
 */
export function informationCoefficient(
  values: ArrayLike<number>,
  returns: ArrayLike<number>,
  direction: 'asc' | 'desc',
): number | null {
  const [known, followed] = knownPairs(values, returns);
  const coefficient = correlation(averageRanks(known), averageRanks(followed));
  return coefficient === null || direction === 'desc' ? coefficient : -coefficient;
}

export interface QuantileReturns {
  /** Mean return of each group, the first rows' first. */
  readonly groups: readonly number[];
  /** First less last group. */
  readonly spread: number;
}

/**
 * Mean returns of groups of equal size (positions p·n ÷ groups, rounded up) in the order of a sort. Missing values (NaN) are left out.
 * Null for fewer rows than groups.
 */
export function quantileReturns(
  values: ArrayLike<number>,
  returns: ArrayLike<number>,
  direction: 'asc' | 'desc',
  groupCount: number,
): QuantileReturns | null {
  const sign = direction === 'asc' ? 1 : -1;
  const [known, followed] = knownPairs(values, returns);
  if (known.length < groupCount) return null;
  const isInOrder = direction === 'asc' ? isAscending(known) : isDescending(known);
  const order = isInOrder ? null : Uint32Array.from(known, (_, i) => i).sort((a, b) => sign * (known[a]! - known[b]!));
  const ordered = order ? Float64Array.from(order, (i) => followed[i]!) : followed;
  const bound = (group: number): number => Math.ceil((group * known.length) / groupCount);
  const groups = Array.from({ length: groupCount }, (_, group) => mean(ordered.subarray(bound(group), bound(group + 1))));
  return { groups, spread: groups[0]! - groups.at(-1)! };
}

/** Number of lags: floor(4 (T / 100)^(2/9)) (Newey and West 1994). */
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
