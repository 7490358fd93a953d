import { describe, expect, it } from 'vitest';
import { columnById } from '../../../src/catalogue/catalogue.ts';
import { applySteps, outputsOf } from '../../../src/engine/run/apply.ts';
import type { SortStep } from '../../../src/engine/steps/sort.ts';
import { applySort, applySorts, sortedFirst } from '../../../src/engine/steps/sort.ts';
import { ratesOf } from '../../../src/engine/table/numbers.ts';
import { GrowingTable, type Table } from '../../../src/engine/table/table.ts';
import { Random } from '../../random.ts';

const ROWS = 6000;

function tableOf(text: (row: number) => string, rate: (row: number) => number, rowCount = ROWS): Table {
  const growing = new GrowingTable();
  const random = new Random(5);
  growing.grow(rowCount);
  for (const id of ['beta', 'close']) {
    growing
      .numbers(id)
      .set(Float32Array.from({ length: rowCount }, () => (random.chance(0.1) ? Number.NaN : random.below(50) - 20)));
  }
  growing.numbers('usdRate').set(Float32Array.from({ length: rowCount }, (_, row) => rate(row)));
  growing.writeText(
    'name',
    0,
    Array.from({ length: rowCount }, (_, row) => text(row)),
  );
  growing.place({ country: 'US', from: 0, to: rowCount });
  growing.settle(['US']);
  return growing.table(['US']);
}

const by = (columnId: string, sortOperator: SortStep['sortOperator']): SortStep => ({
  operatorType: 'sort',
  columnId,
  sortOperator,
});

describe('a sort by a text column', () => {
  it.each([20, 4000])('with %i labels is by code units, missing last in both directions, ties in their order', (labelCount) => {
    const random = new Random(labelCount);
    const texts = Array.from({ length: ROWS }, (_, row) =>
      random.chance(0.05) ? '' : `${'aZé'[row % 3]}${random.below(labelCount / 3)}`,
    );
    const table = tableOf(
      (row) => texts[row]!,
      () => 1,
    );
    const rows = table.rows.filter((row) => row % 7 !== 0).reverse();
    for (const [operator, sign] of [
      ['Ascending', 1],
      ['Descending', -1],
    ] as const) {
      const expected = [...rows].sort((a, b) => {
        const [first, second] = [texts[a]!, texts[b]!];
        if (first === '' || second === '') return Number(first === '') - Number(second === '');
        return first === second ? 0 : first < second ? -sign : sign;
      });
      expect([...applySort(table, by('name', operator), rows)]).toEqual(expected);
      expect([...sortedFirst(table, by('name', operator), rows, 100)]).toEqual(expected.slice(0, 100));
    }
    expect(applySort(table, by('name', 'None'), rows)).toBe(rows);
  });
});

describe('amounts of money', () => {
  const close = columnById('close')!;
  const beta = columnById('beta')!;

  it('are compared by the rate of their row', () => {
    const table = tableOf(
      () => 'a',
      (row) => (row % 2 === 0 ? 1 : 0.01),
    );
    expect(ratesOf(table, close)).toBe(table.rates);
    expect(ratesOf(table, beta)).toBeNull();
    const closes = table.numbers('close')!;
    const inBase = (row: number): number => Math.fround(closes[row]! * (row % 2 === 0 ? 1 : Math.fround(0.01)));
    const sorted = [...applySort(table, by('close', 'Descending'), table.rows)];
    const present = sorted.filter((row) => !Number.isNaN(inBase(row)));
    expect(present.map(inBase)).toEqual(present.map(inBase).sort((a, b) => b - a));
    expect(sorted.slice(present.length).every((row) => Number.isNaN(closes[row]))).toBe(true);
  });

  it('of one currency need none, and sort as plain numbers do', () => {
    const table = tableOf(
      () => 'a',
      () => 1,
    );
    expect(ratesOf(table, close)).toBeNull();
    expect(ratesOf(table, beta)).toBeNull();
  });
});

describe('two sorts in one', () => {
  const rowCount = 70_000;
  const table = tableOf(
    (row) => ['', 'b', 'a'][(row * 7) % 3]!,
    () => 1,
    rowCount,
  );
  const rows = table.rows.slice().reverse();
  const isSame = (one: Uint32Array | null, other: Uint32Array): boolean =>
    one?.length === other.length && one.every((row, position) => row === other[position]);

  it.each(['Ascending', 'Descending', 'None'] as const)(
    'equal one after the other, ties and missing values included: %s',
    (direction) => {
      for (const first of ['Ascending', 'Descending', 'None'] as const) {
        for (const columnId of ['beta', 'name']) {
          const [inner, outer] = [by(columnId, first), by('name', direction)];
          const expected = applySort(table, outer, applySort(table, inner, rows));
          const together = applySorts(table, inner, outer, rows);
          if (direction === 'None') expect(together).toBeNull();
          else expect(isSame(together, expected)).toBe(true);
          const last = applySteps(table, [inner, outer], null);
          expect(isSame(last.rows, applySort(table, outer, applySort(table, inner, table.rows)))).toBe(true);
          expect(isSame(outputsOf(last.prefix)[0]!, applySort(table, inner, table.rows))).toBe(true);
        }
      }
    },
  );

  it('take two sorts where a label has few rows, or the second sort is by numbers', () => {
    expect(applySorts(table, by('beta', 'Ascending'), by('name', 'Ascending'), rows.subarray(0, ROWS))).toBeNull();
    expect(applySorts(table, by('name', 'Ascending'), by('beta', 'Ascending'), rows)).toBeNull();
  });
});
