import { describe, expect, it } from 'vitest';
import { readCashRates } from '../../../src/engine/backtest/cashRates.ts';
import { readFactors } from '../../../src/engine/backtest/factors.ts';
import { csvOf } from '../../../src/engine/backtest/files/csv.ts';

describe('a file of rates of cash', () => {
  it('has a date and a fraction per line', () => {
    expect(readCashRates('\ufeffdate,rate\r\n1970-01-02,0.004\r\n\r\n1970-01-03, -1e-4\r\n')).toEqual([
      { day: 1, rate: 0.004 },
      { day: 2, rate: -0.0001 },
    ]);
  });

  it.each([
    ['day,rate\n', 'line 1: expected the header date,rate'],
    ['date,rate\n2020-01-31,0,004\n', 'line 2: expected a date and a rate with a decimal point'],
    ['date,rate\n2020-01-31,0.004\n\n31.01.2020,0.004\n', 'line 4: “31.01.2020” is not a date'],
    ['date,rate\n2020-02-30,0.004\n', 'line 2: “2020-02-30” is not a date'],
    ['date,rate\n2020-02,0.004\n', 'line 2: “2020-02” is not a date'],
    ['date,rate\n2020-01-31,\n', 'line 2: the rate is not a number'],
    ['date,rate\n2020-01-31,Infinity\n', 'line 2: the rate is not a number'],
    ['date,rate\n2020-01-31,5.25\n', 'line 2: 5.25 is 525 %: rates are fractions, such as 0.004'],
    ['date,rate\n2020-01-31,0.1\n2020-01-31,0.2\n', 'line 3: a line before it is of 2020-01-31, too'],
  ])('is refused with the line of what would be misread: %j', (text, message) => {
    expect(() => readCashRates(text)).toThrow(message);
  });
});

describe('a file of factors', () => {
  it('leaves a month out that lacks a value', () => {
    const { months } = readFactors(',Mkt,SMB\n202001,1.5,0.5\n202002,,0.5\n202003,-99.99,1\n202004,2,-1\n');
    expect([...months]).toEqual([
      [2020 * 12, [0.015, 0.005]],
      [2020 * 12 + 3, [0.02, -0.01]],
    ]);
  });
});

describe('a table of a backtest', () => {
  it('holds no text that a spreadsheet would run or break into lines, and leaves missing numbers empty', () => {
    expect(
      csvOf(
        ['id', 'return'],
        [
          ['=HYPERLINK("x")', -0.5],
          ['@a,b', Number.NaN],
          ['c\rd', null],
        ],
      ),
    ).toBe('id,return\n"\'=HYPERLINK(""x"")",-0.5\n"\'@a,b",\n"c\rd",\n');
  });
});
