/** Where each row's value stands among the distinct values of a column: sorted once, so that any set of rows is counted without another sort. */
import { MISSING_KEY } from './radix.ts';

/** Largest place of two bytes. */
const SHORT_MAX = 0xffff;
/** Rows whose numbers fit in two bytes, which are moved faster than four. */
const SHORT_ROWS = 0x10000;
const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;
const MASK = DIGITS - 1;

export interface DenseRanks {
  /** By row of the table: 1 for the smallest value, equal values share a place; 0 for a missing one. */
  readonly denseRanks: Uint16Array | Uint32Array;
  /** Distinct values. */
  readonly rankCount: number;
}

/** Memory for one sort after the other: fresh arrays for each column of a large table would cost as much as the sorting. */
const scratch = {
  floats: new Float32Array(0),
  keys: new Uint32Array(0),
  rows: numbersOfRows(0, 0),
  otherKeys: new Uint32Array(0),
  otherRows: numbersOfRows(0, 0),
  counts: new Uint32Array(3 * DIGITS),
};

function numbersOfRows(length: number, tableLength: number): Uint16Array | Uint32Array {
  return tableLength <= SHORT_ROWS ? new Uint16Array(length) : new Uint32Array(length);
}

function reserveScratch(length: number, tableLength: number): void {
  const isWide = scratch.rows instanceof Uint32Array;
  if (scratch.floats.length >= length && isWide === tableLength > SHORT_ROWS) return;
  scratch.floats = new Float32Array(length);
  scratch.keys = new Uint32Array(scratch.floats.buffer);
  scratch.rows = numbersOfRows(length, tableLength);
  scratch.otherKeys = new Uint32Array(length);
  scratch.otherRows = numbersOfRows(length, tableLength);
}

/**
 * Writes the rows that have a value and their ascending keys, as numberKeys makes them, counts the digits of these, and gives how many
 * they are. In loops without choices, which take a third of the time of one loop with them.
 */
function collect(values: Float32Array, rates: Float32Array | null, rows: Uint32Array): number {
  const { floats, keys, rows: present, counts } = scratch;
  const n = rows.length;
  if (rates) for (let i = 0; i < n; i++) floats[i] = values[rows[i]!]! * rates[rows[i]!]! + 0;
  else for (let i = 0; i < n; i++) floats[i] = values[rows[i]!]! + 0;
  let count = 0;
  for (let i = 0; i < n; i++) {
    const bits = keys[i]! | 0;
    keys[count] = bits ^ ((bits >> 31) | 0x80000000);
    present[count] = rows[i]!;
    // Above the bits of infinity lies NaN.
    count += (bits & 0x7fffffff) <= 0x7f800000 ? 1 : 0;
  }
  counts.fill(0);
  for (let i = 0; i < count; i++) {
    const key = keys[i]! | 0;
    counts[key & MASK]!++;
    counts[DIGITS + ((key >>> DIGIT_BITS) & MASK)]!++;
    counts[2 * DIGITS + (key >>> (2 * DIGIT_BITS))]!++;
  }
  return count;
}

/** Sorts what `collect` has written: the radix sort of radix.ts, in the memory at hand. */
function sortCollected(count: number): { keys: Uint32Array; rows: Uint16Array | Uint32Array } {
  let [keys, rows, toKeys, toRows] = [scratch.keys, scratch.rows, scratch.otherKeys, scratch.otherRows];
  for (let pass = 0; pass < 3; pass++) {
    const shift = pass * DIGIT_BITS;
    const next = scratch.counts.subarray(pass * DIGITS, (pass + 1) * DIGITS);
    if (next[(keys[0]! >>> shift) & MASK] === count) continue;
    let sum = 0;
    for (let digit = 0; digit < DIGITS; digit++) {
      const size = next[digit]!;
      next[digit] = sum;
      sum += size;
    }
    for (let i = 0; i < count; i++) {
      const key = keys[i]!;
      const to = next[(key >>> shift) & MASK]!++;
      toKeys[to] = key;
      toRows[to] = rows[i]!;
    }
    [keys, rows, toKeys, toRows] = [toKeys, toRows, keys, rows];
  }
  return { keys, rows };
}

function distinctOf(keys: Uint32Array, count: number): number {
  let distinct = 1;
  for (let i = 1; i < count; i++) distinct += keys[i] === keys[i - 1] ? 0 : 1;
  return distinct;
}

/**
 * Sorts the values of the rows; rows that are not named count as missing.
 * @param rates a factor per row, as in filterNumbers; null for none
 */
export function denseRanksOf(values: Float32Array, rates: Float32Array | null, rows: Uint32Array): DenseRanks {
  reserveScratch(rows.length, values.length);
  const count = collect(values, rates, rows);
  const { keys, rows: sorted } = sortCollected(count);
  const isShort = count <= SHORT_MAX || distinctOf(keys, count) <= SHORT_MAX;
  const denseRanks = isShort ? new Uint16Array(values.length) : new Uint32Array(values.length);
  let place = 0;
  for (let i = 0, last = MISSING_KEY | 0; i < count; i++) {
    const key = keys[i]! | 0;
    place += key === last ? 0 : 1;
    last = key;
    denseRanks[sorted[i]!] = place;
  }
  return { denseRanks, rankCount: place };
}
