/**
 * Rank correlations between many columns, as a blocked product of rank matrices.
 *
 * For two columns x and y, over the rows where both have a value: (n Σxy − Σx Σy) / √((n Σx² − (Σx)²)(n Σy² − (Σy)²)).
 * x and y are centered average ranks times two, which are integers, 0 where missing; so Σxy needs no mask and every sum is exact
 * below 2^53. Σx and Σx² over the rows where y has a value are computed from the rows where y is missing or from those where it is
 * present, whichever are fewer; columns missing in the same rows share that work.
 */

import { BLOCK_ROWS, RankSums } from '../simd/products.ts';
import { presentCount } from '../sort/keys.ts';
import { numberKeys, sortByKeys } from '../sort/radix.ts';
import { orderOfKeys, positionsUpTo } from './percentile.ts';

/** A column as steps compare it: values and factors (or null) by row. */
export interface Ranked {
  readonly values: Float32Array;
  readonly rates: Float32Array | null;
}

/** Both matrices row by row, columns × columns, symmetric. */
export interface Correlations {
  /** −1 … 1; NaN when fewer than two rows have both values or one of the columns is constant over them. */
  readonly coefficients: Float32Array;
  /** Rows with both values. */
  readonly counts: Uint32Array;
}

/** Work done and to do, in the same arbitrary unit. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** The ranks of a column over the chosen rows. */
interface Ranks {
  /** By position: 2 × average rank − (count + 1), an integer; 0 when missing. Exact in float32 below 2^23 rows. */
  readonly centered: Float32Array;
  /** A bit per position: 1 for missing. */
  readonly missing: Uint32Array;
  readonly count: number;
  /** Positions of missing values, ascending. */
  readonly missingPositions: Uint32Array;
  /** Σ centered². */
  readonly squares: number;
}

/** Columns missing in the same rows. */
interface Pattern {
  readonly missing: Uint32Array;
  readonly count: number;
  /** True when `positions` are those of present values, else of missing ones. */
  readonly listsPresent: boolean;
  /** Ascending, whichever are fewer. */
  readonly positions: Uint32Array;
}

/** The ranks of a column over the rows, from one radix sort. */
function ranksOf({ values, rates }: Ranked, rows: Uint32Array): Ranks {
  const n = rows.length;
  const keys = numberKeys(values, rates, rows, false);
  const sorted = sortByKeys(positionsUpTo(n), keys);
  const ordered = orderOfKeys(sorted, keys);
  const count = presentCount(ordered);
  const centered = new Float32Array(n);
  let squares = 0;
  for (let first = 0; first < count; ) {
    let behind = first + 1;
    while (behind < count && ordered[behind]! === ordered[first]!) behind++;
    const rank = first + behind - count;
    squares += rank * rank * (behind - first);
    for (let i = first; i < behind; i++) centered[sorted[i]!] = rank;
    first = behind;
  }
  const missing = new Uint32Array((n + 31) >>> 5);
  for (let i = count; i < n; i++) missing[sorted[i]! >>> 5]! |= 1 << sorted[i]!;
  // The sort is stable and puts the missing last.
  return { centered, missing, count, missingPositions: sorted.slice(count), squares };
}

/**
 * Average ranks of each column over the rows, centered and divided by their number: −1 … 1 by position, NaN when missing: the ranks
 * that correlate multiplies. Yields after every column.
 */
export function* centeredRanks(columns: readonly Ranked[], rows: Uint32Array): Generator<Progress, Float32Array[]> {
  const all: Float32Array[] = [];
  for (const column of columns) {
    const { centered, count, missingPositions } = ranksOf(column, rows);
    for (let i = 0; i < centered.length; i++) centered[i]! /= count;
    for (const position of missingPositions) centered[position] = Number.NaN;
    all.push(centered);
    yield { done: all.length, total: columns.length };
  }
  return all;
}

function samePattern(a: Uint32Array, b: Uint32Array): boolean {
  for (let word = 0; word < a.length; word++) if (a[word]! !== b[word]!) return false;
  return true;
}

function patternOf({ missing, missingPositions, count }: Ranks, n: number): Pattern {
  if (count >= n - count) return { missing, count, listsPresent: false, positions: missingPositions };
  const positions = new Uint32Array(count);
  for (let i = 0, at = 0; at < count; i++) if (((missing[i >>> 5]! >>> (i & 31)) & 1) === 0) positions[at++] = i;
  return { missing, count, listsPresent: true, positions };
}

/** The index of a column's pattern, which is added to `patterns` if new. */
function patternIndex(patterns: Pattern[], column: Ranks, n: number): number {
  const known = patterns.findIndex((pattern) => pattern.count === column.count && samePattern(pattern.missing, column.missing));
  return known >= 0 ? known : patterns.push(patternOf(column, n)) - 1;
}

function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Rows with values in both patterns. */
function commonCount(a: Pattern, b: Pattern, n: number): number {
  if (a === b) return a.count;
  if (a.count === n || b.count === n) return Math.min(a.count, b.count);
  let either = 0;
  for (let word = 0; word < a.missing.length; word++) either += bitCount(a.missing[word]! | b.missing[word]!);
  return n - either;
}

/** Larger integers may be rounded. */
const EXACT_MAX = 2 ** 53;
/** Relative rounding error of a sum of squares less its mean. */
const ROUNDING = 1e-12;

/** Σ(x − mean x)(y − mean y) of n rows from Σxy, Σx and Σy, without cancellation. */
function aboutMeans(n: number, xy: number, x: number, y: number): number {
  if (Math.abs(n * xy) < EXACT_MAX) return (n * xy - x * y) / n;
  const rest = xy - x * (y / n);
  return Math.abs(rest) < ROUNDING * Math.abs(xy) ? 0 : rest;
}

interface Moments {
  readonly x: number;
  readonly xx: number;
}

/** Sums of a column over the rows where another has values, from its sums over the other's list. */
function within({ squares }: Ranks, { listsPresent }: Pattern, { x, xx }: Moments): Moments {
  return listsPresent ? { x, xx } : { x: -x, xx: squares - xx };
}

function coefficient(n: number, xy: number, x: Moments, y: Moments): number {
  const spread = Math.sqrt(aboutMeans(n, x.xx, x.x, x.x)) * Math.sqrt(aboutMeans(n, y.xx, y.x, y.x));
  if (!(spread > 0)) return Number.NaN;
  return Math.min(1, Math.max(-1, aboutMeans(n, xy, x.x, y.x) / spread));
}

/**
 * Spearman's rank correlation between all columns: Pearson's coefficient of each column's average ranks over `rows`, over the rows
 * where both have a value. Within 1e-6 of double arithmetic, rounded to float32. Yields every few milliseconds (at 60,000 rows), so that
 * the caller can run other work, report progress, or stop by `return()`. Needs 4 bytes per column and row while it runs.
 * @param rows each at most once, fewer than 2^23
 */
export function* correlate(columns: readonly Ranked[], rows: Uint32Array): Generator<Progress, Correlations> {
  const n = rows.length;
  const columnCount = columns.length;
  const total = 2 * columnCount + Math.ceil(n / BLOCK_ROWS);
  let done = 0;
  const ranks: Ranks[] = [];
  const patterns: Pattern[] = [];
  const patternOfColumn: number[] = [];
  for (const column of columns) {
    const ranked = ranksOf(column, rows);
    ranks.push(ranked);
    patternOfColumn.push(patternIndex(patterns, ranked, n));
    yield { done: ++done, total };
  }
  const sums = new RankSums(
    ranks.map(({ centered }) => centered),
    patterns.map(({ positions }) => positions),
  );
  for (let from = 0; from < n; from += BLOCK_ROWS) {
    sums.addBlock(Math.min(BLOCK_ROWS, n - from));
    yield { done: ++done, total };
  }
  const coefficients = new Float32Array(columnCount * columnCount);
  const counts = new Uint32Array(columnCount * columnCount);
  for (let a = 0; a < columnCount; a++) {
    for (let b = a; b < columnCount; b++) {
      const [ofA, ofB] = [patternOfColumn[a]!, patternOfColumn[b]!];
      const count = commonCount(patterns[ofA]!, patterns[ofB]!, n);
      const x = within(ranks[a]!, patterns[ofB]!, sums.listed(a, ofB));
      const y = within(ranks[b]!, patterns[ofA]!, sums.listed(b, ofA));
      const r = coefficient(count, sums.product(a, b), x, y);
      coefficients[a * columnCount + b] = coefficients[b * columnCount + a] = r;
      counts[a * columnCount + b] = counts[b * columnCount + a] = count;
    }
    yield { done: ++done, total };
  }
  return { coefficients, counts };
}
