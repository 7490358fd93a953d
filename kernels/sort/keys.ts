/** Converts the sort keys of radix.ts back to numbers. */
import { MISSING_KEY, sortPresent } from './radix.ts';

const bits = new Uint32Array(1);
const bitsAsFloat = new Float32Array(bits.buffer);

/** The float32 number of an ascending key; NaN for MISSING_KEY. Both zeros are 0. */
export function keyNumber(key: number): number {
  bits[0] = key === MISSING_KEY ? 0x7fc00000 : key >= 0x80000000 ? key & 0x7fffffff : ~key;
  return bitsAsFloat[0]!;
}

/** The keys of a column's present values, ascending. */
export function sortedKeys(values: Float32Array, rates: Float32Array | null, rows: Uint32Array): Uint32Array {
  const { keys, count } = sortPresent(values, rates, rows);
  return keys.slice(0, count);
}

/** Number of present keys, by bisection. */
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

/** The middle key's number, or the mean of the two middle ones rounded to float32; NaN without keys. */
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
