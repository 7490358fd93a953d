import { describe, expect, it } from 'vitest';
import { codesPass, filterNumbers, filterRows, maskPass, numbersPass } from '../../../kernels/loops/filter.ts';
import {
  FAILS,
  judgeCodes,
  judgeGroup,
  judgeMultiples,
  judgeNumbers,
  judgePresence,
  keepMissingValues,
  keepPassing,
  LACKS,
  PASSES,
} from '../../../kernels/loops/verdicts.ts';
import { comparedNumber } from '../../naive-statistics.ts';
import { Random } from '../../random.ts';
import { randomNumbers, randomRates, randomRows } from '../../random-numbers.ts';
import { countWork } from '../countWork.ts';

const ROUNDS = 200;
const LENGTH = 60;

/** A bound that is often a value of the column. */
function boundOf(random: Random, values: Float32Array): number {
  const drawn = random.pick([...values]);
  return Number.isNaN(drawn) ? random.pick([Number.NEGATIVE_INFINITY, 0, Number.POSITIVE_INFINITY]) : drawn;
}

describe('a filter of numbers', () => {
  it('keeps the rows within the bounds, or those outside that have a value, like verdicts', () => {
    const random = new Random(11);
    let kept = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const values = randomNumbers(random, LENGTH);
      const rates = randomRates(random, LENGTH);
      const rows = randomRows(random, LENGTH);
      const [low, high] = [boundOf(random, values), boundOf(random, values)];
      const inside = random.chance(0.5);
      const verdictOf = (row: number): number => {
        const value = comparedNumber(values, rates, row);
        if (Number.isNaN(value)) return LACKS;
        return (value >= low && value <= high) === inside ? PASSES : FAILS;
      };
      const expected = {
        rows: rows.filter((row) => verdictOf(row) === PASSES),
        missing: rows.filter((row) => verdictOf(row) === LACKS).length,
      };
      const cost = countWork(() => expect(filterNumbers(values, rates, rows, low, high, inside)).toEqual(expected));
      expect([cost.filteredRows, cost.copiedBytes]).toEqual([rows.length, 4 * expected.rows.length]);
      const verdicts = judgeNumbers(values, rates, rows, low, high, inside);
      expect([...verdicts]).toEqual(Array.from(rows, verdictOf));
      const judged = countWork(() => expect(keepPassing(verdicts, rows)).toEqual(expected));
      expect(judged.filteredRows).toBe(rows.length);
      const passing = Array.from(rows, (row) => (verdictOf(row) === FAILS ? FAILS : PASSES));
      expect([...keepMissingValues(verdicts)]).toEqual(passing);
      kept += expected.rows.length;
    }
    expect(kept).toBeGreaterThan(1000);
  });

  it('treats 3 and 5 as within 3 to 5, in either way to compare money', () => {
    const values = Float32Array.of(2, 3, 4, 5, 6, Number.NaN);
    const rows = Uint32Array.of(5, 4, 3, 2, 1, 0);
    for (const rates of [null, new Float32Array(6).fill(1)]) {
      expect(filterNumbers(values, rates, rows, 3, 5, true)).toEqual({ rows: Uint32Array.of(3, 2, 1), missing: 1 });
      expect(filterNumbers(values, rates, rows, 3, 5, false)).toEqual({ rows: Uint32Array.of(4, 0), missing: 1 });
    }
  });
});

describe('a filter of texts, or by a mask', () => {
  it('keeps the rows of allowed codes, in their order', () => {
    const codes = Uint32Array.of(0, 2, 1, 2, 0);
    const rows = Uint32Array.of(4, 3, 2, 1);
    const allowed = Uint8Array.of(FAILS, FAILS, PASSES);
    const expected = { rows: Uint32Array.of(3, 1), passed: [{ kept: 2, missing: 0 }] };
    const cost = countWork(() => expect(filterRows(rows, [codesPass(codes, allowed)])).toEqual(expected));
    expect(cost).toMatchObject({ filteredRows: 4, copiedBytes: 8 });
    expect([...judgeCodes(codes, allowed, rows)]).toEqual([FAILS, PASSES, FAILS, PASSES]);
  });

  it('keeps the rows of one code of the mask, and counts those of the other as missing', () => {
    const rows = Uint32Array.of(4, 3, 2, 1);
    const pass = maskPass(Uint8Array.of(9, 7, 8, 9, 7), 7, 8);
    const expected = { rows: Uint32Array.of(4, 1), passed: [{ kept: 2, missing: 1 }] };
    const cost = countWork(() => expect(filterRows(rows, [pass])).toEqual(expected));
    expect(cost.filteredRows).toBe(4);
  });
});

describe('adjacent filters', () => {
  const MANY = 150_000;

  it('keep the rows, and count, like one after the other, over more rows than they process at a time', () => {
    const random = new Random(13);
    for (let round = 0; round < 6; round++) {
      const rows = Uint32Array.from({ length: MANY }, () => random.below(MANY));
      const passes = Array.from({ length: 4 }, () => {
        const values = randomNumbers(random, MANY);
        return numbersPass(
          values,
          randomRates(random, MANY),
          boundOf(random, values),
          Number.POSITIVE_INFINITY,
          random.chance(0.7),
        );
      });
      const untouched = rows.slice();
      let expected: Uint32Array = rows;
      const passed = passes.map((pass) => {
        const alone = filterRows(expected, [pass]);
        expected = alone.rows;
        return alone.passed[0];
      });
      const cost = countWork(() => expect(filterRows(rows, passes)).toEqual({ rows: expected, passed }));
      expect(cost.filteredRows).toBe(MANY + passed.slice(0, -1).reduce((sum, each) => sum + each!.kept, 0));
      expect(cost.copiedBytes).toBe(4 * expected.length);
      expect(rows).toEqual(untouched);
    }
  });
});

describe('verdicts', () => {
  it("on multiples of another column, or of a group's number, lack what either side lacks", () => {
    const random = new Random(12);
    for (let round = 0; round < ROUNDS; round++) {
      const values = randomNumbers(random, LENGTH);
      const rates = randomRates(random, LENGTH);
      const rows = randomRows(random, LENGTH);
      const codes = random.chance(0.5) ? null : Uint32Array.from({ length: LENGTH }, () => random.below(4));
      const others = randomNumbers(random, codes ? 4 : LENGTH);
      const factor = random.pick([1, 0.1, -2]);
      const atLeast = random.chance(0.5);
      const expected = Array.from(rows, (row) => {
        const limit = Math.fround(Math.fround(factor) * others[codes ? codes[row]! : row]!);
        const value = comparedNumber(values, rates, row);
        if (Number.isNaN(value) || Number.isNaN(limit)) return LACKS;
        return (atLeast ? value >= limit : value <= limit) ? PASSES : FAILS;
      });
      expect([...judgeMultiples(values, rates, others, codes, factor, atLeast, rows)]).toEqual(expected);
    }
    const same = Float32Array.of(4);
    for (const atLeast of [true, false])
      expect([...judgeMultiples(same, null, same, null, 1, atLeast, Uint32Array.of(0))]).toEqual([PASSES]);
  });

  it('on a value that is present or missing', () => {
    const values = Float32Array.of(1, Number.NaN, 0);
    expect([...judgePresence(values, Uint32Array.of(2, 1, 0), PASSES, LACKS)]).toEqual([PASSES, LACKS, PASSES]);
  });

  it('of a group depend on its members that pass, and those that might', () => {
    const [p, f, l] = [PASSES, FAILS, LACKS];
    const members = [Uint8Array.of(p, p, p, f, f, l), Uint8Array.of(p, f, l, f, l, l), Uint8Array.of(p, f, f, f, l, l)];
    expect([...judgeGroup(members, 1, 6)]).toEqual([p, p, p, f, l, l]);
    expect([...judgeGroup(members, 2, 6)]).toEqual([p, f, l, f, l, l]);
    expect([...judgeGroup(members, 3, 6)]).toEqual([p, f, f, f, f, l]);
  });
});
