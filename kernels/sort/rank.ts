import { sortByNumbers } from './radix.ts';

/**
 * Competition ranks, largest first: 1 is best, ties share the best rank and the following rank is skipped (1, 2, 2, 4).
 * @returns a rank per row where `ranked` is 1 (below 2^24, so exact in float32), NaN elsewhere
 */
export function rankDescending(values: Float32Array, ranked: Uint8Array): Float32Array {
  const result = new Float32Array(values.length).fill(Number.NaN);
  let count = 0;
  const rows = new Uint32Array(values.length);
  for (let row = 0; row < values.length; row++) if (ranked[row]) rows[count++] = row;
  const present = rows.subarray(0, count);
  const sorted = sortByNumbers(values, null, present, true);
  let rank = 0;
  for (const [index, row] of sorted.entries()) {
    if (index === 0 || values[row] !== values[sorted[index - 1]!]) rank = index + 1;
    result[row] = rank;
  }
  return result;
}
