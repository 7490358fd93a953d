/** Back from the sort keys of radix.ts to numbers, and average ranks from an order. */
import { MISSING_KEY, numberKeys } from './radix.ts';

const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;
const MASK = DIGITS - 1;

const bits = new Uint32Array(1);
const bitsAsFloat = new Float32Array(bits.buffer);

/** The float32 number of an ascending key; NaN for MISSING_KEY. Both zeros are 0. */
export function keyNumber(key: number): number {
  bits[0] = key === MISSING_KEY ? 0x7fc00000 : key >= 0x80000000 ? key & 0x7fffffff : ~key;
  return bitsAsFloat[0]!;
}

/** Moves the keys that are not missing to the front, in their order, and returns these. */
function presentKeys(keys: Uint32Array): Uint32Array {
  let count = 0;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    keys[count] = key;
    if (key !== MISSING_KEY) count++;
  }
  return keys.subarray(0, count);
}

/** The present values of a column as ascending keys, missing ones left out: the radix sort of radix.ts without rows to move. */
export function sortedKeys(values: Float32Array, rates: Float32Array | null, rows: Uint32Array): Uint32Array {
  let from: Uint32Array = presentKeys(numberKeys(values, rates, rows, false));
  const n = from.length;
  const counts = new Uint32Array(3 * DIGITS);
  for (let i = 0; i < n; i++) {
    const key = from[i]!;
    counts[key & MASK]!++;
    counts[DIGITS + ((key >>> DIGIT_BITS) & MASK)]!++;
    counts[2 * DIGITS + (key >>> (2 * DIGIT_BITS))]!++;
  }
  let to: Uint32Array = new Uint32Array(n);
  for (let pass = 0; pass < 3; pass++) {
    const shift = pass * DIGIT_BITS;
    const next = counts.subarray(pass * DIGITS, (pass + 1) * DIGITS);
    let sum = 0;
    for (let digit = 0; digit < DIGITS; digit++) {
      const size = next[digit]!;
      next[digit] = sum;
      sum += size;
    }
    for (let i = 0; i < n; i++) {
      const key = from[i]!;
      to[next[(key >>> shift) & MASK]!++] = key;
    }
    [from, to] = [to, from];
  }
  return from;
}

/** How many of ascending keys are not missing, by bisection. */
export function presentCount(sorted: Uint32Array): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! === MISSING_KEY) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Mean of the two middle keys' numbers rounded to float32, or the middle one; NaN when there is none. */
export function medianOfKeys(sorted: Uint32Array): number {
  const n = sorted.length;
  if (n === 0) return Number.NaN;
  const upper = keyNumber(sorted[n >>> 1]!);
  return n % 2 === 1 ? upper : middleOf(keyNumber(sorted[n / 2 - 1]!), upper);
}

/** Mean of two middle values, float32. Two equal infinities are their own mean. */
export function middleOf(lower: number, upper: number): number {
  return Math.fround((lower + upper) / 2);
}
