import { describe, expect, it } from 'vitest';
import { firstByKeys } from '../../../kernels/sort/first.ts';
import { MISSING_KEY, numberKeys, sortByKeys } from '../../../kernels/sort/radix.ts';
import { Random } from '../../random.ts';

const random = new Random(1105);

/** Values with ties, both signs, zeros, wide and narrow ranges, and missing ones. */
function column(length: number): Float32Array {
  const kind = random.pick(['wide', 'narrow', 'few', 'one', 'none'] as const);
  const missing = random.pick([0, 0.3, 0.9]);
  return Float32Array.from({ length }, () => {
    if (kind === 'none' || random.chance(missing)) return Number.NaN;
    if (kind === 'one') return -0;
    if (kind === 'few') return Math.round(6 * random.next()) - 3;
    if (kind === 'narrow') return 1 + random.next() * 1e-5;
    return (random.next() - 0.3) * 10 ** Math.round(12 * random.next());
  });
}

describe('the first rows of a sort', () => {
  it('are those of the whole sort, in its order, for any limit', () => {
    for (let round = 0; round < 300; round++) {
      const length = random.pick([0, 1, 2, 50, 3000]);
      const values = column(length);
      const rows = Uint32Array.from({ length }, (_, index) => index).sort(() => random.next() - 0.5);
      const keys = numberKeys(values, null, rows, random.chance(0.5));
      const [keptRows, keptKeys] = [rows.slice(), keys.slice()];
      const limit = random.pick([0, 1, 2, 49, 50, 51, Math.floor(length / 3), length - 1, length, length + 7]);
      const expected = sortByKeys(rows, keys).slice(0, Math.max(0, limit));
      expect([...firstByKeys(rows, keys, limit)], `round ${round}, limit ${limit}`).toEqual([...expected]);
      expect([rows, keys]).toEqual([keptRows, keptKeys]);
    }
  });

  it('of keys that differ in their lowest bits only, or are the largest, too', () => {
    const keys = Uint32Array.from({ length: 2000 }, (_, index) => (MISSING_KEY - ((index * 7) % 900)) >>> 0);
    const rows = keys.map((_, index) => index);
    for (const limit of [1, 3, 899, 1999]) {
      expect([...firstByKeys(rows, keys, limit)]).toEqual([...sortByKeys(rows, keys).slice(0, limit)]);
    }
  });
});
