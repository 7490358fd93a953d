import { describe, expect, it } from 'vitest';
import { MASK_FAILS, MASK_MISSING, MASK_PASSES } from '../../../kernels/gpu/operations.ts';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { applyStep, applySteps, type Prefix } from '../../../src/engine/run/apply.ts';
import type { Step } from '../../../src/engine/steps/registry.ts';
import type { SliceStep } from '../../../src/engine/steps/slice.ts';
import { sliceBounds } from '../../../src/engine/steps/slice.ts';
import { parseScreen, printScreen } from '../../../src/engine/steps/text.ts';
import { cellText } from '../../../src/engine/table/cells.ts';
import { plainZeros } from '../../naive-formula.ts';
import { naiveScreen, naiveSecurities } from '../../naive-screen.ts';
import { naiveVerdict } from '../../naive-steps.ts';
import { Random } from '../../random.ts';
import { randomCondition, randomScreen } from '../../random-screen.ts';
import { randomUniverse, wireSource } from '../../universe.ts';

const SCREENS = 1000;
const wire = randomUniverse(11, 3, 150);
const securities = naiveSecurities(wire);
const table = await loadTable(wireSource(wire));
const ratelessWire = randomUniverse(12, 2, 60, 'CNY');
const rateless = await loadTable(wireSource(ratelessWire));
const valuesOf = (id: string) => securities.slice(0, 60).map((security) => security[id] ?? Number.NaN);

function rowsOf(
  steps: readonly Step[],
  all = table,
): {
  symbols: string[];
  counts: readonly { in: number; out: number; failed: number; missing: number }[];
} {
  const { rows, counts } = applySteps(all, steps, null);
  return { symbols: Array.from(rows, cellText(all, 'symbol')), counts };
}

describe('a screen', () => {
  it('loads what the naive twin loads', () => {
    for (const id of ['altmanZScore', 'returnOnCapital', 'magicFormula', 'usdRate', 'latestQuarter']) {
      expect(plainZeros(table.numbers(id)!), id).toEqual(
        plainZeros(Float32Array.from(securities, (security) => Number(security[id]))),
      );
    }
  });

  it.each([
    ['', table, securities],
    [', also where a currency has no rate', rateless, naiveSecurities(ratelessWire)],
  ] as const)(
    `equals the naive row-by-row filter for ${SCREENS} random screens, and its text means the same%s`,
    (_, all, each) => {
      const random = new Random(5);
      let kept = 0;
      for (let round = 0; round < SCREENS; round++) {
        const steps = randomScreen(random, (id) => each.slice(0, 60).map((security) => security[id] ?? Number.NaN));
        const text = printScreen(steps);
        const expected = naiveScreen(each, steps).map((security) => security.symbol);
        expect(rowsOf(steps, all).symbols, text).toEqual(expected);
        expect(rowsOf(parseScreen(text), all).symbols, text).toEqual(expected);
        kept += expected.length;
      }
      expect(kept / SCREENS).toBeGreaterThan(20);
    },
  );

  it('has no rows as of a date if the universe has no history, and all of them with a hold after it', () => {
    expect(rowsOf(parseScreen('as of 2016-03-31 | beta >= 0')).symbols).toEqual([]);
    expect(rowsOf(parseScreen('as of 2016-03-31')).counts).toEqual([
      { in: table.rowCount, out: 0, failed: 0, missing: table.rowCount },
    ]);
    expect(rowsOf(parseScreen('rows 1..5 | hold every month')).symbols).toEqual(rowsOf(parseScreen('rows 1..5')).symbols);
  });

  it('every step: in = out + failed + missing, and in is the out of the step before', () => {
    const random = new Random(6);
    for (let round = 0; round < 300; round++) {
      const { counts } = rowsOf(randomScreen(random, valuesOf));
      let before = table.rowCount;
      for (const count of counts) {
        expect(count.in).toBe(before);
        expect(count.out + count.failed + count.missing).toBe(count.in);
        before = count.out;
      }
    }
  });

  it('a condition counts as missing the rows whose verdict depends on a missing value, for random conditions', () => {
    const random = new Random(8);
    for (let round = 0; round < SCREENS; round++) {
      const condition = randomCondition(random, valuesOf, 3);
      const verdicts = securities.map((security) => naiveVerdict(security, condition, securities, securities));
      const count = (wanted: boolean | null): number => verdicts.filter((verdict) => verdict === wanted).length;
      expect(rowsOf([condition]).counts[0], printScreen([condition])).toEqual({
        in: table.rowCount,
        out: count(true),
        failed: count(false),
        missing: count(null),
      });
    }
  });

  it('top N keeps what a sort and a slice keep, in the present order', () => {
    for (const [end, direction] of [
      ['top', 'desc'],
      ['bottom', 'asc'],
    ]) {
      const kept = rowsOf(parseScreen(`sort symbol asc | ${end} 40 close`)).symbols;
      const sliced = rowsOf(parseScreen(`sort symbol asc | sort close ${direction} | rows 1..40 | sort symbol asc`)).symbols;
      expect(kept).toEqual(sliced);
    }
  });

  it('an edit of the last step reruns the last step alone, with the same result as from scratch', () => {
    const random = new Random(7);
    let prefix: Prefix | null = null;
    let steps: Step[] = [];
    for (let round = 0; round < 300; round++) {
      const [extra] = randomScreen(random, valuesOf);
      const wholly = random.chance(0.2);
      steps = wholly ? randomScreen(random, valuesOf) : [...steps.slice(0, 5 - random.below(2)).slice(0, -1), extra!];
      const applied = applySteps(table, steps, prefix);
      expect(applied.rows).toEqual(applySteps(table, steps, null).rows);
      if (!wholly) expect(applied.prefix.ranSteps).toBeLessThanOrEqual(2);
      prefix = applied.prefix;
    }
    const again = applySteps(table, steps, prefix);
    expect(again.prefix.ranSteps).toBe(0);
  });

  it('uses the rows of a mask if there is one, except to keep missing values', () => {
    const mask = Uint8Array.from({ length: table.rowCount }, (_, row) => [MASK_PASSES, MASK_MISSING, MASK_FAILS][row % 3]!);
    const [strict, keeping] = parseScreen('beta >= 0 | beta >= 0 keep missing');
    const masked = (step: Step) => applySteps(table, [step], null, () => mask);
    const { rows, counts } = masked(strict!);
    expect([...rows]).toEqual([...table.rows].filter((row) => row % 3 === 0));
    expect(counts).toEqual([{ in: 450, out: 150, failed: 150, missing: 150 }]);
    expect(masked(keeping!).rows).toEqual(applyStep(table, keeping!, table.rows).rows);
  });

  it('ignores a filter without a column, and a broken step', () => {
    const whole = rowsOf([]).symbols;
    expect(rowsOf([{ operatorType: 'filter', columnId: null }]).symbols).toEqual(whole);
    expect(
      rowsOf([{ operatorType: 'filter', columnId: 'nowhere', operator: 'LessThanOrEquals', operatorValues: [1] }]).symbols,
    ).toEqual(whole);
    expect(rowsOf([{ operatorType: 'filter', columnId: 'beta', operator: 'Between', operatorValues: [1] }]).symbols).toEqual(
      whole,
    );
  });
});

describe('a slice', () => {
  const rows = (start: number, end: number): SliceStep => ({
    operatorType: 'slice',
    operatorValues: [start, end],
    sliceIsPercentage: false,
  });
  const percent = (start: number, end: number): SliceStep => ({
    operatorType: 'slice',
    operatorValues: [start, end],
    sliceIsPercentage: true,
  });
  it.each([
    [rows(0, 9), 100, [0, 10]],
    [rows(-5, 2), 100, [0, 3]],
    [rows(90, 500), 100, [90, 100]],
    [rows(0, 0), 0, [0, 0]],
    [rows(200, 300), 100, [100, 100]],
    [percent(0, 20), 101, [0, 21]],
    [percent(20, 40), 101, [20, 41]],
    [percent(0, 7), 100, [0, 7]],
    [percent(0, 100), 33, [0, 33]],
    [percent(99.5, 100), 10, [9, 10]],
    [percent(-5, 150), 10, [0, 10]],
    [percent(0, 0.07), 10_000, [0, 7]],
    [percent(0, 50), 0, [0, 0]],
  ])('%j of %i rows', (step, n, expected) => {
    expect(sliceBounds(step, n)).toEqual(expected);
  });
});
