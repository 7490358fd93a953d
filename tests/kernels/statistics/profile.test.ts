import { describe, expect, it } from 'vitest';
import { denseRanksOf } from '../../../kernels/sort/denseRanks.ts';
import { type Profile, profile } from '../../../kernels/statistics/profile.ts';
import { comparedNumber, naiveMedian, naiveProfile, naiveWeightedProfile } from '../../naive-statistics.ts';
import { Random } from '../../random.ts';
import { randomNumbers, randomRates, randomRows } from '../../random-numbers.ts';

const rowsUpTo = (length: number): Uint32Array => Uint32Array.from({ length }, (_, row) => row);

function between(a: readonly number[], b: readonly number[]): Profile {
  const values = Float32Array.from([...a, ...b]);
  const rows = rowsUpTo(values.length);
  return profile(denseRanksOf(values, null, rows), (row) => values[row]!, rows.slice(0, a.length), rows.slice(a.length), null);
}

describe('profile', () => {
  it('equals values worked by hand', () => {
    // a > b in 2 pairs, a < b in 5, equal in 2; F_a − F_b is widest, 1/3, at 1, 2 and 3.
    expect(between([1, 2, 3], [2, 3, 4])).toMatchObject({ distance: 1 / 3, delta: -5 / 9 });
    expect(between([4, 5], [1, 2, 3])).toMatchObject({ distance: 1, delta: 1 });
    expect(between([1, 1], [1, 1, 1])).toMatchObject({ distance: 0, delta: 0 });
    expect(between([5], [])).toMatchObject({ distance: Number.NaN, delta: Number.NaN });
    const half = between([1, Number.NaN, 3, Number.NaN], [0, 0, 0]);
    expect(half.rows).toEqual({ count: 2, missingShare: 0.5, median: 2 });
    expect(half.others).toEqual({ count: 3, missingShare: 0, median: 0 });
  });

  it('places as many values as two bytes hold, and more', () => {
    for (const count of [65_535, 65_536, 70_000]) {
      const values = Float32Array.from({ length: count + 1 }, (_, row) => (row === 0 ? Number.NaN : count - row));
      const { denseRanks, rankCount } = denseRanksOf(values, null, rowsUpTo(count + 1));
      expect([rankCount, denseRanks[0], denseRanks[1], denseRanks[count]]).toEqual([count, 0, count, 1]);
      expect(denseRanks.BYTES_PER_ELEMENT).toBe(count === 65_535 ? 2 : 4);
    }
    const none = denseRanksOf(Float32Array.of(3, Number.NaN, 3, -0, 0), null, Uint32Array.of(0, 1, 3, 4));
    expect([[...none.denseRanks], none.rankCount]).toEqual([[2, 0, 0, 1, 1], 2]);
    expect(denseRanksOf(Float32Array.of(3), null, new Uint32Array(0))).toMatchObject({
      rankCount: 0,
      denseRanks: Uint16Array.of(0),
    });
  });

  it("Cliff's delta is 2 U / (m n) − 1 with the U of Mann and Whitney's tortoise and hare", () => {
    // Order of arrival T H H H H H T T T T T H, the worked example of Wikipedia's article on the U test: U of the tortoises 11, of the hares 25.
    const order = 'THHHHHTTTTTH';
    const denseRanks = (who: string) => [...order].flatMap((each, place) => (each === who ? [place] : []));
    expect(Math.abs(between(denseRanks('T'), denseRanks('H')).delta)).toBeCloseTo(Math.abs((2 * 11) / 36 - 1), 12);
  });

  it('equals the naive twin for random columns and overlapping sets', () => {
    const random = new Random(51);
    for (let round = 0; round < 150; round++) {
      const length = 200;
      const values = randomNumbers(random, length);
      const rates = randomRates(random, length);
      const [a, b] = [randomRows(random, length), randomRows(random, length)];
      const column = denseRanksOf(values, rates, rowsUpTo(length));
      const got = profile(column, (row) => comparedNumber(values, rates, row), a, b, null);
      const [first, second] = [a, b].map((rows) =>
        Array.from(rows, (row) => comparedNumber(values, rates, row)).filter((value) => !Number.isNaN(value)),
      ) as [number[], number[]];
      if (first.length === 0 || second.length === 0) expect([got.distance, got.delta]).toEqual([Number.NaN, Number.NaN]);
      else {
        const expected = naiveProfile(first, second);
        expect(got.distance).toBeCloseTo(expected.distance, 12);
        expect(got.delta).toBeCloseTo(expected.delta, 12);
      }
      expect(got.rows.median + 0).toBe(naiveMedian(values, rates, a) + 0);
      expect(got.others.count).toBe(second.length);
      if (a.length > 0) expect(got.rows.missingShare).toBe((a.length - first.length) / a.length);
    }
  });

  it("equals the distances of scipy's tests of ks_2samp (TestKSTwoSamples, testTwoVsThree and testTwoVsFour)", () => {
    const moved = (by: number) => [1 + by, 2 + by];
    expect(between(moved(0.01), [1, 2, 3]).distance).toBe(1 / 3);
    expect(between(moved(-0.01), [1, 2, 3]).distance).toBe(2 / 3);
    expect(between(moved(0.01), [1, 2, 3, 4]).distance).toBe(2 / 4);
    expect(between(moved(-0.01), [1, 2, 3, 4]).distance).toBe(3 / 4);
  });

  it('with weights equals the naive twin, and equal weights change nothing', () => {
    const random = new Random(52);
    for (let round = 0; round < 100; round++) {
      const length = 120;
      const values = randomNumbers(random, length);
      const rows = rowsUpTo(length);
      const column = denseRanksOf(values, null, rows);
      const codes = rows.map(() => random.below(4));
      const byGroup = Float64Array.from({ length: 4 }, (_, code) => (code === 0 ? 0 : random.next()));
      const a = randomRows(random, length);
      const got = profile(column, (row) => values[row]!, a, rows, { codes, byGroup });
      const weighted = Array.from(rows, (row) => ({ value: values[row]!, weight: byGroup[codes[row]!]! }));
      const expected = naiveWeightedProfile(
        Array.from(a, (row) => values[row]!).filter((value) => !Number.isNaN(value)),
        weighted,
      );
      if (Number.isNaN(expected.distance)) expect([got.distance, got.delta]).toEqual([Number.NaN, Number.NaN]);
      else {
        expect(got.distance).toBeCloseTo(expected.distance, 9);
        expect(got.delta).toBeCloseTo(expected.delta, 9);
      }
      expect(got.others.missingShare).toBeCloseTo(expected.missingShare, 9);
      const even = { codes, byGroup: new Float64Array(4).fill(1) };
      expect(profile(column, (row) => values[row]!, a, rows, even)).toEqual(
        profile(column, (row) => values[row]!, a, rows, null),
      );
    }
  });

  it('the median of weighted rows is at half of the weight', () => {
    const values = Float32Array.of(1, 2, 3, 4, Number.NaN);
    const rows = rowsUpTo(5);
    const median = (...byRow: number[]) =>
      profile(denseRanksOf(values, null, rows), (row) => values[row]!, rows, rows, {
        codes: rows,
        byGroup: Float64Array.from(byRow),
      }).others;
    expect(median(1, 1, 1, 1, 1)).toEqual({ count: 4, missingShare: 0.2, median: 2.5 });
    expect(median(1, 1, 1, 5, 2)).toEqual({ count: 4, missingShare: 0.2, median: 4 });
    expect(median(3, 1, 1, 1, 0).median).toBe(1.5);
    expect(median(0.3, 0.1, 0.1, 0.1, 0).median).toBe(1.5);
  });
});
