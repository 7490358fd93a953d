import { describe, expect, it } from 'vitest';
import { keyNumber, medianOfKeys, presentCount, sortedKeys } from '../../../kernels/sort/keys.ts';
import { MISSING_KEY, numberKeys, sortByCodes, sortByKeys, sortByNumbers } from '../../../kernels/sort/radix.ts';
import { rankDescending } from '../../../kernels/sort/rank.ts';
import { smallestOf } from '../../../kernels/sort/top.ts';
import { comparedNumber, naiveMedian } from '../../naive-statistics.ts';
import { Random } from '../../random.ts';
import { randomNumbers, randomRates, randomRows } from '../../random-numbers.ts';
import { countWork } from '../countWork.ts';

const ROUNDS = 200;
const LENGTH = 80;

/** Missing last in both directions; JavaScript's sort is stable. */
function naiveOrder(values: Float32Array, rates: Float32Array | null, rows: Uint32Array, descending: boolean): number[] {
  const key = (row: number): number => {
    const value = comparedNumber(values, rates, row);
    return Number.isNaN(value) ? Number.POSITIVE_INFINITY : descending ? -value : value;
  };
  const isMissing = (row: number): number => Number(Number.isNaN(comparedNumber(values, rates, row)));
  return [...rows].sort((a, b) => isMissing(a) - isMissing(b) || Number(key(a) > key(b)) - Number(key(a) < key(b)));
}

describe('a sort by numbers', () => {
  it('is that of JavaScript, ties in their order, missing last in both directions', () => {
    const random = new Random(13);
    for (let round = 0; round < ROUNDS; round++) {
      const values = randomNumbers(random, LENGTH);
      const rates = randomRates(random, LENGTH);
      const rows = randomRows(random, LENGTH);
      const given = [...rows];
      for (const descending of [false, true]) {
        const keys = numberKeys(values, rates, rows, descending);
        const expected = naiveOrder(values, rates, rows, descending);
        expect([...sortByKeys(rows, keys)]).toEqual(expected);
        expect([...sortByNumbers(values, rates, rows, descending)]).toEqual(expected);
        expect([...rows]).toEqual(given);
      }
      const sorted = sortedKeys(values, rates, rows);
      const present = naiveOrder(values, rates, rows, false)
        .map((row) => comparedNumber(values, rates, row))
        .filter((value) => !Number.isNaN(value));
      expect(Array.from(sorted, (key) => keyNumber(key) + 0)).toEqual(present.map((value) => value + 0));
      expect(medianOfKeys(sorted) + 0).toBe(naiveMedian(values, rates, rows) + 0);
      expect(presentCount(numberKeys(values, rates, rows, false).sort())).toBe(present.length);
    }
  });

  it('accepts infinities of either sign, and treats both zeros as equal', () => {
    const values = Float32Array.of(0, Infinity, -0, Number.NaN, -Infinity, -1e-45, 1e-45);
    const rows = Uint32Array.of(6, 5, 4, 3, 2, 1, 0);
    expect([...sortByKeys(rows, numberKeys(values, null, rows, false))]).toEqual([4, 5, 2, 0, 6, 1, 3]);
    expect([...sortByKeys(rows, numberKeys(values, null, rows, true))]).toEqual([1, 6, 2, 0, 5, 4, 3]);
    expect([...sortByNumbers(values, null, rows, false)]).toEqual([4, 5, 2, 0, 6, 1, 3]);
    expect([...sortByNumbers(values, null, rows, true)]).toEqual([1, 6, 2, 0, 5, 4, 3]);
    expect(medianOfKeys(sortedKeys(values, null, Uint32Array.of(1)))).toBe(Infinity);
    expect(keyNumber(MISSING_KEY)).toBeNaN();
  });

  it('costs nothing if there is nothing to sort, and returns a copy', () => {
    const [one, keys] = [Uint32Array.of(7), Uint32Array.of(3)];
    expect(countWork(() => expect(sortByKeys(one, keys)).toEqual(one))).toMatchObject({ sorts: 0, sortedRows: 0 });
    expect(sortByKeys(one, keys)).not.toBe(one);
    const [two, equal] = [Uint32Array.of(7, 5), Uint32Array.of(3, 3)];
    expect(countWork(() => expect(sortByKeys(two, equal)).toEqual(two))).toMatchObject({ sorts: 1, sortedRows: 2 });
    expect(sortByKeys(two, equal)).not.toBe(two);
    expect(countWork(() => sortByNumbers(Float32Array.of(1), null, Uint32Array.of(0), false))).toMatchObject({ sorts: 0 });
    expect(countWork(() => sortByNumbers(Float32Array.of(1, 2), null, Uint32Array.of(0, 1), false))).toMatchObject({
      sorts: 1,
      sortedRows: 2,
    });
  });

  it('skips the passes in which all keys have one digit, whichever these are', () => {
    const random = new Random(16);
    const bits = new Uint32Array(1);
    const float = new Float32Array(bits.buffer);
    // Bits of the keys' digits: 10 high, 11 middle, 11 low.
    const digits = [
      [22, 9],
      [11, 11],
      [0, 11],
    ] as const;
    for (let varied = 0; varied < 8; varied++) {
      const values = Float32Array.from({ length: LENGTH }, () => {
        bits[0] = 0x3f9d3a51;
        for (const [index, [shift, width]] of digits.entries()) {
          // The highest bits stay within the finite numbers.
          if ((varied >> index) & 1)
            bits[0] = (bits[0]! & ~(((1 << width) - 1) << shift)) | (random.below(2 ** Math.min(width, 8)) << shift);
        }
        return float[0]!;
      });
      const rows = randomRows(random, LENGTH);
      for (const descending of [false, true]) {
        const expected = naiveOrder(values, null, rows, descending);
        expect([...sortByNumbers(values, null, rows, descending)], `digits ${varied}`).toEqual(expected);
        expect([...sortByKeys(rows, numberKeys(values, null, rows, descending))]).toEqual(expected);
      }
    }
  });

  it('accepts more rows than the sort before it', () => {
    for (const length of [10, 3000, 200]) {
      const values = Float32Array.from({ length }, (_, row) => ((row * 7919) % length) - 0.5 * length);
      const rows = Uint32Array.from({ length }, (_, row) => row);
      const expected = [...values].sort((a, b) => a - b);
      for (const sorted of [sortByKeys(rows, numberKeys(values, null, rows, false)), sortByNumbers(values, null, rows, false)])
        expect(Array.from(sorted, (row) => values[row])).toEqual(expected);
    }
  });
});

describe('a sort by codes', () => {
  it('orders rows by their codes, those of one code in their order', () => {
    const random = new Random(15);
    for (let round = 0; round < ROUNDS; round++) {
      const rows = randomRows(random, LENGTH);
      const codes = Uint32Array.from({ length: LENGTH }, () => random.below(9));
      const order = Uint32Array.from({ length: 9 }, (_, code) => code);
      for (let last = 8; last > 0; last--) {
        const other = random.below(last + 1);
        [order[last], order[other]] = [order[other]!, order[last]!];
      }
      const place = (row: number): number => order.indexOf(codes[row]!);
      expect([...sortByCodes(rows, codes, order)]).toEqual([...rows].sort((a, b) => place(a) - place(b)));
    }
    expect(countWork(() => sortByCodes(Uint32Array.of(1, 0), Uint32Array.of(0, 1), Uint32Array.of(1, 0)))).toMatchObject({
      sorts: 1,
      sortedRows: 2,
    });
  });
});

describe('ranks', () => {
  it('begin at 1 with the largest; those after equal ones are skipped; unranked rows have none', () => {
    const absent = Number.NaN;
    const values = Float32Array.of(3, 9, 3, 1, 9, 5);
    expect([...rankDescending(values, Uint8Array.of(1, 1, 1, 1, 1, 0))]).toEqual([3, 1, 3, 5, 1, absent]);
    expect([...rankDescending(values, Uint8Array.of(0, 0, 0, 1, 0, 0))]).toEqual([absent, absent, absent, 1, absent, absent]);
    expect([...rankDescending(values, new Uint8Array(6))]).toEqual(new Array(6).fill(absent));
  });
});

describe('the smallest keys', () => {
  it('are kept in the present order, of each group as many as it may have, the first of equal ones', () => {
    const random = new Random(14);
    for (let round = 0; round < ROUNDS; round++) {
      const rows = randomRows(random, LENGTH);
      const keys = rows.map(() => (random.chance(0.2) ? MISSING_KEY : random.below(6)));
      const codes = Uint32Array.from({ length: LENGTH }, () => random.below(4));
      const groups = random.chance(0.5) ? null : { codes, groupCount: 4 };
      const limit = random.pick([() => 0, () => 3, (present: number) => Math.ceil(present / 3)]);
      const groupOf = (place: number): number => (keys[place] === MISSING_KEY ? 0 : groups ? codes[rows[place]!]! : 1);
      const isKept = (place: number): boolean => {
        const rivals = [...rows.keys()].filter((other) => groupOf(other) === groupOf(place));
        const better = rivals.filter((other) => keys[other]! < keys[place]! || (keys[other] === keys[place] && other < place));
        return groupOf(place) !== 0 && better.length < limit(rivals.length);
      };
      expect(smallestOf(rows, keys, groups, limit)).toEqual({
        rows: rows.filter((_, place) => isKept(place)),
        missing: [...rows.keys()].filter((place) => groupOf(place) === 0).length,
      });
    }
  });
});
