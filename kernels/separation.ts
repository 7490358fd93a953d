/** What sets two sets of rows apart in one column: exact two-sample statistics from sorted keys. */
import { medianOfKeys, sortedKeys } from './keys.ts';

/** One set of rows in one column. */
export interface Side {
  /** Values that are not missing. */
  readonly count: number;
  /** Share of the rows whose value is missing; NaN for no rows. */
  readonly missingShare: number;
  /** NaN without values. */
  readonly median: number;
}

export interface Separation {
  /** Largest difference between the two cumulative distributions, 0 … 1 (Kolmogorov 1933, Smirnov 1939); NaN if a side has no values. */
  readonly distance: number;
  /** P(a > b) − P(a < b) for a of `rows` and b of `others`, −1 … 1 (Cliff 1993); NaN if a side has no values. */
  readonly delta: number;
  readonly rows: Side;
  readonly others: Side;
}

/** The present values of a set of rows, sorted, so that one set can be compared with several. */
export interface Sample {
  readonly keys: Uint32Array;
  readonly rowCount: number;
}

/**
 * Sorts the values of the rows.
 * @param rates a factor per row, as in filterNumbers; null for none
 */
export function sampleOf(values: Float32Array, rates: Float32Array | null, rows: Uint32Array): Sample {
  return { keys: sortedKeys(values, rates, rows), rowCount: rows.length };
}

function sideOf({ keys, rowCount }: Sample): Side {
  return { count: keys.length, missingShare: (rowCount - keys.length) / rowCount, median: medianOfKeys(keys) };
}

/** One walk over both samples, from one value to the next. Pairs are counted in whole numbers, exact below 2^53 pairs. */
function walk(a: Uint32Array, b: Uint32Array): { distance: number; delta: number } {
  const n = a.length;
  const m = b.length;
  const pairs = n * m;
  if (pairs === 0) return { distance: Number.NaN, delta: Number.NaN };
  let widest = 0;
  let greater = 0;
  let equal = 0;
  let fromI = 0;
  let fromJ = 0;
  let i = 0;
  let j = 0;
  let key = Math.min(a[0]!, b[0]!);
  while (i < n && j < m) {
    const left = a[i]!;
    const right = b[j]!;
    const next = left < right ? left : right;
    if (next !== key) {
      greater += (i - fromI) * fromJ;
      equal += (i - fromI) * (j - fromJ);
      widest = Math.max(widest, Math.abs(i * m - j * n));
      fromI = i;
      fromJ = j;
      key = next;
    }
    i += left === next ? 1 : 0;
    j += right === next ? 1 : 0;
  }
  while (i < n && a[i]! === key) i++;
  while (j < m && b[j]! === key) j++;
  widest = Math.max(widest, Math.abs(i * m - j * n));
  equal += (i - fromI) * (j - fromJ);
  // What is left of a lies above all of b.
  greater += (i - fromI) * fromJ + (n - i) * m;
  return { distance: widest / pairs, delta: (2 * greater + equal - pairs) / pairs };
}

/** How far apart two samples lie. */
export function separate(rows: Sample, others: Sample): Separation {
  return { ...walk(rows.keys, others.keys), rows: sideOf(rows), others: sideOf(others) };
}

/** How far apart two sets of rows lie in a column; a row may be in both. */
export function separation(values: Float32Array, rates: Float32Array | null, rows: Uint32Array, others: Uint32Array): Separation {
  return separate(sampleOf(values, rates, rows), sampleOf(values, rates, others));
}
