import { describe, expect, it } from 'vitest';
import { COLUMNS, columnById } from '../../../src/catalogue/catalogue.ts';
import { isMoney } from '../../../src/catalogue/column.ts';
import { KNOTS_MAX } from '../../../src/catalogue/range.ts';
import { categoryCounts, columnRange } from '../../../src/engine/answers/range.ts';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { randomUniverse, wireSource } from '../../universe.ts';

const table = await loadTable(wireSource(randomUniverse(31, 3, 40)));

describe('the range of a column', () => {
  it('is the smallest and the largest present value, amounts in US dollars, for every number column', () => {
    let moneyCount = 0;
    for (const { id } of COLUMNS) {
      const values = table.numbers(id);
      if (!values) continue;
      const money = isMoney(columnById(id)!);
      if (money) moneyCount++;
      const present = [...values]
        .map((value, row) => (money ? Math.fround(value * table.rates[row]!) : value))
        .filter((value) => !Number.isNaN(value))
        .sort((a, b) => a - b);
      expect(columnRange(table, id), id).toMatchObject({
        min: present[0] ?? Number.NaN,
        max: present.at(-1) ?? Number.NaN,
        missing: values.length - present.length,
      });
    }
    expect(moneyCount).toBeGreaterThan(20);
  });

  it('of a single value is that value', () => {
    const values = Float32Array.of(Number.NaN, -3, Number.NaN);
    const small = { numbers: () => values, column: () => columnById('beta'), rates: values, rowCount: 3 };
    expect(columnRange(small as never, 'beta')).toEqual({ min: -3, max: -3, missing: 2, knots: Float32Array.of(-3) });
  });

  it('has knots that divide the rows evenly, or every value if they are few', () => {
    const of = (values: Float32Array) =>
      columnRange(
        { numbers: () => values, column: () => columnById('beta'), rates: values, rowCount: values.length } as never,
        'beta',
      ).knots;
    expect([...of(Float32Array.of(3, 1, Number.NaN, 3, 2))]).toEqual([1, 2, 3]);
    const many = Float32Array.from({ length: 50_001 }, (_, row) => ((row * 7919) % 50_001) ** 2);
    const knots = of(many.slice());
    expect(knots.length).toBe(KNOTS_MAX);
    expect(knots).toEqual(knots.slice().sort());
    for (const k of [1, 500, 999]) expect(many.filter((value) => value < knots[k]!).length).toBe(50 * k);
  });

  it('of an absent column counts every row as missing', () => {
    expect(columnRange(table, 'nothing')).toMatchObject({ min: Number.NaN, max: Number.NaN, missing: 120 });
  });
});

describe('the counts of a text column', () => {
  it('are those of the rows, most frequent first, then by label, and include values without rows', () => {
    const rows = table.rows.slice(0, 50);
    const text = table.text('sector')!;
    const counts = categoryCounts(table, 'sector', rows);
    for (const { label, rowCount } of counts)
      expect(rowCount, label).toBe([...rows].filter((row) => text.labels[text.codes[row]!] === label).length);
    expect(counts.reduce((sum, { rowCount }) => sum + rowCount, 0)).toBe(50);
    const places = counts.map(({ label, rowCount }) => [-rowCount, label] as const);
    expect(places).toEqual([...places].sort((a, b) => a[0] - b[0] || (a[1] < b[1] ? -1 : 1)));
    const none = categoryCounts(table, 'sector', new Uint32Array(0));
    expect(none.map(({ label }) => label).sort()).toEqual(text.labels.filter((label) => label !== '').sort());
    expect(categoryCounts(table, 'nothing', rows)).toEqual([]);
  });
});
