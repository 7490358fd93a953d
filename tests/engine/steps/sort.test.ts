import { describe, expect, it } from 'vitest';
import { columnById } from '../../../src/catalogue/catalogue.ts';
import type { SortStep } from '../../../src/engine/steps/sort.ts';
import { applySort, sortedFirst } from '../../../src/engine/steps/sort.ts';
import { ratesOf } from '../../../src/engine/table/numbers.ts';
import { GrowingTable, type Table } from '../../../src/engine/table/table.ts';
import { Random } from '../../random.ts';

const ROWS = 6000;

function tableOf(text: (row: number) => string, rate: (row: number) => number): Table {
  const growing = new GrowingTable();
  const random = new Random(5);
  growing.grow(ROWS);
  for (const id of ['beta', 'close']) {
    growing.numbers(id).set(Float32Array.from({ length: ROWS }, () => (random.chance(0.1) ? Number.NaN : random.below(50) - 20)));
  }
  growing.numbers('usdRate').set(Float32Array.from({ length: ROWS }, (_, row) => rate(row)));
  growing.writeText(
    'name',
    0,
    Array.from({ length: ROWS }, (_, row) => text(row)),
  );
  growing.place({ country: 'US', from: 0, to: ROWS });
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
