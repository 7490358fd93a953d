/** The allowed cost of an edit, as counts of work: the same on every machine, so that they detect a slower algorithm where times are too noisy. */
import { describe, expect, it } from 'vitest';
import { ROW_RATIOS } from '../../../kernels/compute.ts';
import { type WorkCounters, workCounters } from '../../../kernels/workCounters.ts';
import { presentDistribution } from '../../../src/engine/answers/distribution.ts';
import { ledger } from '../../../src/engine/answers/ledger.ts';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { applySteps, outputsOf, type Prefix } from '../../../src/engine/run/apply.ts';
import type { Step } from '../../../src/engine/steps/registry.ts';
import { parseScreen } from '../../../src/engine/steps/text.ts';
import { countWork } from '../../kernels/countWork.ts';
import { randomUniverse, wireSource } from '../../universe.ts';

const NOTHING = Object.fromEntries(Object.keys(workCounters).map((name) => [name, 0])) as WorkCounters;
const COUNTRIES = 3;
const ROWS = 300 * COUNTRIES;
const ROW_NUMBER_BYTES = 4;

const before = { ...workCounters };
const table = await loadTable(wireSource(randomUniverse(3, COUNTRIES, ROWS / COUNTRIES)));
const loading = { ...workCounters };

const TEXT = 'type = Equity | beta >= 0 | close >= 0 | pegRatio >= 0 | sort marketCapitalization desc | rows 1..50';
const STEPS = parseScreen(TEXT);
const edited = (from: string, to: string): Step[] => parseScreen(TEXT.replace(from, to));

/** Rows that came into and out of each step. */
const counts = (steps: readonly Step[]) => applySteps(table, steps, null).counts;

/** The work of a change to another screen, after the ledger has read the output of each step. */
function costOf(steps: readonly Step[], from: readonly Step[] = STEPS): WorkCounters {
  const prefix: Prefix = applySteps(table, from, null).prefix;
  outputsOf(prefix);
  return countWork(() => applySteps(table, steps, prefix));
}

/**
 * The work of running the filters and the sort among the steps from `first` on; of a sort, the rows that the slice right after it keeps. Of adjacent filters,
 * only the last one's rows are counted as output.
 */
function costFrom(steps: readonly Step[], first: number): WorkCounters {
  const lines = counts(steps).slice(first);
  const own = steps.slice(first);
  const filters = lines.filter((_, index) => own[index]!.operatorType === 'filter');
  const sorted = lines.flatMap((line, index) => {
    if (own[index]!.operatorType !== 'sort') return [];
    return own[index + 1]?.operatorType === 'slice' ? lines[index + 1]!.out : line.in;
  });
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  return {
    ...NOTHING,
    filteredRows: sum(filters.map((line) => line.in)),
    sorts: sorted.length,
    sortedRows: sum(sorted),
    copiedBytes:
      ROW_NUMBER_BYTES *
      sum(
        lines
          .filter((_, at) => own[at]!.operatorType === 'filter' && own[at + 1]?.operatorType !== 'filter')
          .map(({ out }) => out),
      ),
  };
}

/** Of the steps after an edited one: rows that the filters and the sort must process; and the rows that the edit moved. */
function seen(from: readonly Step[], to: readonly Step[], first: number): [judged: number, sorted: number, moved: number] {
  const [before, after] = [from, to].map((list) => outputsOf(applySteps(table, list, null).prefix)) as [
    readonly Uint32Array[],
    readonly Uint32Array[],
  ];
  const differing = (at: number): number[] => {
    const [old, now] = [new Set(before[at]), new Set(after[at])];
    return [[...old].filter((row) => !now.has(row)).length, [...now].filter((row) => !old.has(row)).length];
  };
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
  const behind = [2, 3].filter((at) => at > first);
  // One row needs no sort.
  return [sum(behind.flatMap((at) => differing(at - 1))), sum(differing(3).filter((count) => count > 1)), sum(differing(first))];
}

describe('the work of an edit', () => {
  it('loading computes every ratio of every row once', () => {
    // And once the traded value, which ranks an issuer's listings.
    expect(loading.computedColumns - before.computedColumns).toBe(COUNTRIES * ROW_RATIOS.length + 1);
    expect(loading.computedRows - before.computedRows).toBe(ROWS * (ROW_RATIOS.length + 1));
    expect(loading.codedColumns - before.codedColumns).toBe(0);
    // The ranks of magicFormula.
    expect(loading.sorts - before.sorts).toBe(2);
  });

  it('a new screen reads the incoming rows of each step, and sorts once', () => {
    expect(countWork(() => applySteps(table, STEPS, null))).toEqual(costFrom(STEPS, 0));
    expect(counts(STEPS)[3]!.out).toBeGreaterThan(50);
  });

  it('the same screen again, or a last step removed, costs nothing', () => {
    expect(costOf(parseScreen(TEXT))).toEqual(NOTHING);
    expect(costOf(STEPS.slice(0, -1))).toEqual(NOTHING);
    expect(costOf(STEPS.slice(0, 2))).toEqual(NOTHING);
  });

  it.each([
    ['the direction of the sort', 'desc', 'asc', 4],
    ['the slice', '1..50', '1..40', 5],
    ['another last step', ' | rows 1..50', ' | rows 1..50 | beta >= 1', 6],
  ] as const)('%s: the steps before it are not run again', (_, from, to, first) => {
    const steps = edited(from, to);
    const [cost, expected] = [costOf(steps), costFrom(steps, first)];
    expect({ ...cost, sortedRows: expected.sortedRows }).toEqual(expected);
    // Rows as large as the last one that the slice keeps are sorted too.
    expect(cost.sortedRows).toBeGreaterThanOrEqual(expected.sortedRows);
    expect(cost.sortedRows).toBeLessThanOrEqual(1.2 * expected.sortedRows);
  });

  it.each([
    ['a bound of the first number, moved a little', 'beta >= 0', 'beta >= 0.5', 1],
    ['a bound of the second number, moved a little', 'close >= 0', 'close >= 6', 2],
    ['a bound of the last number, moved a little', 'pegRatio >= 0', 'pegRatio >= 0.1', 3],
  ] as const)('%s: the filters and the sort behind it see the rows that came or left alone', (_, from, to, first) => {
    const steps = edited(from, to);
    const lines = counts(steps);
    const [judged, sorted] = seen(STEPS, steps, first);
    expect(sorted).toBeGreaterThan(0);
    expect(judged + sorted).toBeLessThan(0.3 * lines.slice(first + 1, 5).reduce((sum, line) => sum + line.in, 0));
    const cost = costOf(steps);
    expect(cost).toEqual({
      ...NOTHING,
      filteredRows: lines[first]!.in + judged,
      sorts: 1,
      sortedRows: sorted,
      copiedBytes: cost.copiedBytes,
    });
    expect(cost.copiedBytes).toBeLessThanOrEqual(ROW_NUMBER_BYTES * (lines[first]!.out + lines[4]!.out + judged));
  });

  /** A bound that so many of the present values above 0 fail. */
  const boundOf = (id: string, count: number): string =>
    `${id} >= ${[...new Set(table.numbers(id))].filter((value) => value > 0).sort((a, b) => a - b)[count]!}`;

  it.each([
    ['first', 'beta', 1],
    ['last', 'pegRatio', 3],
  ] as const)(
    'the bound of the %s number is dragged: its column is sorted once, then only entering or leaving rows are read',
    (_, id, first) => {
      let steps = STEPS;
      let { prefix } = applySteps(table, STEPS, null);
      for (const [round, count] of [10, 20, 30, 12].entries()) {
        const before = steps;
        steps = edited(`${id} >= 0`, boundOf(id, count));
        const [judged, sorted, moved] = seen(before, steps, first);
        const lines = counts(steps);
        expect(moved).toBeGreaterThan(3);
        const cost = countWork(() => {
          prefix = applySteps(table, steps, prefix).prefix;
        });
        if (round === 0) continue;
        expect(cost.filteredRows).toBe(judged);
        expect(cost.sortedRows).toBe(sorted + (round === 1 ? lines[first]!.in : 0));
        expect(cost.copiedBytes).toBeLessThanOrEqual(ROW_NUMBER_BYTES * (lines[4]!.out + judged));
      }
    },
  );

  it('a drag that changes no row reruns nothing after it', () => {
    const [from, to] = ['0.0000001', '0.0000002'].map((bound) => edited('beta >= 0', `beta >= ${bound}`)) as [Step[], Step[]];
    expect(counts(from)).toEqual(counts(to));
    const { prefix } = applySteps(table, from, applySteps(table, STEPS, null).prefix);
    expect(countWork(() => applySteps(table, to, prefix))).toEqual({ ...NOTHING, sorts: 1, sortedRows: counts(to)[1]!.in });
  });

  it('a step that is switched off, or two that are moved, rerun the steps from there on', () => {
    const without = STEPS.toSpliced(2, 1);
    expect(costOf(without)).toEqual(costFrom(without, 2));
    const moved = [...STEPS.slice(0, 2), STEPS[3]!, STEPS[2]!, ...STEPS.slice(4)];
    expect(costOf(moved)).toEqual(costFrom(moved, 2));
  });

  it('a formula column is computed once, and not again by edits of other steps', () => {
    const withFormula = parseScreen(`let spread = earningsYield - dividendYield | ${TEXT}`);
    const cost = costOf(withFormula);
    expect(cost).toMatchObject({ computedColumns: 1, computedRows: ROWS });
    const later = parseScreen(`let spread = earningsYield - dividendYield | ${TEXT.replace('pegRatio >= 0', 'pegRatio >= 1')}`);
    const moved = costOf(later, withFormula);
    expect(moved).toMatchObject({ computedColumns: 0, computedRows: 0, filteredRows: costFrom(later, 4).filteredRows });
  });

  it('distributions code a column once, then count a byte per present row', () => {
    const { rows } = applySteps(table, STEPS.slice(0, 3), null);
    presentDistribution(table, 'beta', table.rows);
    expect(countWork(() => presentDistribution(table, 'beta', rows))).toEqual({ ...NOTHING, countedRows: rows.length });
    expect(countWork(() => presentDistribution(table, 'pegRatio', rows))).toMatchObject({ codedColumns: 1 });
    expect(countWork(() => presentDistribution(table, 'pegRatio', table.rows))).toEqual(NOTHING);
  });

  it('the ledger runs, for each step, the steps after it, and once those after each filter', () => {
    const { prefix } = applySteps(table, STEPS, null);
    const filtersBetween = costFrom(STEPS.slice(0, 3), 0).filteredRows;
    const expected = STEPS.reduce((sum, _, left) => {
      const list = STEPS.toSpliced(left, 1);
      return sum + costFrom(list, left).filteredRows;
    }, filtersBetween);
    expect(countWork(() => ledger(table, STEPS, prefix)).filteredRows).toBe(expected);
  });
});
