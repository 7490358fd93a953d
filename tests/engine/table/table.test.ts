import { describe, expect, it } from 'vitest';
import { columnById } from '../../../src/catalogue/catalogue.ts';
import { currencyRates } from '../../../src/engine/table/currencyRates.ts';
import { GrowingTable, isTextColumn, RATIO_IDS, rankEligible, type Table } from '../../../src/engine/table/table.ts';
import { Random } from '../../random.ts';

/** A country's rows to write: numbers of one column, texts of another. */
interface Part {
  readonly country: string;
  readonly closes: readonly number[];
  readonly names: readonly string[];
}

function write(growing: GrowingTable, { country, closes, names }: Part): void {
  const from = growing.grow(closes.length);
  growing.numbers('close').set(closes, from);
  growing.writeText('name', from, names);
  growing.place({ country, from, to: from + closes.length });
}

const labelsOf = (table: Table, id: string): string[] => {
  const text = table.text(id)!;
  return Array.from(table.rows, (row) => text.labels[text.codes[row]!]!);
};
const valuesOf = (table: Table, id: string): number[] => Array.from(table.rows, (row) => table.numbers(id)![row]!);

describe('a growing table', () => {
  it('shows the rows in the order of the countries, while it grows and when it is settled, for 40 random orders of arrival', () => {
    const random = new Random(5);
    for (let round = 0; round < 40; round++) {
      const countries = ['A', 'B', 'C', 'D'];
      const parts = countries.map((country): Part => {
        const length = random.pick([0, 1, 30, 3000]);
        return {
          country,
          closes: Array.from({ length }, () => Math.fround(random.next())),
          names: Array.from({ length }, () => random.pick(['', 'x', 'y', `${country}1`])),
        };
      });
      const arriving = [...parts].sort(() => random.next() - 0.5);
      const memory = random.pick(['own', 'shared'] as const);
      const growing = new GrowingTable(memory);
      const shown: { table: Table; closes: number[]; names: string[] }[] = [];
      for (const part of arriving) {
        write(growing, part);
        if (random.chance(0.5)) continue;
        const table = growing.table(countries);
        const there = parts.filter((each) => arriving.indexOf(each) <= arriving.indexOf(part));
        shown.push({ table, closes: there.flatMap(({ closes }) => closes), names: there.flatMap(({ names }) => names) });
      }
      growing.settle(countries);
      const closes = parts.flatMap((part) => part.closes);
      const settled = growing.table(countries);
      expect([...settled.rows]).toEqual(closes.map((_, row) => row));
      expect(growing.rowCount).toBe(closes.length);
      shown.push({ table: settled, closes, names: parts.flatMap(({ names }) => names) });
      const isShared = memory === 'shared';
      expect(settled.numbers('close')!.buffer instanceof SharedArrayBuffer).toBe(isShared);
      expect(settled.text('name')?.codes.buffer instanceof SharedArrayBuffer === isShared || closes.length === 0).toBe(true);
      write(growing, { country: 'E', closes: [7], names: ['late'] });
      const more = growing.table([...countries, 'E']);
      growing.settle(['E', ...countries]);
      // An earlier table never changes.
      for (const { table, closes: expected, names } of shown) {
        expect(table.rowCount).toBe(expected.length);
        expect(valuesOf(table, 'close')).toEqual(expected);
        expect(labelsOf(table, 'name')).toEqual(names);
      }
      expect([valuesOf(more, 'close').at(-1), labelsOf(more, 'name').at(-1)]).toEqual([7, 'late']);
      expect(valuesOf(more, 'close').slice(0, -1)).toEqual(closes);
      expect(labelsOf(more, 'name').slice(0, -1)).toEqual(parts.flatMap(({ names }) => names));
    }
  });

  it('drops the rows that no table has shown: those of a country that broke off', () => {
    const growing = new GrowingTable();
    write(growing, { country: 'A', closes: [1], names: ['a'] });
    const from = growing.grow(2);
    growing.numbers('close').set([8, 9], from);
    growing.writeText('name', from, ['lost', 'lost']);
    write(growing, { country: 'B', closes: [2], names: ['b'] });
    growing.settle(['B', 'A']);
    const table = growing.table(['B', 'A']);
    expect([valuesOf(table, 'close'), labelsOf(table, 'name'), table.rowCount]).toEqual([[2, 1], ['b', 'a'], 2]);
    expect(table.text('name')!.labels).toEqual(['', 'a', 'b']);
  });

  it('is not copied when it is settled in order, except what is recomputed, and releases unneeded space', () => {
    for (const [rows, stays] of [
      [60_000, true],
      [5000, false],
    ] as const) {
      const growing = new GrowingTable('shared');
      const values = Array.from({ length: rows }, (_, row) => row);
      write(growing, { country: 'A', closes: values.slice(0, 1000), names: values.slice(0, 1000).map(String) });
      write(growing, { country: 'B', closes: values.slice(1000), names: values.slice(1000).map(String) });
      const before = growing.table(['A', 'B']);
      expect(before.numbers('close')!.at(-1)).toBe(rows - 1);
      growing.settle(['A', 'B'], new Set(['magicFormula']));
      const after = growing.table(['A', 'B']);
      growing.numbers('magicFormula').fill(7);
      const isSame = (id: string): boolean => after.numbers(id)!.buffer === before.numbers(id)!.buffer;
      expect([isSame('close'), isSame('currentRatio'), isSame('magicFormula')]).toEqual([stays, stays, false]);
      expect(before.numbers('magicFormula')!.every(Number.isNaN)).toBe(true);
      expect([valuesOf(after, 'close'), labelsOf(after, 'name')]).toEqual([values, values.map(String)]);
      if (!stays) expect(after.numbers('close')!.buffer.byteLength).toBe(4 * rows);
    }
  });

  it('is settled again when a country has been added, whether or not its texts have been read', () => {
    for (const looks of [false, true]) {
      const growing = new GrowingTable();
      write(growing, { country: 'B', closes: [2, 3], names: ['b', 'c'] });
      expect(labelsOf(growing.table(['B']), 'name')).toEqual(['b', 'c']);
      growing.settle(['B']);
      write(growing, { country: 'A', closes: [1], names: ['a'] });
      if (looks) expect(labelsOf(growing.table(['A', 'B']), 'name')).toEqual(['a', 'b', 'c']);
      growing.settle(['A', 'B']);
      const table = growing.table(['A', 'B']);
      expect([valuesOf(table, 'close'), labelsOf(table, 'name')]).toEqual([
        [1, 2, 3],
        ['a', 'b', 'c'],
      ]);
    }
  });

  it('has unwritten values missing: every ratio, and columns that only some countries have', () => {
    const growing = new GrowingTable();
    growing.place({ country: 'A', from: growing.grow(2), to: 2 });
    growing.numbers('beta')[1] = 3;
    const from = growing.grow(5000);
    growing.numbers('close')[from] = 4;
    growing.place({ country: 'B', from, to: from + 5000 });
    const table = growing.table(['A', 'B']);
    for (const id of RATIO_IDS) expect(table.numbers(id)!.every(Number.isNaN), id).toBe(true);
    expect([...table.numbers('beta')!].filter((value) => !Number.isNaN(value))).toEqual([3]);
    expect([...table.numbers('close')!].filter((value) => !Number.isNaN(value))).toEqual([4]);
    expect([table.numbers('nothing'), table.text('name'), growing.knownNumbers('nothing')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(growing.knownNumbers('close')).toBe(growing.numbers('close'));
  });

  it('numbers its tables', () => {
    const growing = new GrowingTable();
    expect([1, 2, 3].map(() => growing.table([]).version)).toEqual([1, 2, 3]);
  });

  it('knows the columns of the catalogue and those of the server alone, but not the one of statement currencies', () => {
    const growing = new GrowingTable();
    growing.place({ country: 'A', from: growing.grow(1), to: 1 });
    growing.numbers('sentiment');
    growing.writeText('lei', 0, ['x']);
    growing.writeText('statementCurrency', 0, ['EUR']);
    growing.writeText('name', 0, ['n']);
    const table = growing.table(['A']);
    expect(table.otherColumns.map(({ id, unit }) => [id, unit])).toEqual([
      ['sentiment', 'ratio'],
      ['lei', 'text'],
    ]);
    expect(table.column('beta')).toBe(columnById('beta'));
    expect(['lei', 'sentiment', 'name', 'nothing'].map((id) => isTextColumn(table, id))).toEqual([true, false, true, false]);
    expect(labelsOf(table, 'statementCurrency')).toEqual(['EUR']);
  });

  it('drops the characters that change the direction of reading, so that two names that look alike are one', () => {
    const names = ['ab', 'a\u202eb', '\u2066cd\u2069', 'cd\u200f', '\u202a\u061c', 'c\u202ad', '\u061cab\u200e'];
    const growing = new GrowingTable();
    write(growing, { country: 'A', closes: names.map(() => 1), names });
    const text = growing.table(['A']).text('name')!;
    expect(labelsOf(growing.table(['A']), 'name')).toEqual(['ab', 'ab', 'cd', 'cd', '', 'cd', 'ab']);
    expect(text.labels).toEqual(['', 'ab', 'cd']);
    expect([...text.codes]).toEqual([1, 1, 2, 2, 0, 2, 1]);
  });
});

describe('the rates of currencies', () => {
  const currency = { labels: ['', 'EUR', 'USD', 'JPY', 'PLN'], codes: Uint32Array.of(1, 1, 2, 3, 0, 4, 1, 0) };
  const usdRate = Float32Array.of(Number.NaN, 1.1, Number.NaN, 0.0065, Number.NaN, 0, 1.2, 3);

  it('are the row’s own, otherwise that of the first row of the currency that has one; 1 for dollars and no currency', () => {
    const { rates, rateOf, base } = currencyRates(usdRate, currency, 8);
    const rounded = [1.1, 1.1, 1, 0.0065, 1, Number.NaN, 1.2, 3].map(Math.fround);
    expect([...rates]).toEqual(rounded);
    expect(['EUR', 'USD', 'JPY', 'PLN', ''].map(rateOf)).toEqual([1.1, 1, 0.0065, Number.NaN, Number.NaN].map(Math.fround));
    expect(base).toBe('USD');
  });

  it('make the only currency the base if the rate of a dollar is unknown', () => {
    const euros = { labels: ['', 'EUR'], codes: Uint32Array.of(1, 0, 1) };
    const found = currencyRates(undefined, euros, 3);
    expect([[...found.rates], found.rateOf('EUR'), found.rateOf('USD'), found.base]).toEqual([[1, 1, 1], 1, Number.NaN, 'EUR']);
    expect(currencyRates(Float32Array.of(1.1, 1, 1), euros, 3).base).toBe('USD');
    expect(currencyRates(undefined, { labels: ['', 'USD'], codes: Uint32Array.of(1) }, 1).base).toBe('USD');
    const two = currencyRates(undefined, { labels: ['', 'EUR', 'JPY'], codes: Uint32Array.of(1, 2) }, 2);
    expect([two.base, ...two.rates]).toEqual(['USD', Number.NaN, Number.NaN]);
  });

  it('are 1 without currencies, and the row’s own if it has one', () => {
    expect([...currencyRates(undefined, undefined, 2).rates]).toEqual([1, 1]);
    expect([...currencyRates(Float32Array.of(2, Number.NaN), undefined, 2).rates]).toEqual([2, 1]);
  });

  it('of a currency are available from the table by its name', () => {
    const growing = new GrowingTable();
    const from = growing.grow(2);
    growing.numbers('usdRate').set([1.5, 1], from);
    growing.writeText('currency', from, ['EUR', 'USD']);
    growing.place({ country: 'A', from, to: 2 });
    const table = growing.table(['A']);
    expect(['USD', 'EUR', 'JPY'].map(table.rateOf)).toEqual([1, 1.5, Number.NaN]);
  });
});

describe('the rows that are ranked', () => {
  const eligible = (columns: Readonly<Record<string, readonly string[]>>, rowCount: number): number[] => {
    const growing = new GrowingTable();
    const from = growing.grow(rowCount);
    for (const [id, values] of Object.entries(columns)) growing.writeText(id, from, values);
    growing.place({ country: 'A', from, to: from + rowCount });
    return [...rankEligible(growing.table(['A']))];
  };

  it('are equities, neither financials nor utilities, no depositary receipts', () => {
    const types = ['Equity', 'Etf', 'Equity', 'Equity', 'Equity', 'Equity', ''];
    const sectors = ['Energy', 'Energy', 'Financials', 'Utilities', '', 'Energy', 'Energy'];
    const receipts = ['false', 'false', 'false', 'false', '', 'true', ''];
    expect(eligible({ type: types, sector: sectors, isAdr: receipts }, 7)).toEqual([1, 0, 0, 0, 1, 0, 0]);
  });

  it('are none if no column says what an equity is, and all equities if no column says more', () => {
    expect(eligible({ sector: ['Energy'] }, 1)).toEqual([0]);
    expect(eligible({ type: ['Equity', 'Etf'] }, 2)).toEqual([1, 0]);
  });
});
