/** Distributions by codes: every row of a column gets the number of its bin once; after that any set of rows is counted, not compared. */
import { BINS_MAX, type Bins, type Spread } from './edges.ts';
import { effort } from './effort.ts';
import { keyNumber, middleOf } from './keys.ts';

/** Code of a row whose value is missing. */
export const MISSING_CODE = BINS_MAX;

/** A key's upper 14 bits: sign, exponent and 5 bits of the fraction. */
const CELLS = 1 << 14;
const CELL_SHIFT = 18;
/** A key's upper 12 bits, for the first guess of a bin. */
const GUESSES = 1 << 12;
const GUESS_SHIFT = 20;

/** Fewer filled cells than these say too little about quantiles. */
const COARSE_CELLS = 128;
/** Quantiles that a scale is chosen from. */
const SHARES = [0.01, 0.25, 0.75, 0.99] as const;

const cells = new Uint32Array(CELLS);

/** The numbers that steps compare, by row: value × rate rounded to float32. The same array when there are no rates. */
export function comparedNumbers(values: Float32Array, rates: Float32Array | null): Float32Array {
  if (rates === null) return values;
  const numbers = new Float32Array(values.length);
  for (let row = 0; row < values.length; row++) numbers[row] = values[row]! * rates[row]!;
  return numbers;
}

function bitsOf(numbers: Float32Array): Uint32Array {
  return new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length);
}

/** All values, ascending, unless there are more than BINS_MAX. */
function distinctOf(numbers: Float32Array): number[] | null {
  const found = new Set<number>();
  let last = Number.NaN;
  for (let row = 0; row < numbers.length; row++) {
    const number = numbers[row]!;
    if (number === last || Number.isNaN(number)) continue;
    last = number;
    if (found.add(number).size > BINS_MAX) return null;
  }
  return [...found].sort((a, b) => a - b);
}

/** Counts the numbers per cell of the order of keys, and finds the ends. */
function countCells(numbers: Float32Array): { count: number; min: number; max: number } {
  const raw = bitsOf(numbers);
  cells.fill(0);
  let count = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < numbers.length; row++) {
    const number = numbers[row]!;
    if (Number.isNaN(number)) continue;
    const bits = number === 0 ? 0 : raw[row]!;
    cells[(bits >>> 31 ? ~bits : bits | 0x80000000) >>> CELL_SHIFT]!++;
    if (number < min) min = number;
    if (number > max) max = number;
    count++;
  }
  return { count, min, max };
}

/** Counts the numbers per cell of equal steps from min to max. */
function countEvenly(numbers: Float32Array, min: number, max: number): void {
  cells.fill(0);
  const factor = (CELLS - 1) / (max - min);
  for (let row = 0; row < numbers.length; row++) {
    const number = numbers[row]!;
    if (!Number.isNaN(number)) cells[((number - min) * factor) | 0]!++;
  }
}

/** Lower quartile of the magnitudes that are not zero, from the cells of keys; NaN when there are none. Below 2^-131 counts as zero. */
function typicalMagnitude(): number {
  const half = CELLS / 2;
  let total = 0;
  for (let cell = 1; cell < half; cell++) total += cells[half + cell]! + cells[half - 1 - cell]!;
  let below = 0;
  for (let cell = 1; cell < half; cell++) {
    below += cells[half + cell]! + cells[half - 1 - cell]!;
    if (total > 0 && below >= total / 4) return keyNumber(((half + cell) << CELL_SHIFT) >>> 0);
  }
  return Number.NaN;
}

/** Quantiles of SHARES from the counted cells, each the lower end of its cell. */
function quantilesOf(count: number, numberOf: (cell: number) => number): number[] {
  const quantiles: number[] = [];
  let below = 0;
  for (let cell = 0; cell < CELLS && quantiles.length < SHARES.length; cell++) {
    if (cells[cell] === 0) continue;
    below += cells[cell]!;
    while (quantiles.length < SHARES.length && below > SHARES[quantiles.length]! * (count - 1)) quantiles.push(numberOf(cell));
  }
  return quantiles;
}

/** How the numbers are spread, from one count by the upper bits of their keys; by equal steps where these are too coarse. */
export function spreadOf(numbers: Float32Array): Spread {
  const { count, min, max } = countCells(numbers);
  let filled = 0;
  for (let cell = 0; cell < CELLS; cell++) if (cells[cell] !== 0) filled++;
  const magnitude = typicalMagnitude();
  const distinct = filled <= BINS_MAX ? distinctOf(numbers) : null;
  const even = filled < COARSE_CELLS && max - min > 0 && max - min < Infinity;
  if (even) countEvenly(numbers, min, max);
  const numberOf = even
    ? (cell: number) => min + (cell * (max - min)) / (CELLS - 1)
    : (cell: number) => Math.min(Math.max(keyNumber((cell << CELL_SHIFT) >>> 0), min), max);
  const [low, lowerQuartile, upperQuartile, high] = quantilesOf(count, numberOf) as [number, number, number, number];
  return { count, min, max, low, lowerQuartile, upperQuartile, high, magnitude, distinct };
}

/** The code of every row: the number of its bin, or MISSING_CODE. */
export function binCodes(numbers: Float32Array, { lows }: Bins): Uint8Array {
  const edges = new Float32Array(BINS_MAX + 1).fill(Number.NaN);
  edges.set(lows.subarray(1));
  const guesses = new Uint8Array(GUESSES);
  for (let cell = 1, bin = 0; cell < GUESSES; cell++) {
    const smallest = keyNumber((cell << GUESS_SHIFT) >>> 0);
    while (smallest >= edges[bin]!) bin++;
    guesses[cell] = bin;
  }
  const raw = bitsOf(numbers);
  const codes = new Uint8Array(numbers.length);
  effort.codedColumns++;
  for (let row = 0; row < numbers.length; row++) {
    const number = numbers[row]!;
    const bits = raw[row]!;
    let bin = guesses[(bits >>> 31 ? ~bits : bits | 0x80000000) >>> GUESS_SHIFT]!;
    // Nothing reaches the NaN behind the last edge.
    while (number >= edges[bin]!) bin++;
    codes[row] = Number.isNaN(number) ? MISSING_CODE : bin;
  }
  return codes;
}

/** Largest number of each bin; −∞ for an empty one. */
export function largestOfBins(numbers: Float32Array, codes: Uint8Array): Float32Array {
  const largest = new Float32Array(MISSING_CODE + 1).fill(Number.NEGATIVE_INFINITY);
  for (let row = 0; row < numbers.length; row++) {
    if (numbers[row]! > largest[codes[row]!]!) largest[codes[row]!] = numbers[row]!;
  }
  return largest;
}

/** How many of the rows have each code: BINS_MAX bins, then the missing. The sum is rows.length. */
export function countCodes(codes: Uint8Array, rows: Uint32Array): Uint32Array {
  effort.countedRows += rows.length;
  // Two tables in turn, since an increment right after one of the same cell has to wait for it.
  const counts = new Uint32Array(128);
  const even = rows.length & ~1;
  for (let i = 0; i < even; i += 2) {
    counts[codes[rows[i]!]!]!++;
    counts[64 | codes[rows[i + 1]!]!]!++;
  }
  if (even < rows.length) counts[codes[rows[even]!]!]!++;
  const sums = new Uint32Array(MISSING_CODE + 1);
  for (let code = 0; code <= MISSING_CODE; code++) sums[code] = counts[code]! + counts[64 + code]!;
  return sums;
}

/** Moves the number that belongs at `rank` there, the smaller ones before it (Hoare 1961). No NaN. */
export function select(numbers: Float32Array, rank: number): number {
  let left = 0;
  let right = numbers.length - 1;
  while (left < right) {
    const pivot = numbers[(left + right) >>> 1]!;
    let i = left;
    let j = right;
    while (i <= j) {
      while (numbers[i]! < pivot) i++;
      while (numbers[j]! > pivot) j--;
      if (i <= j) {
        const swapped = numbers[i]!;
        numbers[i++] = numbers[j]!;
        numbers[j--] = swapped;
      }
    }
    if (rank <= j) right = j;
    else if (rank >= i) left = i;
    else break;
  }
  return numbers[rank]!;
}

let kept = new Uint32Array(0);

/** Room for so many row numbers, written over by the next call. */
function placesOf(count: number): Uint32Array {
  if (kept.length < count) kept = new Uint32Array(count);
  return kept;
}

/** The numbers of the rows in a bin, in the order of the rows. */
function numbersOfBin(
  values: Float32Array,
  rates: Float32Array | null,
  codes: Uint8Array,
  rows: Uint32Array,
  bin: number,
  count: number,
): Float32Array {
  // Written to always and counted on only by a row of the bin, so that a processor need not guess which rows those are.
  const places = placesOf(count + 1);
  let at = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    places[at] = row;
    at += codes[row] === bin ? 1 : 0;
  }
  const found = new Float32Array(count);
  if (rates === null) for (let i = 0; i < count; i++) found[i] = values[places[i]!]!;
  else for (let i = 0; i < count; i++) found[i] = values[places[i]!]! * rates[places[i]!]!;
  return found;
}

/** The bin that holds the number at `rank`, from 0, and how many lie in the bins before; BINS_MAX when there is none. */
function binAtRank(counts: Uint32Array, rank: number): { bin: number; below: number } {
  let bin = 0;
  let below = 0;
  while (bin < BINS_MAX && below + counts[bin]! <= rank) below += counts[bin++]!;
  return { bin, below };
}

/**
 * The number at `rank`, from 0, among the present values of the rows; exact. Only the bin that holds it is looked at again.
 * @param counts of the same rows and codes
 * @returns NaN for a rank that isn't there
 */
export function numberAtRank(
  values: Float32Array,
  rates: Float32Array | null,
  codes: Uint8Array,
  rows: Uint32Array,
  counts: Uint32Array,
  rank: number,
): number {
  const { bin, below } = binAtRank(counts, rank);
  if (bin === BINS_MAX) return Number.NaN;
  return select(numbersOfBin(values, rates, codes, rows, bin, counts[bin]!), rank - below);
}

/** Median of the rows' present values, exact; of two middle ones their mean, rounded to float32; NaN when there is none. */
export function medianByCodes(
  values: Float32Array,
  rates: Float32Array | null,
  codes: Uint8Array,
  rows: Uint32Array,
  counts: Uint32Array,
): number {
  const n = rows.length - counts[MISSING_CODE]!;
  const rank = n >>> 1;
  const { bin, below } = binAtRank(counts, rank);
  if (bin === BINS_MAX) return Number.NaN;
  const found = numbersOfBin(values, rates, codes, rows, bin, counts[bin]!);
  const upper = select(found, rank - below);
  if (n % 2 === 1) return upper;
  if (rank === below) return middleOf(numberAtRank(values, rates, codes, rows, counts, rank - 1), upper);
  let lower = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < rank - below; i++) if (found[i]! > lower) lower = found[i]!;
  return middleOf(lower, upper);
}
