/** How two sets of rows differ in one column: exact two-sample statistics from counts by rank. */

import type { DenseRanks } from '../sort/denseRanks.ts';
import { middleOf } from '../sort/keys.ts';

/** One set of rows in one column. */
export interface Side {
  /** Values that are not missing. */
  readonly count: number;
  /** Share of the rows with a missing value; NaN without rows. */
  readonly missingShare: number;
  /** NaN without values. */
  readonly median: number;
}

export interface Profile {
  /** Largest difference between the two cumulative distributions, 0 … 1 (Kolmogorov 1933, Smirnov 1939); NaN if a side has no values. */
  readonly distance: number;
  /** P(a > b) − P(a < b) for a of `rows` and b of `others`, −1 … 1 (Cliff 1993); NaN if a side has no values. */
  readonly delta: number;
  readonly rows: Side;
  readonly others: Side;
}

/** Weights of rows: a weight per group, and the group of each row of the table. */
export interface Weights {
  readonly codes: Uint32Array;
  readonly byGroup: Float64Array;
}

/** Weights of a set of rows: by rank, of all values, and of the missing ones. */
interface Sample {
  readonly byRank: Uint32Array | Float64Array;
  readonly total: number;
  readonly missing: number;
  /** Number of values, unweighted. */
  readonly count: number;
}

/** Memory reused between columns: one for `rows`, one for `others`. */
const scratch = { a: new Uint32Array(0), b: new Uint32Array(0), weighted: new Float64Array(0) };

function cleared(name: 'a' | 'b', length: number): Uint32Array {
  if (scratch[name].length < length) scratch[name] = new Uint32Array(length);
  return scratch[name].fill(0, 0, length);
}

function counted({ denseRanks }: DenseRanks, rows: Uint32Array, byRank: Uint32Array): Sample {
  for (let i = 0; i < rows.length; i++) byRank[denseRanks[rows[i]!]!]!++;
  const missing = byRank[0]!;
  return { byRank, total: rows.length - missing, missing, count: rows.length - missing };
}

function weighed({ denseRanks, rankCount }: DenseRanks, rows: Uint32Array, { codes, byGroup }: Weights): Sample {
  if (scratch.weighted.length <= rankCount) scratch.weighted = new Float64Array(rankCount + 1);
  const byRank = scratch.weighted.fill(0, 0, rankCount + 1);
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const place = denseRanks[row]!;
    byRank[place]! += byGroup[codes[row]!]!;
    if (place !== 0) count++;
  }
  let total = 0;
  for (let place = 1; place <= rankCount; place++) total += byRank[place]!;
  return { byRank, total, missing: byRank[0]!, count };
}

/** Rounding error within which a sum of weights counts as half. */
const HALF_TOLERANCE = 1e-12;

/** Ranks of the two middle values: where half of the weight is reached, and where it is exceeded. */
function middleRanks({ byRank, total }: Sample, rankCount: number): [lower: number, upper: number] {
  const reached = (total / 2) * (1 - HALF_TOLERANCE);
  const passed = (total / 2) * (1 + HALF_TOLERANCE);
  let place = 0;
  let below = 0;
  while (below < reached) below += byRank[++place]!;
  const lower = place;
  while (below <= passed && place < rankCount) below += byRank[++place]!;
  return [lower, place];
}

/** One pass over both samples by rank. Without weights, pairs are counted in integers, exact below 2^53 pairs. */
function walk(a: Sample, b: Sample, rankCount: number): { distance: number; delta: number } {
  const pairs = a.total * b.total;
  if (pairs === 0) return { distance: Number.NaN, delta: Number.NaN };
  let widest = 0;
  let greater = 0;
  let equal = 0;
  let belowA = 0;
  let belowB = 0;
  for (let place = 1; place <= rankCount; place++) {
    const atA = a.byRank[place]!;
    const atB = b.byRank[place]!;
    greater += atA * belowB;
    equal += atA * atB;
    belowA += atA;
    belowB += atB;
    const gap = Math.abs(belowA * b.total - belowB * a.total);
    if (gap > widest) widest = gap;
  }
  return { distance: widest / pairs, delta: (2 * greater + equal - pairs) / pairs };
}

/**
 * How far apart two sets of rows are in a column; a row may be in both.
 * @param column ranks over rows that include both sets
 * @param numberOf a row's value as it was ranked: times its rate, rounded to float32
 * @param weights of `others`; null for equal weights
 */
export function profile(
  column: DenseRanks,
  numberOf: (row: number) => number,
  rows: Uint32Array,
  others: Uint32Array,
  weights: Weights | null,
): Profile {
  const { denseRanks, rankCount } = column;
  const a = counted(column, rows, cleared('a', rankCount + 1));
  const b = weights ? weighed(column, others, weights) : counted(column, others, cleared('b', rankCount + 1));
  const median = (lower: number, upper: number): number =>
    middleOf(numberOf(denseRanks.indexOf(lower)), numberOf(denseRanks.indexOf(upper)));
  const side = (sample: Sample): Side => ({
    count: sample.count,
    missingShare: sample.missing / (sample.missing + sample.total),
    median: sample.count === 0 ? Number.NaN : median(...middleRanks(sample, rankCount)),
  });
  return { ...walk(a, b, rankCount), rows: side(a), others: side(b) };
}
