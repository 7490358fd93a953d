import { describe, expect, it } from 'vitest';
import { flagBit, flagsOf } from '../../../src/catalogue/flag.ts';
import { fillNil } from '../../../src/ingest/figures/nil.ts';
import { convertPeriod, figureAt, type Period, STATEMENT_IDS, statementPosition } from '../../../src/ingest/figures/period.ts';
import { figuresOf, historyOf } from '../../../src/ingest/figures/statements.ts';
import { periodOf } from '../periods.ts';

function figures(periods: readonly Period[]): (id: string) => number {
  const history = historyOf(periods);
  if (!history) throw new Error('no periods');
  const { values } = figuresOf(history);
  return (id) => figureAt(values, id);
}

function flagsIn(periods: readonly Period[]): (id: string) => string[] {
  const history = historyOf(periods);
  if (!history) throw new Error('no periods');
  const { flags } = figuresOf(history);
  return (id) => flagsOf(flags[statementPosition(id)]!);
}

function flagged(period: Period, id: string, bits: number): Period {
  const flags = new Uint16Array(STATEMENT_IDS.length);
  flags[statementPosition(id)] = bits;
  return { ...period, flags };
}

const QUARTER_ENDS = [
  '2014-12-31',
  '2015-03-31',
  '2015-06-30',
  '2015-09-30',
  '2015-12-31',
  '2016-03-31',
  '2016-06-30',
  '2016-09-30',
] as const;
const quarters = (ends: readonly string[] = QUARTER_ENDS): Period[] =>
  ends.map((end, index) =>
    periodOf(end, 'quarter', { totalRevenue: 10 ** index, totalAssets: 100 + index, operatingCashflow: 1 }),
  );

describe('trailing twelve months', () => {
  it('sums the last four quarters, takes the latest balance sheet, and both a year earlier', () => {
    const of = figures(quarters());
    expect(of('totalRevenue')).toBe(11_110_000);
    expect(of('totalRevenuePriorYear')).toBe(1111);
    expect(of('totalAssets')).toBe(107);
    expect(of('totalAssetsPriorYear')).toBe(103);
  });

  it('does not sum over a gap: uses the last fiscal year, otherwise nothing', () => {
    const gappy = quarters(QUARTER_ENDS.filter((end) => end !== '2016-03-31'));
    expect(figures(gappy)('totalRevenue')).toBeNaN();
    const of = figures([...gappy, periodOf('2015-12-31', 'annual', { totalRevenue: 7, totalAssets: 1 })]);
    expect(of('totalRevenue')).toBe(7);
    expect(of('totalAssets')).toBe(106);
  });

  it('uses the fiscal year if it is as new as the latest quarter', () => {
    const of = figures([...quarters(), periodOf('2016-09-30', 'annual', { totalRevenue: 42 })]);
    expect(of('totalRevenue')).toBe(42);
    expect(of('totalAssets')).toBe(107);
  });

  it('derives a fourth quarter from the annual report', () => {
    const of = figures([
      ...quarters(QUARTER_ENDS.filter((end) => end !== '2015-12-31')),
      periodOf('2015-12-31', 'annual', { totalRevenue: 1000, totalAssets: 55 }),
    ]);
    const fourth = 1000 - 10 - 100 - 1000;
    expect(of('totalRevenue')).toBe(fourth + 10_000 + 100_000 + 1_000_000);
    expect(of('totalAssetsPriorYear')).toBe(103);
  });

  it('omits a line that one of the quarters lacks', () => {
    const lacking = quarters().with(5, periodOf('2016-03-31', 'quarter', { totalAssets: 1 }));
    expect(figures(lacking)('totalRevenue')).toBeNaN();
  });

  it('sums two half-years, even if they are called quarters', () => {
    const ends = ['2015-06-30', '2015-12-31', '2016-06-30'];
    const halves = (kind: 'half' | 'quarter') =>
      ends.map((end, index) => periodOf(end, kind, { totalRevenue: index + 1, totalAssets: index }));
    expect(figures(halves('half'))('totalRevenue')).toBe(5);
    expect(figures(halves('quarter'))('totalRevenue')).toBe(5);
    expect(figures(halves('half'))('totalAssetsPriorYear')).toBe(0);
    expect(figures(halves('quarter').slice(1))('totalRevenue')).toBeNaN();
  });

  it('accepts quarters of 12 and 16 weeks', () => {
    const ends = ['2015-11-22', '2016-02-14', '2016-05-08', '2016-08-28'];
    expect(figures(quarters(ends))('totalRevenue')).toBe(1111);
  });

  it('has nothing without periods', () => expect(historyOf([])).toBeNull());
});

describe('derived lines', () => {
  const annual = (lines: Record<string, number>) => figures([periodOf('2016-12-31', 'annual', lines)]);

  it('uses reported EBIT, otherwise pre-tax income and interest', () => {
    expect(annual({ incomeBeforeTax: 100, interestExpense: 10, ebit: 1 })('ebit')).toBe(1);
    expect(annual({ incomeBeforeTax: 100, interestExpense: 10 })('ebit')).toBe(110);
    expect(annual({ incomeBeforeTax: 100 })('ebit')).toBeNaN();
  });

  it('computes EBITDA from operating income, not gains on investments; otherwise uses the vendor’s', () => {
    const gain = { operatingIncome: 40, incomeBeforeTax: 100, interestExpense: 10, ebit: 110, depreciationAndAmortization: 5 };
    expect(annual({ ...gain, ebitda: 2 })('ebitda')).toBe(45);
    expect(annual({ ...gain, specialItems: 7 })('ebitda')).toBe(52);
    expect(annual({ incomeBeforeTax: 100, ebitda: 2, depreciationAndAmortization: 5 })('ebitda')).toBe(2);
    expect(annual({ incomeBeforeTax: 100, interestExpense: 10, depreciationAndAmortization: 5 })('ebitda')).toBeNaN();
  });

  it('adds up debt, net debt and cash', () => {
    const of = annual({ shortTermDebt: 5, longTermDebt: 20, cash: 3, shortTermInvestments: 4 });
    expect([of('totalDebt'), of('cashAndShortTermInvestments'), of('netDebt')]).toEqual([25, 7, 18]);
    expect(annual({ longTermDebt: 20, cash: 3 })('netDebt')).toBe(17);
    expect(annual({ cash: 3 })('totalDebt')).toBeNaN();
    expect(annual({ cash: 3, cashAndShortTermInvestments: 9 })('cashAndShortTermInvestments')).toBe(9);
  });

  const BALANCE = { totalAssets: 1000, totalLiabilities: 400, totalShareholderEquity: 600, cash: 50 };

  it.each<[string, Record<string, number>, number]>([
    ['a complete balance sheet without debt lines has none', BALANCE, 0],
    ['also with the interest of a lease', { ...BALANCE, interestExpense: 1 }, 0],
    ['interest tells of debt that the balance sheet does not name', { ...BALANCE, interestExpense: 20 }, Number.NaN],
    ['a balance sheet without its liabilities is not complete', { totalAssets: 1000, totalShareholderEquity: 600 }, Number.NaN],
    ['a total that is reported counts', { ...BALANCE, totalDebt: 7 }, 7],
  ])('debt: %s', (_, lines, debt) => {
    const of = annual(lines);
    expect(of('totalDebt')).toBe(debt);
    if (debt === 0) expect([of('shortTermDebt'), of('longTermDebt'), of('netDebt')]).toEqual([0, 0, -50]);
  });

  it('flags total debt if one of its two lines is missing', () => {
    const debt = (lines: Record<string, number>): string[] => {
      const { flags } = figuresOf(historyOf([periodOf('2016-12-31', 'annual', lines)])!);
      return flagsOf(flags[statementPosition('totalDebt')]!);
    };
    expect(debt({ shortTermDebt: 5 })).toEqual(['fallback']);
    expect(debt({ longTermDebt: 5 })).toEqual(['fallback']);
    expect(debt({ shortTermDebt: 0, longTermDebt: 5 })).toEqual([]);
    expect(debt(BALANCE)).toEqual([]);
  });

  it('assumes no interest without debt, unless reported', () => {
    expect(annual(BALANCE)('interestExpense')).toBe(0);
    expect(annual({ ...BALANCE, interestExpense: 1 })('interestExpense')).toBe(1);
    expect(annual({ ...BALANCE, longTermDebt: 5 })('interestExpense')).toBeNaN();
  });

  it('uses reported diluted shares, otherwise shares outstanding', () => {
    const shares = { commonStockSharesOutstanding: 10 };
    expect(annual({ ...shares, weightedAverageSharesDiluted: 12 })('weightedAverageSharesDiluted')).toBe(12);
    expect(annual(shares)('weightedAverageSharesDiluted')).toBe(10);
  });

  it('has the assets of two years earlier with three balance sheets', () => {
    const years = ['2014-12-31', '2015-12-31', '2016-12-31'];
    const reports = years.map((end, index) => periodOf(end, 'annual', { totalAssets: 100 + index }));
    expect(figures(reports)('totalAssetsTwoYearsPrior')).toBe(100);
    expect(figures(reports.slice(1))('totalAssetsTwoYearsPrior')).toBeNaN();
    expect(figures(reports)('totalAssetsPriorYear')).toBe(101);
  });

  it('uses reported gross profit, otherwise revenue less its cost', () => {
    expect(annual({ totalRevenue: 10, costOfRevenue: 4, grossProfit: 5 })('grossProfit')).toBe(5);
    expect(annual({ totalRevenue: 10, costOfRevenue: 4 })('grossProfit')).toBe(6);
    expect(annual({ totalRevenue: 10 })('grossProfit')).toBeNaN();
  });

  it('counts omitted lines as nil, except in a missing statement', () => {
    const balance = fillNil([periodOf('2016-12-31', 'annual', { totalCurrentAssets: 1 })])[0]!.values;
    for (const id of ['preferredStock', 'minorityInterest', 'goodwill', 'shortTermInvestments', 'inventory']) {
      expect(figureAt(balance, id), id).toBe(0);
    }
    expect(figureAt(balance, 'dividendPayout')).toBeNaN();
    expect(figureAt(balance, 'researchAndDevelopment')).toBeNaN();
    const flows = fillNil([periodOf('2016-12-31', 'annual', { operatingCashflow: 1 })])[0]!.values;
    expect([figureAt(flows, 'dividendPayout'), figureAt(flows, 'capitalExpenditures')]).toEqual([0, 0]);
    expect(figureAt(flows, 'goodwill')).toBeNaN();
    expect(figureAt(fillNil([periodOf('2016-12-31', 'annual', { totalAssets: 1 })])[0]!.values, 'inventory')).toBeNaN();
  });

  it('converts money and leaves shares alone', () => {
    const { values } = convertPeriod(
      periodOf('2016-12-31', 'annual', { totalAssets: 10, commonStockSharesOutstanding: 10 }),
      1.5,
    );
    expect([figureAt(values, 'totalAssets'), figureAt(values, 'commonStockSharesOutstanding')]).toEqual([15, 10]);
  });
});

describe('the flags of figures', () => {
  it('say that the flows end on another day than the balance sheet', () => {
    const year = periodOf('2015-12-31', 'annual', { totalRevenue: 7, incomeBeforeTax: 2, interestExpense: 1, totalAssets: 1 });
    const of = flagsIn([year, periodOf('2016-06-30', 'quarter', { totalRevenue: 2, totalAssets: 2 })]);
    expect([of('totalRevenue'), of('ebit'), of('totalAssets')]).toEqual([['mixedPeriods'], ['mixedPeriods'], []]);
    expect(flagsIn([year])('totalRevenue')).toEqual([]);
  });

  it('of one quarter are those of the twelve months, of one balance sheet only its own', () => {
    const [first, ...others] = quarters(QUARTER_ENDS.slice(0, 4));
    const of = flagsIn([flagged(flagged(first!, 'totalAssets', 1), 'totalRevenue', flagBit('inconsistent')), ...others]);
    expect([of('totalRevenue'), of('totalAssets')]).toEqual([['inconsistent'], []]);
  });

  it('of an input are those of what is derived from it, also a year earlier', () => {
    const now = periodOf('2016-12-31', 'annual', { shortTermDebt: 1, longTermDebt: 2, cash: 1, totalRevenue: 1 });
    const then = periodOf('2015-12-31', 'annual', { shortTermDebt: 1, longTermDebt: 2, cash: 1, totalRevenue: 1 });
    const of = flagsIn([flagged(then, 'longTermDebt', flagBit('fallback')), now]);
    expect([of('totalDebt'), of('totalDebtPriorYear')]).toEqual([[], ['fallback']]);
    const later = flagsIn([then, flagged(now, 'cash', flagBit('gaps'))]);
    expect([later('netDebt'), later('totalDebt'), later('cashAndShortTermInvestments')]).toEqual([['gaps'], [], ['gaps']]);
  });
});
