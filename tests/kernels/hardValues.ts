/** Values at which 32-bit arithmetic goes wrong first, and columns that have them among values of all magnitudes. */
import type { Random } from '../random.ts';

export const HARD_VALUES = [
  Number.NaN,
  0,
  -0,
  1,
  -1,
  0.5,
  1e-38,
  3e38,
  -3e38,
  1e13,
  -1e13,
  16777217,
  2 ** -126,
  1e-40,
  Infinity,
  -Infinity,
];

export function randomColumn(random: Random, length: number): Float32Array {
  return Float32Array.from({ length }, () => {
    if (random.chance(0.25)) return random.pick(HARD_VALUES);
    const size = 10 ** (random.next() * 16 - 3);
    return random.chance(0.3) ? -size : size;
  });
}
