/** Stable radix sort of row numbers by 32-bit keys: three passes of 11, 11 and 10 bits, a pass that would change nothing left out. */
import { workCounters } from '../workCounters.ts';

const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;
const MASK = DIGITS - 1;
/** Sorts last in both directions. */
export const MISSING_KEY = 0xffffffff;
/** Largest bits of a number without its sign that is not NaN: those of infinity. */
const INFINITE_BITS = 0x7f800000;

/**
 * The key of a float32 number with these bits; `flip` is -1 for a descending order, else 0. Without a branch: which numbers are missing
 * can't be foreseen.
 */
function keyOf(raw: number, flip: number): number {
  // All bits for NaN, none for a number.
  const missing = (INFINITE_BITS - (raw & 0x7fffffff)) >> 31;
  return (raw ^ ((raw >> 31) | -0x80000000) ^ flip) | missing;
}

/**
 * Keys of rows in their present order.
 * @param values a column; `rates` a factor per row (US dollars per unit), or null
 * @returns one key per position of `rows`
 */
export function numberKeys(
  values: Float32Array,
  rates: Float32Array | null,
  rows: Uint32Array,
  descending: boolean,
): Uint32Array {
  const n = rows.length;
  const floats = new Float32Array(n);
  if (rates) for (let i = 0; i < n; i++) floats[i] = values[rows[i]!]! * rates[rows[i]!]! + 0;
  else for (let i = 0; i < n; i++) floats[i] = values[rows[i]!]! + 0;
  const bits = new Int32Array(floats.buffer);
  const flip = descending ? -1 : 0;
  for (let i = 0; i < n; i++) bits[i] = keyOf(bits[i]!, flip);
  return new Uint32Array(floats.buffer);
}

/** How many keys have each value of the lowest, the middle and the highest digit. */
type Counts = readonly [low: Uint32Array, middle: Uint32Array, high: Uint32Array];
const newCounts = (): Counts => [new Uint32Array(DIGITS), new Uint32Array(DIGITS), new Uint32Array(DIGITS)];

/** What passes before the last one write, and keys that nobody asked for: used again by the next sort. */
let spareRows = new Uint32Array(0);
let spareKeys = new Uint32Array(0);
let spareFloats = new Float32Array(0);
let spareBits = new Uint32Array(spareFloats.buffer);

function makeKeys(n: number): void {
  if (spareFloats.length >= n) return;
  spareFloats = new Float32Array(n);
  spareBits = new Uint32Array(spareFloats.buffer);
}

/** Moves rows and keys to where `next` says for their digit. */
function scatter(
  fromRows: Uint32Array,
  fromKeys: Uint32Array,
  toRows: Uint32Array,
  toKeys: Uint32Array,
  shift: number,
  next: Uint32Array,
  n: number,
): void {
  for (let i = 0; i < n; i++) {
    const key = fromKeys[i]!;
    const digit = (key >>> shift) & MASK;
    const to = next[digit]!;
    next[digit] = to + 1;
    toRows[to] = fromRows[i]!;
    toKeys[to] = key;
  }
}

/** The same without the keys, which nobody needs behind the last pass. */
function scatterRows(
  fromRows: Uint32Array,
  fromKeys: Uint32Array,
  toRows: Uint32Array,
  shift: number,
  next: Uint32Array,
  n: number,
): void {
  for (let i = 0; i < n; i++) {
    const digit = (fromKeys[i]! >>> shift) & MASK;
    const to = next[digit]!;
    next[digit] = to + 1;
    toRows[to] = fromRows[i]!;
  }
}

/** From how many to where the first of each goes. */
function toStarts(counts: Uint32Array): void {
  let sum = 0;
  for (let digit = 0; digit < counts.length; digit++) {
    const size = counts[digit]!;
    counts[digit] = sum;
    sum += size;
  }
}

/** The passes over keys that were counted; those of the spare memory are overwritten. */
function sortCounted(rows: Uint32Array, keys: Uint32Array, counts: Counts): Uint32Array {
  const n = rows.length;
  workCounters.sorts++;
  workCounters.sortedRows += n;
  const passes = [0, 1, 2].filter((pass) => counts[pass]![(keys[0]! >>> (pass * DIGIT_BITS)) & MASK] !== n);
  if (passes.length === 0) return rows.slice(0, n);
  if (passes.length > 1 && spareRows.length < n) {
    spareRows = new Uint32Array(n);
    spareKeys = new Uint32Array(n);
  }
  const sorted = new Uint32Array(n);
  if (passes.length > 2) makeKeys(n);
  let fromRows = rows;
  let fromKeys = keys;
  for (const [index, pass] of passes.entries()) {
    const next = counts[pass]!;
    toStarts(next);
    const left = passes.length - 1 - index;
    if (left === 0) {
      scatterRows(fromRows, fromKeys, sorted, pass * DIGIT_BITS, next, n);
      continue;
    }
    // The last pass writes to `sorted`, so that the one before it must not, but the one before that may.
    const [toRows, toKeys] = [left === 1 ? spareRows : sorted, index === 0 ? spareKeys : spareBits];
    scatter(fromRows, fromKeys, toRows, toKeys, pass * DIGIT_BITS, next, n);
    fromRows = toRows;
    fromKeys = toKeys;
  }
  return sorted;
}

/** The rows in ascending order of their keys; equal keys keep their order. Neither argument is changed. */
export function sortByKeys(rows: Uint32Array, keys: Uint32Array): Uint32Array {
  const n = rows.length;
  if (n < 2) return rows.slice();
  const counts = newCounts();
  const [low, middle, high] = counts;
  for (let i = 0; i < n; i++) {
    const key = keys[i]!;
    low[key & MASK]!++;
    middle[(key >>> DIGIT_BITS) & MASK]!++;
    high[key >>> (2 * DIGIT_BITS)]!++;
  }
  return sortCounted(rows, keys, counts);
}

function countedKeys(
  values: Float32Array,
  rates: Float32Array | null,
  rows: Uint32Array,
  floats: Float32Array,
  bits: Uint32Array,
  flip: number,
  [low, middle, high]: Counts,
): void {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    // Through memory, since the language has no other way from a float32 number to its bits.
    floats[i] = (rates ? values[row]! * rates[row]! : values[row]!) + 0;
    const key = keyOf(bits[i]!, flip);
    bits[i] = key;
    low[key & MASK]!++;
    middle[(key >>> DIGIT_BITS) & MASK]!++;
    high[key >>> (2 * DIGIT_BITS)]!++;
  }
}

/** {@link sortByKeys} by {@link numberKeys}, in one pass less and without memory for the keys. */
export function sortByNumbers(
  values: Float32Array,
  rates: Float32Array | null,
  rows: Uint32Array,
  descending: boolean,
): Uint32Array {
  const n = rows.length;
  if (n < 2) return rows.slice();
  makeKeys(n);
  const counts = newCounts();
  countedKeys(values, rates, rows, spareFloats, spareBits, descending ? -1 : 0, counts);
  return sortCounted(rows, spareBits, counts);
}

/**
 * The rows in the order of their codes; rows of one code keep their order.
 * @param codes a code per row of the table
 * @param order every code once, the first one first
 */
export function sortByCodes(rows: Uint32Array, codes: Uint32Array, order: Uint32Array): Uint32Array {
  const n = rows.length;
  if (n < 2) return rows.slice();
  workCounters.sorts++;
  workCounters.sortedRows += n;
  const next = new Uint32Array(order.length);
  for (let i = 0; i < n; i++) next[codes[rows[i]!]!]!++;
  let sum = 0;
  for (let place = 0; place < order.length; place++) {
    const code = order[place]!;
    const size = next[code]!;
    next[code] = sum;
    sum += size;
  }
  const sorted = new Uint32Array(n);
  for (let i = 0; i < n; i++) {
    const row = rows[i]!;
    const code = codes[row]!;
    const to = next[code]!;
    next[code] = to + 1;
    sorted[to] = row;
  }
  return sorted;
}
