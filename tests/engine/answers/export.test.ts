import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortestFloat } from '../../../src/catalogue/display.ts';
import { exportChunks, fileChunks } from '../../../src/engine/answers/export.ts';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { wireSource } from '../../universe.ts';

describe('the shortest text of a float32', () => {
  it.each([
    [0.15, '0.15'],
    [1e9, '1000000000'],
    [-0, '0'],
    [2096888192360, '2096888200000'],
    [1 / 3, '0.33333334'],
    // Seven digits of it are 9.095339e-13.
    [9.09534e-13, '9.09534e-13'],
    [16777217, '16777216'],
    [1e-40, '1e-40'],
    [3.4e38, '3.4e+38'],
    [Number.NaN, ''],
  ])('%d is %s', (value, text) => {
    expect(shortestFloat(Math.fround(value))).toBe(text);
  });

  it('reads back as the same float32, and no shorter text does', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = shortestFloat(value);
        expect(Math.fround(Number(text))).toBe(value || 0);
        const digits = text
          .replace(/e.*/, '')
          .replace(/[-.]/g, '')
          .replace(/^0+|0+$/g, '').length;
        for (let fewer = 1; fewer < digits; fewer++) expect(Math.fround(Number(value.toPrecision(fewer)))).not.toBe(value);
      }),
      { numRuns: 5000, seed: 1 },
    );
  });
});

describe('a file', async () => {
  const table = await loadTable(
    wireSource([
      {
        country: 'US',
        columns: ['close', 'date'],
        header: ['symbol', 'name', 'isAdr'],
        rows: [
          [1.5, 1763596800],
          [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
        ],
        fields: [
          ['A', 'Smith, "Sons"\nand more', true],
          ['-B', '=HYPERLINK("x")', null],
        ],
      },
    ]),
  );
  const file = (format: 'csv' | 'tsv' | 'json'): string =>
    [
      ...exportChunks(table, {
        format,
        columnIds: ['symbol', 'name', 'close', 'date', 'isAdr', 'netIncome'],
        rows: table.rows,
      }),
    ].join('');

  it('quotes in CSV, guards against formulas and leaves missing values empty', () => {
    expect(file('csv')).toBe(
      'symbol,name,close,date,isAdr,netIncome\nA,"Smith, ""Sons""\nand more",1.5,2025-11-20,true,\n\'-B,"\'=HYPERLINK(""x"")",,,,\n',
    );
  });

  it('keeps a row on one line in TSV', () => {
    expect(file('tsv')).toBe(
      'symbol\tname\tclose\tdate\tisAdr\tnetIncome\nA\tSmith, "Sons" and more\t1.5\t2025-11-20\ttrue\t\n\'-B\t\'=HYPERLINK("x")\t\t\t\t\n',
    );
  });

  it('has null in JSON for a missing number and text for a date', () => {
    expect(JSON.parse(file('json'))).toEqual([
      { symbol: 'A', name: 'Smith, "Sons"\nand more', close: 1.5, date: '2025-11-20', isAdr: 'true', netIncome: null },
      { symbol: '-B', name: '=HYPERLINK("x")', close: null, date: null, isAdr: '', netIncome: null },
    ]);
    expect(
      JSON.parse([...exportChunks(table, { format: 'json', columnIds: ['symbol'], rows: new Uint32Array(0) })].join('')),
    ).toEqual([]);
  });

  it('has as many chunks as it announces', async () => {
    const rows = Uint32Array.from({ length: 1001 }, (_, row) => row % 2);
    for (const [format, chunkCount] of [
      ['csv', 4],
      ['tsv', 4],
      ['json', 5],
      ['parquet', 2],
    ] as const) {
      const { chunks, count } = await fileChunks(table, { format, columnIds: ['close'], rows });
      expect([format, [...chunks].length, count]).toEqual([format, chunkCount, chunkCount]);
    }
  });
});
