/** Stable radix sort of row numbers by 32-bit keys: three passes of 11, 11 and 10 bits, a pass that would change nothing left out. */
import { effort } from './effort.ts';

const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;
const MASK = DIGITS - 1;
/** Sorts last in both directions. */
export const MISSING_KEY = 0xffffffff;
/** Largest bits of a number without its sign that is not NaN: those of infinity. */
const INFINITE_BITS = 0x7f800000;

/** From the bits of float32 numbers to their keys, in place. Without a branch: which numbers are missing can't be foreseen. */
function toKeys(bits: Int32Array, descending: boolean): void {
  const flip = descending ? -1 : 0;
  for (let i = 0; i < bits.length; i++) {
    const raw = bits[i]!;
    // All bits for NaN, none for a number.
    const missing = (INFINITE_BITS - (raw & 0x7fffffff)) >> 31;
    bits[i] = (raw ^ ((raw >> 31) | -0x80000000) ^ flip) | missing;
  }
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
  toKeys(new Int32Array(floats.buffer), descending);
  return new Uint32Array(floats.buffer);
}

/** What passes before the last one write, used again by the next sort. */
let spare: readonly Uint32Array[] = [0, 0, 0, 0].map(() => new Uint32Array(0));

/** Moves rows, and their keys where another pass follows, to where `next` says for their digit. */
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

/** The rows in ascending order of their keys; equal keys keep their order. Neither argument is changed. */
export function sortByKeys(rows: Uint32Array, keys: Uint32Array): Uint32Array {
  const n = rows.length;
  if (n < 2) return rows.slice();
  effort.sorts++;
  effort.sortedRows += n;
  const counts = [new Uint32Array(DIGITS), new Uint32Array(DIGITS), new Uint32Array(DIGITS)];
  const [low, middle, high] = counts as [Uint32Array, Uint32Array, Uint32Array];
  for (let i = 0; i < n; i++) {
    const key = keys[i]!;
    low[key & MASK]!++;
    middle[(key >>> DIGIT_BITS) & MASK]!++;
    high[key >>> (2 * DIGIT_BITS)]!++;
  }
  const shifts = [0, DIGIT_BITS, 2 * DIGIT_BITS].filter((shift, pass) => counts[pass]![(keys[0]! >>> shift) & MASK] !== n);
  if (shifts.length === 0) return rows.slice();
  if (shifts.length > 1 && spare[0]!.length < n) spare = [0, 0, 0, 0].map(() => new Uint32Array(n));
  const sorted = new Uint32Array(n);
  let fromRows = rows;
  let fromKeys = keys;
  for (const [index, shift] of shifts.entries()) {
    const next = counts[shift / DIGIT_BITS]!;
    let sum = 0;
    for (let digit = 0; digit < DIGITS; digit++) {
      const size = next[digit]!;
      next[digit] = sum;
      sum += size;
    }
    if (index === shifts.length - 1) {
      scatterRows(fromRows, fromKeys, sorted, shift, next, n);
      continue;
    }
    const [toRows, toKeys] = [spare[2 * index]!, spare[2 * index + 1]!];
    scatter(fromRows, fromKeys, toRows, toKeys, shift, next, n);
    fromRows = toRows;
    fromKeys = toKeys;
  }
  return sorted;
}
