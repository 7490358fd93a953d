import { describe, expect, it } from 'vitest';
import { columnById } from '../../src/catalogue/catalogue.ts';
import { FIELD_COLUMNS } from '../../src/catalogue/fieldColumns.ts';
import { parseFormula } from '../../src/catalogue/formula.ts';
import { evaluate } from '../naive-formula.ts';

const made = (id: string, texts: Record<string, string>, seconds = Number.NaN): number =>
  FIELD_COLUMNS.find((column) => column.id === id)!.numberOf(
    (name) => texts[name] ?? '',
    () => seconds,
  );

describe('a number computed from fields', () => {
  it.each([
    ['Financials', 'Banks', Number.NaN],
    ['Financials', 'Insurance', Number.NaN],
    ['Financials', 'Capital Markets', Number.NaN],
    ['Financials', '', Number.NaN],
    ['Financials', 'Consumer Finance', 1],
    ['Energy', '', 1],
    ['', '', 1],
  ])('EV multiples of %s, %s: %d', (sector, industry, expected) => {
    expect(made('enterpriseValueApplies', { sector, industry })).toBe(expected);
  });

  it.each([
    ['2016-12-31', 537.486],
    ['2024-06-30', 685.135],
    ['2031-03-31', 698.924],
    ['1985-12-31', Number.NaN],
    ['', Number.NaN],
  ])('the price level of a report of %s is %d', (day, expected) => {
    expect(made('priceIndex', {}, Date.parse(day) / 1000)).toBe(expected);
  });
});

const ratio = (id: string, columns: Record<string, number>): number =>
  evaluate(parseFormula(columnById(id)!.formula!), (input) =>
    columnById(input)?.kind === 'ratio' ? ratio(input, columns) : (columns[input] ?? Number.NaN),
  );

describe('figures of a common share', () => {
  const company = {
    netIncome: 110,
    preferredDividends: 10,
    dividendPayout: 40,
    operatingCashflow: 1,
    commonStockSharesOutstanding: 10,
    weightedAverageSharesDiluted: 12.5,
    marketCapitalization: 1000,
    close: 100,
    dividendPerShare: 3,
  };

  it('are of income to common stock per diluted share', () => {
    expect(ratio('earningsPerShare', company)).toBe(8);
    expect(ratio('priceToEarningsRatio', company)).toBe(100 / 8);
    expect(ratio('earningsYield', company)).toBe(8 / 100);
    expect(ratio('dividendPayoutRatio', company)).toBe(0.3);
    expect([ratio('dividendYield', company), ratio('cashDividendYield', company)]).toEqual([0.03, 0.04]);
  });

  it('have a dividend yield of 0 if nothing was paid, and none if the dividend per share is unknown', () => {
    const { dividendPerShare: _, ...unknown } = company;
    expect(ratio('dividendYield', { ...unknown, dividendPayout: 0 })).toBe(0);
    expect(ratio('dividendYield', unknown)).toBeNaN();
  });
});

it('a multiple of a negative enterprise value is missing, and so is one of a bank', () => {
  const company = { marketCapitalization: 10, totalDebt: 0, cashAndShortTermInvestments: 5, operatingIncome: 1 };
  const multiple = (columns: Record<string, number>): number => ratio('acquirersMultiple', { ...company, ...columns });
  expect(multiple({ enterpriseValueApplies: 1 })).toBe(5);
  expect(multiple({ enterpriseValueApplies: 1, cashAndShortTermInvestments: 50 })).toBeNaN();
  expect(multiple({ enterpriseValueApplies: 1, operatingIncome: -1 })).toBeNaN();
  expect(multiple({})).toBeNaN();
});
