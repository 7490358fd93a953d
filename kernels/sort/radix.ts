/** Stable radix sort of row numbers by 32-bit keys: three passes of 11, 11 and 10 bits, skipping passes that change nothing. */
import { workCounters } from '../workCounters.ts';

export const DIGIT_BITS = 11;
export const DIGITS = 1 << DIGIT_BITS;
export const MASK = DIGITS - 1;
/** Sorts last in both directions. */
export const MISSING_KEY = 0xffffffff;
/** Largest unsigned bits of a number that is not NaN: those of infinity. */
const INFINITE_BITS = 0x7f800000;

/** The key of a float32 number with these bits; `flip` is -1 for descending order, else 0. Branchless, because missing values are unpredictable. */
function keyOf(raw: number, flip: number): number {
  // All bits set for NaN, none for a number.
  const missing = (INFINITE_BITS - (raw & 0x7fffffff)) >> 31;
  return (raw ^ ((raw >> 31) | -0x80000000) ^ flip) | missing;
}

/** Memory reused between sorts: fresh arrays for each column of a large table would cost as much as sorting. */
interface Scratch {
  /** Numbers, and their keys in the same memory. */
  readonly floats: Float32Array;
  readonly keys: Uint32Array;
  readonly rows: Uint32Array;
  readonly otherKeys: Uint32Array;
  readonly otherRows: Uint32Array;
}

let scratch = newScratch(0);
const counts = new Uint32Array(3 * DIGITS);

function newScratch(length: number): Scratch {
  const floats = new Float32Array(length);
  const [rows, otherKeys, otherRows] = [new Uint32Array(length), new Uint32Array(length), new Uint32Array(length)];
  return { floats, keys: new Uint32Array(floats.buffer), rows, otherKeys, otherRows };
}

function reserveScratch(length: number): Scratch {
  if (scratch.floats.length < length) scratch = newScratch(length);
  return scratch;
}

function writeNumbers(values: Float32Array, rates: Float32Array | null, rows: Uint32Array, floats: Float32Array): void {
  const n = rows.length;
  if (rates) for (let i = 0; i < n; i++) floats[i] = values[rows[i]!]! * rates[rows[i]!]! + 0;
  else for (let i = 0; i < n; i++) floats[i] = values[rows[i]!]! + 0;
}

function writeKeys(bits: Uint32Array, n: number, descending: boolean): void {
  const flip = descending ? -1 : 0;
  for (let i = 0; i < n; i++) bits[i] = keyOf(bits[i]!, flip);
}

/**
 * Keys of rows in their current order.
 * @param rates a factor per row (US dollars per unit), or null
 * @returns one key per position of `rows`
 */
export function numberKeys(
  values: Float32Array,
  rates: Float32Array | null,
  rows: Uint32Array,
  descending: boolean,
): Uint32Array {
  const floats = new Float32Array(rows.length);
  const keys = new Uint32Array(floats.buffer);
  writeNumbers(values, rates, rows, floats);
  writeKeys(keys, rows.length, descending);
  return keys;
}

function countDigits(keys: Uint32Array, n: number): void {
  counts.fill(0);
  for (let i = 0; i < n; i++) {
    const key = keys[i]! | 0;
    counts[key & MASK]!++;
    counts[DIGITS + ((key >>> DIGIT_BITS) & MASK)]!++;
    counts[2 * DIGITS + (key >>> (2 * DIGIT_BITS))]!++;
  }
}

/** Keys in ascending order, and rows in the order of their keys. Longer than what was sorted; overwritten by the next sort. */
interface Sorted {
  readonly keys: Uint32Array;
  readonly rows: Uint32Array;
}

/** Sorts `given` by the first n keys of the scratch memory; stable. `given` is not changed unless it is scratch itself. */
function sortScratch(given: Uint32Array, n: number): Sorted {
  countDigits(scratch.keys, n);
  let [keys, rows, toKeys, toRows] = [scratch.keys, given, scratch.otherKeys, scratch.otherRows];
  for (let pass = 0; pass < 3; pass++) {
    const shift = pass * DIGIT_BITS;
    const next = counts.subarray(pass * DIGITS, (pass + 1) * DIGITS);
    if (n === 0 || next[(keys[0]! >>> shift) & MASK] === n) continue;
    let sum = 0;
    for (let digit = 0; digit < DIGITS; digit++) {
      const size = next[digit]!;
      next[digit] = sum;
      sum += size;
    }
    for (let i = 0; i < n; i++) {
      const key = keys[i]!;
      const to = next[(key >>> shift) & MASK]!++;
      toKeys[to] = key;
      toRows[to] = rows[i]!;
    }
    [keys, toKeys] = [toKeys, keys];
    [rows, toRows] = [toRows, rows === given ? scratch.rows : rows];
  }
  return { keys, rows };
}

function sortRows(rows: Uint32Array): Uint32Array {
  const n = rows.length;
  if (n > 1) {
    workCounters.sorts++;
    workCounters.sortedRows += n;
  }
  return sortScratch(rows, n).rows.slice(0, n);
}

/** Sorts the rows by their keys, ascending and stable. Neither argument is changed. */
export function sortByKeys(rows: Uint32Array, keys: Uint32Array): Uint32Array {
  reserveScratch(rows.length).keys.set(keys);
  return sortRows(rows);
}

/** {@link sortByKeys} by {@link numberKeys}, without memory for the keys. */
export function sortByNumbers(
  values: Float32Array,
  rates: Float32Array | null,
  rows: Uint32Array,
  descending: boolean,
): Uint32Array {
  const { floats, keys } = reserveScratch(rows.length);
  writeNumbers(values, rates, rows, floats);
  writeKeys(keys, rows.length, descending);
  return sortRows(rows);
}

/** The rows with a value, `count` of them, in ascending order of their keys, with the keys. Branchless loops take a third of the time. */
export function sortPresent(
  values: Float32Array,
  rates: Float32Array | null,
  rows: Uint32Array,
): Sorted & { readonly count: number } {
  const n = rows.length;
  const { floats, keys, rows: present } = reserveScratch(n);
  writeNumbers(values, rates, rows, floats);
  let count = 0;
  for (let i = 0; i < n; i++) {
    const bits = keys[i]! | 0;
    keys[count] = bits ^ ((bits >> 31) | 0x80000000);
    present[count] = rows[i]!;
    count += (bits & 0x7fffffff) <= INFINITE_BITS ? 1 : 0;
  }
  return { ...sortScratch(present, count), count };
}

/**
 * Sorts the rows by their codes; stable.
 * @param codes a code per row of the table
 * @param order every code once
 */
export function sortByCodes(rows: Uint32Array, codes: Uint32Array, order: Uint32Array): Uint32Array {
  const n = rows.length;
  if (n < 2) return rows.slice();
  workCounters.sorts++;
  workCounters.sortedRows += n;
  const next = new Uint32Array(order.length);
  // Rows sorted by another column have their codes all over memory: each is read once.
  const { otherKeys: own } = reserveScratch(n);
  for (let i = 0; i < n; i++) {
    const code = codes[rows[i]!]!;
    own[i] = code;
    next[code]!++;
  }
  let sum = 0;
  for (let place = 0; place < order.length; place++) {
    const code = order[place]!;
    const size = next[code]!;
    next[code] = sum;
    sum += size;
  }
  const sorted = new Uint32Array(n);
  for (let i = 0; i < n; i++) {
    sorted[next[own[i]!]!++] = rows[i]!;
  }
  return sorted;
}
