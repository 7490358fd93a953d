import { describe, expect, it } from 'vitest';
import { flagBit } from '../../../src/catalogue/flag.ts';
import {
  areYearsApart,
  averageYield,
  compoundGrowth,
  dividendsYield,
  growthOf,
  yearOverYear,
} from '../../../src/ingest/figures/growth.ts';
import { STATEMENT_IDS, statementPosition } from '../../../src/ingest/figures/period.ts';
import { periodOf } from '../periods.ts';

const MISSING = Number.NaN;

describe('the table of domain section 3.1', () => {
  it.each([
    [100, 125, 0.25, 0.04564],
    [100, 161.051, 0.61051, 0.1],
    [100, 200, 1, 0.148698],
    [100, 0, -1, -1],
    [100, -50, -1.5, MISSING],
    [-100, 50, MISSING, MISSING],
    [0, 50, MISSING, MISSING],
    [MISSING, 50, MISSING, MISSING],
    [100, MISSING, MISSING, MISSING],
  ])('from %d to %d', (base, now, yoy, cagr) => {
    if (Number.isNaN(yoy)) expect(yearOverYear(now, base)).toBeNaN();
    else expect(yearOverYear(now, base)).toBeCloseTo(yoy, 12);
    if (Number.isNaN(cagr)) expect(compoundGrowth(now, base, 5)).toBeNaN();
    else expect(compoundGrowth(now, base, 5)).toBeCloseTo(cagr, 6);
  });

  it('averages five yearly yields, nothing with fewer', () => {
    expect(averageYield([0.025, 0.03, 0.05, 0.04, 0.025], 5)).toBeCloseTo(0.034, 12);
    expect(averageYield([0.025, 0.03, 0.05, 0, 0.025], 5)).toBeCloseTo(0.026, 12);
    expect(averageYield([0.025, 0.03, 0.05, 0.04], 5)).toBeNaN();
    expect(averageYield([0.025, 0.03, MISSING, 0.04, 0.025], 5)).toBeNaN();
  });
});

const yearly = (figures: (year: number) => Record<string, number>) =>
  [2011, 2012, 2013, 2014, 2015, 2016].map((year) => periodOf(`${year}-12-31`, 'annual', figures(year)));

describe('growth of statements', () => {
  it('compares the latest quarter with that a year earlier', () => {
    const quarters = ['2015-09-30', '2015-12-31', '2016-03-31', '2016-06-30', '2016-09-30'].map((end, index) =>
      periodOf(end, 'quarter', {
        totalRevenue: 100 + index,
        netIncome: index === 0 ? -1 : 5,
        dividendPerShare: 0.1 * (1 + index),
      }),
    );
    const latest = quarters.at(-1)?.day ?? 0;
    const growth = growthOf([], quarters, latest);
    expect(growth.quarterlyRevenueGrowthYOY!.rate).toBeCloseTo(0.04, 12);
    expect(growth.quarterlyEarningsGrowthYOY!.rate).toBeNaN();
    expect(growth.quarterlyDividendsGrowthYOY!.rate).toBeCloseTo(4, 12);
    expect(growth.fiveYearsRevenueGrowth!.rate).toBeNaN();
    expect(growthOf([], quarters, latest + 90).quarterlyRevenueGrowthYOY!.rate).toBeNaN();
  });

  it('compounds over five fiscal years', () => {
    const annuals = yearly((year) => ({
      totalRevenue: 100 * 1.1 ** (year - 2011),
      netIncome: year === 2011 ? 0 : 10,
      dividendPayout: 20 * 1.2 ** (year - 2011),
      commonStockSharesOutstanding: 10,
    }));
    const growth = growthOf(annuals, [], annuals.at(-1)?.day ?? 0);
    expect(growth.fiveYearsRevenueGrowth!.rate).toBeCloseTo(0.1, 12);
    expect(growth.fiveYearsEarningsGrowth!.rate).toBeNaN();
    expect(growth.fiveYearsDividendsGrowth!.rate).toBeCloseTo(0.2, 12);
    expect(growthOf(annuals.slice(1), [], 0).fiveYearsRevenueGrowth!.rate).toBeNaN();
  });

  it('has the flags of its figures at both ends', () => {
    const [base, ...others] = yearly(() => ({ totalRevenue: 100, netIncome: 10, dividendPerShare: 2 }));
    const flags = new Uint16Array(STATEMENT_IDS.length);
    flags[statementPosition('totalRevenue')] = flagBit('inconsistent');
    const growth = growthOf([{ ...base!, flags }, ...others], [], others.at(-1)!.day);
    expect(growth.fiveYearsRevenueGrowth!.flags).toBe(flagBit('inconsistent'));
    expect(growth.fiveYearsEarningsGrowth!.flags).toBe(0);
    expect(growth.quarterlyRevenueGrowthYOY!.flags).toBe(0);
  });

  it('averages the dividend yields at the ends of five fiscal years', () => {
    const yieldOf = (...given: Parameters<typeof dividendsYield>): number => dividendsYield(...given).rate;
    const paying = yearly(() => ({ dividendPerShare: 2 }));
    expect(yieldOf(paying, () => 50)).toBeCloseTo(0.04, 12);
    expect(yieldOf(paying.slice(-4), () => 50)).toBeNaN();
    expect(yieldOf(paying.toSpliced(3, 1), () => 50)).toBeNaN();
    expect(
      yieldOf(
        yearly((year) => (year === 2014 ? { dividendPayout: 0 } : { dividendPerShare: 2 })),
        () => 50,
      ),
    ).toBeCloseTo(0.032);
    expect(yieldOf(paying, () => MISSING)).toBeNaN();
  });

  it('accepts 52-week years', () => {
    expect(areYearsApart(0, 364, 1)).toBe(true);
    expect(areYearsApart(0, 371, 1)).toBe(true);
    expect(areYearsApart(0, 273, 1)).toBe(false);
    expect(areYearsApart(0, 1820, 5)).toBe(true);
  });
});
