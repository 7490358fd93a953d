import { describe, expect, it } from 'vitest';
import { compositeScores, MISSING_POLICIES, type Part } from '../../../kernels/statistics/composite.ts';
import { percentileOfValue, percentiles } from '../../../kernels/statistics/percentile.ts';
import { comparedNumber, naivePercentile, naiveScore } from '../../naive-statistics.ts';
import { Random } from '../../random.ts';
import { randomNumbers, randomRates, randomRows } from '../../random-numbers.ts';

const ROUNDS = 60;
const LENGTH = 150;
const every = Uint32Array.of(0, 1, 2, 3, 4);

describe('percentiles', () => {
  it('share below plus half of those equal: worked by hand', () => {
    // 10 < 20 = 20 < 30; the missing one does not count.
    const values = Float32Array.of(20, 10, Number.NaN, 30, 20);
    expect([...percentiles(values, null, every, null)]).toEqual([0.5, 0.125, Number.NaN, 0.875, 0.5]);
    expect([...percentiles(values, null, Uint32Array.of(3), null)]).toEqual([
      Number.NaN,
      Number.NaN,
      Number.NaN,
      0.5,
      Number.NaN,
    ]);
  });

  it('equal the naive twin, in one scope and in groups', () => {
    const random = new Random(31);
    for (let round = 0; round < ROUNDS; round++) {
      const values = randomNumbers(random, LENGTH);
      const rates = randomRates(random, LENGTH);
      const rows = randomRows(random, LENGTH);
      const codes = Uint32Array.from({ length: LENGTH }, () => random.below(5));
      const all = Array.from(values, (_, row) => naivePercentile(values, rates, rows, row, () => true));
      expect([...percentiles(values, rates, rows, null)]).toEqual(all);
      const grouped = Array.from(values, (_, row) =>
        codes[row] === 0 ? Number.NaN : naivePercentile(values, rates, rows, row, (other) => codes[other] === codes[row]),
      );
      expect([...percentiles(values, rates, rows, { codes, groupCount: 5 })]).toEqual(grouped);
    }
  });

  it('of a value: that of a row with it', () => {
    const random = new Random(32);
    for (let round = 0; round < ROUNDS; round++) {
      const values = randomNumbers(random, LENGTH);
      const rates = randomRates(random, LENGTH);
      const rows = randomRows(random, LENGTH);
      const all = percentiles(values, rates, rows, null);
      for (const row of rows.subarray(0, 10)) {
        if (!Number.isNaN(all[row]!)) {
          expect(Math.fround(percentileOfValue(values, rates, rows, comparedNumber(values, rates, row)))).toBe(all[row]);
        }
      }
    }
    expect(percentileOfValue(Float32Array.of(1, 2, 3, 4), null, Uint32Array.of(0, 1, 2, 3), 2.5)).toBe(0.5);
  });
});

describe('composite scores', () => {
  const part = (values: number[], rest: Partial<Part>): Part => ({
    percentiles: Float32Array.from(values),
    weight: 1,
    better: 'higher',
    missing: 'drop',
    ...rest,
  });

  it('worked by hand: weights, directions and policies', () => {
    const absent = Number.NaN;
    const first = part([1, 0.5, 0.25, 0.75], { weight: 3 });
    const score = (rest: Partial<Part>) => [
      ...compositeScores([first, part([0, 0.25, absent, 1], rest)], 4, Uint32Array.of(0, 1, 2)),
    ];
    expect(score({})).toEqual([0.75, 0.4375, Number.NaN, Number.NaN]);
    expect(score({ better: 'lower' })).toEqual([1, 0.5625, Number.NaN, Number.NaN]);
    expect(score({ missing: 'zero' })[2]).toBe(0.1875);
    expect(score({ missing: 'median' })[2]).toBe(0.3125);
    expect(score({ missing: 'renormalise' })[2]).toBe(0.25);
    expect(score({ weight: 0 })).toEqual([1, 0.5, 0.25, Number.NaN]);
    expect([...compositeScores([], 1, Uint32Array.of(0))]).toEqual([Number.NaN]);
    expect(() => score({ weight: -1 })).toThrow(RangeError);
    expect(() => score({ weight: Number.NaN })).toThrow(RangeError);
  });

  it('equal the naive twin', () => {
    const random = new Random(33);
    for (let round = 0; round < ROUNDS; round++) {
      const parts = Array.from({ length: 1 + random.below(5) }, () =>
        part(
          Array.from({ length: LENGTH }, () => (random.chance(0.3) ? Number.NaN : random.next())),
          { weight: random.below(4), better: random.pick(['higher', 'lower']), missing: random.pick(MISSING_POLICIES) },
        ),
      );
      const rows = randomRows(random, LENGTH);
      const scores = compositeScores(parts, LENGTH, rows);
      for (const row of rows) {
        const expected = naiveScore(parts.map((each) => ({ ...each, percentile: each.percentiles[row]! })));
        if (Number.isNaN(expected)) expect(scores[row]).toBeNaN();
        else expect(Math.abs(scores[row]! - expected)).toBeLessThan(1e-7);
      }
    }
  });
});
