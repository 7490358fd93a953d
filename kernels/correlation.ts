/**
 * Rank correlation of many columns with one another, as a blocked product of rank matrices.
 *
 * For two columns x and y, over the rows where both have a value: (n Σxy − Σx Σy) / √((n Σx² − (Σx)²)(n Σy² − (Σy)²)).
 * x and y are centred average ranks times two, which are whole numbers, 0 where missing; so Σxy needs no mask and every sum is exact
 * below 2^53. Σx and Σx² over the rows where y has a value come from the rows where y has none, or from those where it has one,
 * whichever are fewer; columns that miss the same rows share that work.
 */
import { presentCount } from './keys.ts';
import { orderOfKeys, positionsUpTo } from './percentile.ts';
import { numberKeys, sortByKeys } from './sort.ts';

/** A column as steps compare it: values by row, and a factor by row or null. */
export interface Ranked {
  readonly values: Float32Array;
  readonly rates: Float32Array | null;
}

/** Both matrices row by row, columns × columns, symmetric. */
export interface Correlations {
  /** −1 … 1; NaN where fewer than two rows have both values or one of the columns does not vary over them. */
  readonly coefficients: Float32Array;
  /** Rows that have both values. */
  readonly counts: Uint32Array;
}

/** Work done and to do, in the same arbitrary unit. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** Rows of a block: 215 columns of doubles fill less than a megabyte, which stays in a second-level cache. */
const BLOCK_ROWS = 512;
/** Columns side by side in a panel; a tile is LANES × LANES sums in registers. */
const LANES = 4;

/** The ranks of a column over the chosen rows. */
interface Ranks {
  /** By position: 2 × average rank − (count + 1), a whole number; 0 for missing. Exact in float32 below 2^23 rows. */
  readonly centred: Float32Array;
  /** A bit per position: 1 for missing. */
  readonly missing: Uint32Array;
  readonly count: number;
  /** Positions of the missing, ascending. */
  readonly missingPositions: Uint32Array;
  /** Σ centred². */
  readonly squares: number;
}

/** Columns that miss the same rows. */
interface Pattern {
  readonly missing: Uint32Array;
  readonly count: number;
  /** Whether `positions` are those that have a value; else those that miss it. */
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
  const centred = new Float32Array(n);
  let squares = 0;
  for (let first = 0; first < count; ) {
    let behind = first + 1;
    while (behind < count && ordered[behind]! === ordered[first]!) behind++;
    const rank = first + behind - count;
    squares += rank * rank * (behind - first);
    for (let i = first; i < behind; i++) centred[sorted[i]!] = rank;
    first = behind;
  }
  const missing = new Uint32Array((n + 31) >>> 5);
  for (let i = count; i < n; i++) missing[sorted[i]! >>> 5]! |= 1 << sorted[i]!;
  // The sort is stable and puts the missing last.
  return { centred, missing, count, missingPositions: sorted.slice(count), squares };
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

/** The number of a column's pattern, which is added to `patterns` when it is a new one. */
function patternIndex(patterns: Pattern[], column: Ranks, n: number): number {
  const known = patterns.findIndex((pattern) => pattern.count === column.count && samePattern(pattern.missing, column.missing));
  return known >= 0 ? known : patterns.push(patternOf(column, n)) - 1;
}

/** Lays `size` positions from `from` on out as groups of LANES columns: group, position, lane. */
function fillPanel(panel: Float64Array, ranks: readonly Ranks[], from: number, size: number): void {
  for (const [column, { centred }] of ranks.entries()) {
    let at = Math.floor(column / LANES) * BLOCK_ROWS * LANES + (column % LANES);
    for (let i = from; i < from + size; i++, at += LANES) panel[at] = centred[i]!;
  }
}

/** Adds the products of the LANES columns at a with those at b over `size` positions to 16 sums. */
function addTile(panel: Float64Array, a: number, b: number, size: number, sums: Float64Array, at: number): void {
  let s00 = 0;
  let s01 = 0;
  let s02 = 0;
  let s03 = 0;
  let s10 = 0;
  let s11 = 0;
  let s12 = 0;
  let s13 = 0;
  let s20 = 0;
  let s21 = 0;
  let s22 = 0;
  let s23 = 0;
  let s30 = 0;
  let s31 = 0;
  let s32 = 0;
  let s33 = 0;
  const end = a + size * LANES;
  for (let i = a, j = b; i < end; i += LANES, j += LANES) {
    const x0 = panel[i]!;
    const x1 = panel[i + 1]!;
    const x2 = panel[i + 2]!;
    const x3 = panel[i + 3]!;
    const y0 = panel[j]!;
    const y1 = panel[j + 1]!;
    const y2 = panel[j + 2]!;
    const y3 = panel[j + 3]!;
    s00 += x0 * y0;
    s01 += x0 * y1;
    s02 += x0 * y2;
    s03 += x0 * y3;
    s10 += x1 * y0;
    s11 += x1 * y1;
    s12 += x1 * y2;
    s13 += x1 * y3;
    s20 += x2 * y0;
    s21 += x2 * y1;
    s22 += x2 * y2;
    s23 += x2 * y3;
    s30 += x3 * y0;
    s31 += x3 * y1;
    s32 += x3 * y2;
    s33 += x3 * y3;
  }
  sums[at + 0]! += s00;
  sums[at + 1]! += s01;
  sums[at + 2]! += s02;
  sums[at + 3]! += s03;
  sums[at + 4]! += s10;
  sums[at + 5]! += s11;
  sums[at + 6]! += s12;
  sums[at + 7]! += s13;
  sums[at + 8]! += s20;
  sums[at + 9]! += s21;
  sums[at + 10]! += s22;
  sums[at + 11]! += s23;
  sums[at + 12]! += s30;
  sums[at + 13]! += s31;
  sums[at + 14]! += s32;
  sums[at + 15]! += s33;
}

/** Adds Σx and Σx² of the LANES columns at a over the listed positions of a block to 8 sums. */
function addListed(panel: Float64Array, a: number, offsets: Uint32Array, count: number, sums: Float64Array, at: number): void {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let q0 = 0;
  let q1 = 0;
  let q2 = 0;
  let q3 = 0;
  for (let i = 0; i < count; i++) {
    const k = a + offsets[i]!;
    const x0 = panel[k]!;
    const x1 = panel[k + 1]!;
    const x2 = panel[k + 2]!;
    const x3 = panel[k + 3]!;
    s0 += x0;
    s1 += x1;
    s2 += x2;
    s3 += x3;
    q0 += x0 * x0;
    q1 += x1 * x1;
    q2 += x2 * x2;
    q3 += x3 * x3;
  }
  sums[at + 0]! += s0;
  sums[at + 1]! += s1;
  sums[at + 2]! += s2;
  sums[at + 3]! += s3;
  sums[at + 4]! += q0;
  sums[at + 5]! += q1;
  sums[at + 6]! += q2;
  sums[at + 7]! += q3;
}

/** Everything that grows while the blocks go by. */
interface Sums {
  /** 16 per pair of groups (g, h), g <= h, in that order. */
  readonly products: Float64Array;
  /** 8 per pattern and group: Σx of LANES columns over the pattern's positions, then Σx². */
  readonly listed: Float64Array;
}

function addBlock(
  panel: Float64Array,
  patterns: readonly Pattern[],
  next: Uint32Array,
  from: number,
  size: number,
  sums: Sums,
): void {
  const groupCount = panel.length / (BLOCK_ROWS * LANES);
  const stride = BLOCK_ROWS * LANES;
  for (let g = 0, at = 0; g < groupCount; g++) {
    for (let h = g; h < groupCount; h++, at += LANES * LANES) addTile(panel, g * stride, h * stride, size, sums.products, at);
  }
  const offsets = new Uint32Array(BLOCK_ROWS);
  for (const [index, { positions }] of patterns.entries()) {
    let count = 0;
    let at = next[index]!;
    while (at < positions.length && positions[at]! < from + size) offsets[count++] = (positions[at++]! - from) * LANES;
    next[index] = at;
    if (count === 0) continue;
    for (let g = 0; g < groupCount; g++) {
      addListed(panel, g * stride, offsets, count, sums.listed, (index * groupCount + g) * 2 * LANES);
    }
  }
}

function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Rows that both patterns have values for. */
function commonCount(a: Pattern, b: Pattern, n: number): number {
  if (a === b) return a.count;
  if (a.count === n || b.count === n) return Math.min(a.count, b.count);
  let either = 0;
  for (let word = 0; word < a.missing.length; word++) either += bitCount(a.missing[word]! | b.missing[word]!);
  return n - either;
}

/** Whole numbers from here on may be rounded. */
const EXACT_MAX = 2 ** 53;
/** What a sum of squares keeps of itself, after its mean is taken out, by rounding alone. */
const ROUNDING = 1e-12;

/** Σ(x − mean x)(y − mean y) of n rows from Σxy, Σx and Σy, without losing it to rounding. */
function aboutMeans(n: number, xy: number, x: number, y: number): number {
  if (Math.abs(n * xy) < EXACT_MAX && Math.abs(x * y) < EXACT_MAX) return (n * xy - x * y) / n;
  const rest = xy - x * (y / n);
  return Math.abs(rest) < ROUNDING * Math.abs(xy) ? 0 : rest;
}

/** Σx and Σx² of a column over the rows where another one, of a given pattern, has values. */
function sumsWithin(
  column: number,
  ranks: Ranks,
  pattern: number,
  patterns: readonly Pattern[],
  sums: Sums,
): [x: number, xx: number] {
  const groupCount = sums.listed.length / (2 * LANES * patterns.length);
  const at = (pattern * groupCount + Math.floor(column / LANES)) * 2 * LANES + (column % LANES);
  const x = sums.listed[at]!;
  const xx = sums.listed[at + LANES]!;
  return patterns[pattern]!.listsPresent ? [x, xx] : [-x, ranks.squares - xx];
}

function productSum(a: number, b: number, groupCount: number, sums: Sums): number {
  const [first, second] = [Math.min(a, b), Math.max(a, b)];
  const g = Math.floor(first / LANES);
  const pair = g * groupCount - (g * (g - 1)) / 2 + Math.floor(second / LANES) - g;
  return sums.products[pair * LANES * LANES + (first % LANES) * LANES + (second % LANES)]!;
}

/**
 * Spearman's rank correlation of every column with every other: Pearson's coefficient of the average ranks that each column's values
 * have among its own over `rows`, over the rows where both have a value. Within 1e-6 of double arithmetic, rounded to float32.
 * Yields after every few milliseconds of work (of 60,000 rows), so that a caller may let others in, tell progress, or stop by `return()`.
 * Needs 4 bytes per column and row while it runs.
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
  const groupCount = Math.ceil(columnCount / LANES);
  const panel = new Float64Array(groupCount * BLOCK_ROWS * LANES);
  const next = new Uint32Array(patterns.length);
  const sums: Sums = {
    products: new Float64Array(((groupCount * (groupCount + 1)) / 2) * LANES * LANES),
    listed: new Float64Array(patterns.length * groupCount * 2 * LANES),
  };
  for (let from = 0; from < n; from += BLOCK_ROWS) {
    const size = Math.min(BLOCK_ROWS, n - from);
    fillPanel(panel, ranks, from, size);
    addBlock(panel, patterns, next, from, size, sums);
    yield { done: ++done, total };
  }
  const coefficients = new Float32Array(columnCount * columnCount);
  const counts = new Uint32Array(columnCount * columnCount);
  for (let a = 0; a < columnCount; a++) {
    for (let b = a; b < columnCount; b++) {
      const [ofA, ofB] = [patternOfColumn[a]!, patternOfColumn[b]!];
      const count = commonCount(patterns[ofA]!, patterns[ofB]!, n);
      const [x, xx] = sumsWithin(a, ranks[a]!, ofB, patterns, sums);
      const [y, yy] = sumsWithin(b, ranks[b]!, ofA, patterns, sums);
      const spread = Math.sqrt(aboutMeans(count, xx, x, x)) * Math.sqrt(aboutMeans(count, yy, y, y));
      const r = count > 1 && spread > 0 ? aboutMeans(count, productSum(a, b, groupCount, sums), x, y) / spread : Number.NaN;
      coefficients[a * columnCount + b] = coefficients[b * columnCount + a] = Math.min(1, Math.max(-1, r));
      counts[a * columnCount + b] = counts[b * columnCount + a] = count;
    }
    yield { done: ++done, total };
  }
  return { coefficients, counts };
}
