/** The first rows of a sort, without ordering the rest. */
import { DIGIT_BITS, DIGITS, MASK, sortByKeys } from './radix.ts';

/** Bits of a key below its two highest digits. */
const REST_BITS = 10;

/** The digit in which the count of smaller keys reaches `limit`, and how many keys have smaller digits. */
function digitAt(counts: Uint32Array, limit: number): { digit: number; below: number } {
  let digit = 0;
  let below = 0;
  while (digit < MASK && below + counts[digit]! < limit) below += counts[digit++]!;
  return { digit, below };
}

/** A key that at least `limit` of the keys do not exceed, close to the smallest such: its lowest bits are set. */
function boundOf(keys: Uint32Array, limit: number): number {
  const counts = new Uint32Array(DIGITS);
  for (let i = 0; i < keys.length; i++) counts[keys[i]! >>> (DIGIT_BITS + REST_BITS)]!++;
  const high = digitAt(counts, limit);
  counts.fill(0);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    if (key >>> (DIGIT_BITS + REST_BITS) === high.digit) counts[(key >>> REST_BITS) & MASK]!++;
  }
  const low = digitAt(counts, limit - high.below);
  return ((high.digit << (DIGIT_BITS + REST_BITS)) | (low.digit << REST_BITS) | ((1 << REST_BITS) - 1)) >>> 0;
}

/** The first `limit` rows, or all, of `sortByKeys`. Neither argument is changed. */
export function firstByKeys(rows: Uint32Array, keys: Uint32Array, limit: number): Uint32Array {
  const n = rows.length;
  if (limit >= n) return sortByKeys(rows, keys);
  if (limit <= 0) return new Uint32Array(0);
  const bound = boundOf(keys, limit);
  const nearRows = new Uint32Array(n);
  const nearKeys = new Uint32Array(n);
  let count = 0;
  // Always written, and counted when near: no branch to mispredict.
  for (let i = 0; i < n; i++) {
    const key = keys[i]!;
    nearRows[count] = rows[i]!;
    nearKeys[count] = key;
    count += key <= bound ? 1 : 0;
  }
  return sortByKeys(nearRows.subarray(0, count), nearKeys.subarray(0, count)).slice(0, limit);
}
