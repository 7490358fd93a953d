/** Bulk statistics straight from their definitions, by counting in double precision: the naive twins of kernels/. */

/** The number that steps compare: value × rate rounded to float32. */
export function comparedNumber(values: Float32Array, rates: Float32Array | null, row: number): number {
  return Math.fround(values[row]! * (rates ? rates[row]! : 1));
}

function present(values: Float32Array, rates: Float32Array | null, rows: Uint32Array): number[] {
  return Array.from(rows, (row) => comparedNumber(values, rates, row)).filter((value) => !Number.isNaN(value));
}

export function naiveMedian(values: Float32Array, rates: Float32Array | null, rows: Uint32Array): number {
  const sorted = present(values, rates, rows).sort((a, b) => a - b);
  const n = sorted.length;
  if (n === 0) return Number.NaN;
  const [lower, upper] = [sorted[Math.ceil(n / 2) - 1]!, sorted[Math.floor(n / 2)]!];
  return lower === upper ? lower : Math.fround((lower + upper) / 2);
}

/** Share of the values below plus half of those equal, among the rows that `sameScope` allows. */
export function naivePercentile(
  values: Float32Array,
  rates: Float32Array | null,
  rows: Uint32Array,
  row: number,
  sameScope: (other: number) => boolean,
): number {
  const value = comparedNumber(values, rates, row);
  if (!rows.includes(row) || Number.isNaN(value)) return Number.NaN;
  const scope = present(values, rates, rows.filter(sameScope));
  const below = scope.filter((other) => other < value).length;
  const equal = scope.filter((other) => other === value).length;
  return Math.fround((below + equal / 2) / scope.length);
}

function averageRanks(values: readonly number[]): number[] {
  const known = values.filter((value) => !Number.isNaN(value));
  return values.map((value) => {
    if (Number.isNaN(value)) return Number.NaN;
    const below = known.filter((other) => other < value).length;
    const equal = known.filter((other) => other === value).length;
    return below + (equal + 1) / 2;
  });
}

/** Pearson's coefficient of average ranks over the rows where both columns have a value; ranks are among the column's own values. */
export function naiveRankCorrelation(a: readonly number[], b: readonly number[]): { r: number; count: number } {
  const [ranksOfA, ranksOfB] = [averageRanks(a), averageRanks(b)];
  const both = a.map((_, i) => i).filter((i) => !Number.isNaN(ranksOfA[i]) && !Number.isNaN(ranksOfB[i]));
  const mean = (ranks: number[]) => both.reduce((sum, i) => sum + ranks[i]!, 0) / both.length;
  const [meanOfA, meanOfB] = [mean(ranksOfA), mean(ranksOfB)];
  let [ab, aa, bb] = [0, 0, 0];
  for (const i of both) {
    const [x, y] = [ranksOfA[i]! - meanOfA, ranksOfB[i]! - meanOfB];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return { r: both.length > 1 && aa > 1e-9 && bb > 1e-9 ? ab / Math.sqrt(aa * bb) : Number.NaN, count: both.length };
}

/** Kolmogorov–Smirnov distance at every value, Cliff's delta over every pair. */
export function naiveProfile(a: readonly number[], b: readonly number[]): { distance: number; delta: number } {
  const share = (side: readonly number[], value: number) => side.filter((other) => other <= value).length / side.length;
  const distance = Math.max(...[...a, ...b].map((value) => Math.abs(share(a, value) - share(b, value))));
  let sum = 0;
  for (const x of a) for (const y of b) sum += Number(x > y) - Number(x < y);
  return { distance, delta: sum / (a.length * b.length) };
}

/** The same against rows of different weight, those without a value among them. */
export function naiveWeightedProfile(
  a: readonly number[],
  others: readonly { readonly value: number; readonly weight: number }[],
): { distance: number; delta: number; missingShare: number } {
  const there = others.filter(({ value }) => !Number.isNaN(value));
  const weigh = (some: typeof others) => some.reduce((sum, { weight }) => sum + weight, 0);
  const total = weigh(there);
  const distances = there.map(({ value: at }) => {
    const below = a.filter((value) => value <= at).length / a.length;
    return Math.abs(below - weigh(there.filter(({ value }) => value <= at)) / total);
  });
  let sum = 0;
  for (const x of a) for (const { value, weight } of there) sum += weight * (Number(x > value) - Number(x < value));
  return {
    distance: a.length === 0 || total === 0 ? Number.NaN : Math.max(...distances),
    delta: sum / (a.length * total),
    missingShare: 1 - total / weigh(others),
  };
}

/** One part of a composite score in one row. */
export interface NaivePart {
  readonly percentile: number;
  readonly weight: number;
  readonly better: 'higher' | 'lower';
  readonly missing: 'drop' | 'zero' | 'median' | 'renormalise';
}

export function naiveScore(parts: readonly NaivePart[]): number {
  const counted = parts.filter(({ weight }) => weight > 0);
  const points = counted
    .filter(({ percentile, missing }) => !(Number.isNaN(percentile) && missing === 'renormalise'))
    .map(({ percentile, weight, better, missing }) => {
      if (!Number.isNaN(percentile)) return { weight, point: better === 'higher' ? percentile : 1 - percentile };
      return { weight, point: missing === 'zero' ? 0 : missing === 'median' ? 0.5 : Number.NaN };
    });
  const total = points.reduce((sum, { weight }) => sum + weight, 0);
  return points.reduce((sum, { weight, point }) => sum + weight * point, 0) / total;
}
