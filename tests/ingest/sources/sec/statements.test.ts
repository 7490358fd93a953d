import { describe, expect, it } from 'vitest';
import { INDUSTRIES } from '../../../../src/catalogue/codes.ts';
import { flagBit, SOURCE_KNOWN_FLAGS } from '../../../../src/catalogue/flag.ts';
import { figureAt, STATEMENT_IDS } from '../../../../src/ingest/figures/period.ts';
import { rowsOfKept, rowsOfLines, statementLines } from '../../../../src/ingest/sources/sec/company.ts';
import { dayOfIso } from '../../../../src/ingest/sources/sec/fact.ts';
import { readRule } from '../../../../src/ingest/sources/sec/rule.ts';
import { SIC_RANGES, sectorOf } from '../../../../src/ingest/sources/sec/sectors.ts';
import { splitRatio } from '../../../../src/ingest/sources/sec/splits.ts';
import { statementsOf } from '../../../../src/ingest/sources/sec/statements.ts';
import { TAG_LEVELS } from '../../../../src/ingest/sources/sec/tags.ts';
import { Random } from '../../../random.ts';
import { fact } from './facts.ts';

/** A figure of the row of that kind and day; undefined without such a row. */
function figure(facts: readonly string[], kind: string, day: string, id: string): number | undefined {
  const row = statementsOf(facts.map(fact)).rows.find((other) => other.kind === kind && other.day === dayOfIso(day));
  return row && figureAt(row.values, id);
}

describe('the table of tags', () => {
  it('fills only columns of statements, by valid rules', () => {
    for (const [id, levels] of Object.entries(TAG_LEVELS)) {
      expect(STATEMENT_IDS).toContain(id);
      for (const rule of levels.flat()) expect(readRule(rule).terms.length).toBeGreaterThan(0);
    }
    expect(() => readRule('Assets +')).toThrow('“Assets +”');
    expect(() => readRule('Assets * Liabilities')).toThrow('is not a tag after + or -');
  });

  it('names an industry of its sector for every range of industrial codes, and finds every range', () => {
    for (const range of SIC_RANGES) {
      expect(range.from).toBeLessThanOrEqual(range.to);
      if (range.industry !== null) expect(INDUSTRIES[range.sector] as readonly string[]).toContain(range.industry);
      const codes = Array.from({ length: range.to - range.from + 1 }, (_, index) => range.from + index);
      expect(codes.some((code) => sectorOf(code) === range)).toBe(true);
    }
    expect(sectorOf(3571)).toMatchObject({ sector: 'Information Technology', industry: 'Computer Hardware & Storage' });
    expect(sectorOf(9999)).toBeNull();
  });
});

describe('periods', () => {
  const YEAR = [
    'NetIncomeLoss 2022-10-02..2022-12-31 10 USD 2023-01-30',
    'NetIncomeLoss 2022-10-02..2023-04-01 25 USD 2023-05-01',
    'NetIncomeLoss 2022-10-02..2023-07-01 45 USD 2023-08-01',
    'NetIncomeLoss 2022-10-02..2023-09-30 80 USD 2023-11-01 10-K',
  ];

  it('derives discrete quarters from cumulative ones, and the fourth as the year less nine months', () => {
    expect(figure(YEAR, 'quarter', '2022-12-31', 'netIncome')).toBe(10);
    expect(figure(YEAR, 'quarter', '2023-04-01', 'netIncome')).toBe(15);
    expect(figure(YEAR, 'quarter', '2023-07-01', 'netIncome')).toBe(20);
    expect(figure(YEAR, 'quarter', '2023-09-30', 'netIncome')).toBe(35);
    expect(figure(YEAR, 'annual', '2023-09-30', 'netIncome')).toBe(80);
  });

  it('derives the fourth quarter from three reported quarters without nine months', () => {
    const quarters = [
      'NetIncomeLoss 2023-01-01..2023-03-31 10 USD 2023-05-01',
      'NetIncomeLoss 2023-04-01..2023-06-30 15 USD 2023-08-01',
      'NetIncomeLoss 2023-07-01..2023-09-30 20 USD 2023-11-01',
      'NetIncomeLoss 2023-01-01..2023-12-31 80 USD 2024-02-01 10-K',
    ];
    expect(figure(quarters, 'quarter', '2023-12-31', 'netIncome')).toBe(35);
    expect(figure(quarters.toSpliced(1, 1), 'quarter', '2023-12-31', 'netIncome')).toBeUndefined();
  });

  it('derives nothing across tags', () => {
    const facts = [
      ...YEAR,
      'Revenues 2022-10-02..2023-09-30 800 USD 2023-11-01 10-K',
      'SalesRevenueNet 2022-10-02..2023-07-01 450 USD 2023-08-01',
    ];
    expect(figure(facts, 'annual', '2023-09-30', 'totalRevenue')).toBe(800);
    expect(figure(facts, 'quarter', '2023-09-30', 'totalRevenue')).toBeNaN();
  });

  it('accepts a fiscal year only from an annual report', () => {
    const trailing = 'NetIncomeLoss 2022-04-01..2023-03-31 70 USD 2023-05-01 10-Q';
    expect(figure([...YEAR, trailing], 'annual', '2023-03-31', 'netIncome')).toBeUndefined();
  });

  it('derives half-years for a company that reports no quarters', () => {
    const halves = [
      'ifrs-full:ProfitLossAttributableToOwnersOfParent 2023-01-01..2023-06-30 30 EUR 2023-08-01 6-K',
      'ifrs-full:ProfitLossAttributableToOwnersOfParent 2023-01-01..2023-12-31 80 EUR 2024-03-01 20-F',
    ];
    expect(figure(halves, 'half', '2023-06-30', 'netIncome')).toBe(30);
    expect(figure(halves, 'half', '2023-12-31', 'netIncome')).toBe(50);
  });

  it('counts an omitted cash-flow line as nil only in the periods before it appears', () => {
    const operating = YEAR.map((text) => text.replace('NetIncomeLoss', 'NetCashProvidedByUsedInOperatingActivities'));
    const bought = 'PaymentsForRepurchaseOfCommonStock 2022-10-02..2023-07-01 9 USD 2023-08-01';
    expect(figure([...YEAR, ...operating, bought], 'quarter', '2023-07-01', 'paymentsForRepurchaseOfCommonStock')).toBe(9);
    const elsewhere = 'PaymentsForRepurchaseOfEquity 2022-10-02..2023-04-01 4 USD 2023-05-01';
    expect(
      figure([...YEAR, ...operating, bought, elsewhere], 'quarter', '2023-07-01', 'paymentsForRepurchaseOfCommonStock'),
    ).toBeNaN();
  });

  it('uses the latest filed figure', () => {
    const restated = 'NetIncomeLoss 2022-10-02..2023-09-30 77 USD 2024-01-15 10-K/A';
    expect(figure([...YEAR, restated], 'annual', '2023-09-30', 'netIncome')).toBe(77);
    expect(figure([restated, ...YEAR], 'annual', '2023-09-30', 'netIncome')).toBe(77);
  });
});

describe('lines', () => {
  const BALANCE = ['Assets 2023-12-31 1000 USD 2024-02-01 10-K', 'NetIncomeLoss 2023-01-01..2023-12-31 80 USD 2024-02-01 10-K'];
  const line = (id: string, ...facts: string[]): number | undefined => figure([...BALANCE, ...facts], 'annual', '2023-12-31', id);
  const of = (tag: string, value: number): string => `${tag} 2023-12-31 ${value} USD 2024-02-01 10-K`;
  const flow = (tag: string, value: number): string => `${tag} 2023-01-01..2023-12-31 ${value} USD 2024-02-01 10-K`;

  it('has the current portion of debt in one column only', () => {
    expect(line('shortTermDebt', of('CommercialPaper', 5), of('LongTermDebtCurrent', 7))).toBe(12);
    expect(line('longTermDebt', of('LongTermDebt', 90), of('LongTermDebtCurrent', 7))).toBe(83);
    expect(line('longTermDebt', of('LongTermDebt', 90), of('DebtCurrent', 7))).toBeNaN();
    expect(line('longTermDebt', of('LongTermDebt', 90))).toBe(90);
  });

  it('fills liabilities that are not reported from the two sides of the balance sheet', () => {
    expect(line('totalLiabilities', of('StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest', 400))).toBe(600);
    expect(line('totalLiabilities', of('StockholdersEquity', 380), of('MinorityInterest', 20))).toBe(600);
    expect(line('totalLiabilities')).toBeNaN();
  });

  it('does not use a part of a bank’s revenue as the total', () => {
    const contracts = flow('RevenueFromContractWithCustomerExcludingAssessedTax', 9);
    expect(line('totalRevenue', contracts)).toBe(9);
    expect(line('totalRevenue', contracts, flow('InterestIncomeExpenseNet', 70), flow('NoninterestIncome', 30))).toBe(100);
  });

  it('subtracts the cost of revenue from operating expenses that include it', () => {
    const statement = [flow('Revenues', 100), flow('CostOfRevenue', 60), flow('OperatingIncomeLoss', 15)];
    expect(line('operatingExpenses', ...statement, flow('OperatingExpenses', 85))).toBe(25);
    expect(line('operatingExpenses', ...statement, flow('OperatingExpenses', 24))).toBe(24);
  });

  it('reverses the sign of a negative payment and drops impossible negative amounts', () => {
    expect(line('capitalExpenditures', flow('PaymentsToAcquirePropertyPlantAndEquipment', -7))).toBe(7);
    expect(line('inventory', of('InventoryNet', -7))).toBeNaN();
  });

  it('uses the currency of the statements if some figures are also in dollars', () => {
    const facts = [
      'ifrs-full:Assets 2023-12-31 7000 CNY 2024-04-01 20-F',
      'ifrs-full:Assets 2022-12-31 6000 CNY 2024-04-01 20-F',
      'ifrs-full:Assets 2023-12-31 1000 USD 2024-04-01 20-F',
      'ifrs-full:ProfitLossAttributableToOwnersOfParent 2023-01-01..2023-12-31 70 CNY 2024-04-01 20-F',
    ].map(fact);
    const rows = statementsOf(facts).rows;
    expect(new Set(rows.map(({ currency }) => currency))).toEqual(new Set(['CNY']));
    expect(rows.flatMap(({ kind, values }) => (kind === 'trailing' ? [] : [figureAt(values, 'totalAssets')]))).toEqual([
      6000, 7000,
    ]);
  });
});

describe('shares', () => {
  const BEFORE = [
    'Assets 2019-12-31 900 USD 2020-02-01 10-K',
    'NetIncomeLoss 2019-01-01..2019-12-31 1000 USD 2020-02-01 10-K',
    'EarningsPerShareDiluted 2019-01-01..2019-12-31 10 USD/shares 2020-02-01 10-K',
    'CommonStockSharesOutstanding 2018-12-31 96 shares 2020-02-01 10-K',
    'CommonStockSharesOutstanding 2019-12-31 100 shares 2020-02-01 10-K',
    'WeightedAverageNumberOfSharesOutstandingBasic 2019-01-01..2019-12-31 98 shares 2020-02-01 10-K',
    'Assets 2018-12-31 800 USD 2020-02-01 10-K',
  ];
  const AFTER = [
    'Assets 2020-12-31 950 USD 2021-02-01 10-K',
    'NetIncomeLoss 2020-01-01..2020-12-31 1200 USD 2021-02-01 10-K',
    'EarningsPerShareDiluted 2020-01-01..2020-12-31 3 USD/shares 2021-02-01 10-K',
    'CommonStockSharesOutstanding 2019-12-31 400 shares 2021-02-01 10-K',
    'CommonStockSharesOutstanding 2020-12-31 404 shares 2021-02-01 10-K',
    'WeightedAverageNumberOfSharesOutstandingBasic 2019-01-01..2019-12-31 392 shares 2021-02-01 10-K',
  ];

  it('recognizes a split by restated counts and converts earlier counts and per-share amounts to later shares', () => {
    const facts = [...BEFORE, ...AFTER];
    expect(statementsOf(facts.map(fact)).splits.map(({ ratio }) => ratio)).toEqual([4]);
    expect(figure(facts, 'quarter', '2018-12-31', 'commonStockSharesOutstanding')).toBe(384);
    expect(figure(facts, 'annual', '2019-12-31', 'commonStockSharesOutstanding')).toBe(400);
    expect(figure(facts, 'annual', '2019-12-31', 'dilutedEPSTTM')).toBe(2.5);
    expect(figure(facts, 'annual', '2020-12-31', 'dilutedEPSTTM')).toBe(3);
    expect(figure(BEFORE, 'annual', '2019-12-31', 'dilutedEPSTTM')).toBe(10);
  });

  it('does not mistake a corrected figure or a change of unit for a split', () => {
    expect(statementsOf([...BEFORE, ...AFTER.slice(0, 4)].map(fact)).splits).toEqual([]);
    expect([4, 0.1, 1.5, 25].map((ratio) => splitRatio(ratio * 1.001))).toEqual([4, 0.1, 1.5, 25]);
    expect([1000, 1e-6, 1.37, Number.NaN, -2].map(splitRatio)).toEqual([NaN, NaN, NaN, NaN, NaN]);
  });

  it('dates the cover page’s count to its filing’s balance sheet', () => {
    const cover = 'dei:EntityCommonStockSharesOutstanding 2020-01-20 101 shares 2020-02-01 10-K';
    const facts = [...BEFORE.filter((text) => !text.startsWith('CommonStockShares')), cover];
    expect(figure(facts, 'annual', '2019-12-31', 'commonStockSharesOutstanding')).toBe(101);
  });

  it('replaces the count of one class by the average, and keeps a high count after an offering', () => {
    const counted = (count: number): number | undefined =>
      figure(
        BEFORE.map((text) => text.replace('2019-12-31 100 shares', `2019-12-31 ${count} shares`)),
        'annual',
        '2019-12-31',
        'commonStockSharesOutstanding',
      );
    expect(counted(20)).toBe(98);
    expect(counted(100_000)).toBe(98);
    expect(counted(300)).toBe(300);
  });
});

describe('statements in the work folder', () => {
  it('are the same numbers from bytes as from text', () => {
    const random = new Random(5);
    const figures = [
      0,
      -0,
      1,
      -1,
      0.1,
      -2.5,
      1e21,
      -1e21,
      1.5e-7,
      123456789012345,
      -1234567890123456,
      0.1 + 0.2,
      4.9e-324,
      1e308,
    ];
    const currencies = ['USD', 'EUR', '', 'U"S', 'a\\b', 'ÄÖ', 'x\ty'];
    for (let round = 0; round < 500; round++) {
      const rows = Array.from({ length: random.below(5) }, () => ({
        day: 15_000 + random.below(5000),
        kind: random.pick(['annual', 'half', 'quarter', 'trailing'] as const),
        currency: random.chance(0.9) ? 'USD' : random.pick(currencies),
        filed: random.chance(0.8) ? 20_000 : Number.NEGATIVE_INFINITY,
        sharesSince: random.chance(0.3) ? 19_000 : Number.NaN,
        sharesRatio: random.chance(0.3) ? random.pick([4, 0.05, 1.5, 1 / 3]) : Number.NaN,
        values: Float64Array.from(STATEMENT_IDS, () => {
          if (random.chance(0.5)) return Number.NaN;
          return random.chance(0.5) ? random.pick(figures) : Math.round(1e12 * (random.next() - 0.5)) / 10 ** random.below(5);
        }),
        flags: Uint16Array.from(STATEMENT_IDS, () => (random.chance(0.1) ? flagBit(random.pick(SOURCE_KNOWN_FLAGS)) : 0)),
      }));
      const lines = statementLines(rows);
      const kept = rowsOfKept(Buffer.from(JSON.stringify(lines)), rows.length);
      expect(kept, `round ${round}`).toEqual(rowsOfLines(lines));
      expect(kept.map(({ flags }) => [...(flags ?? new Uint16Array(STATEMENT_IDS.length))])).toEqual(
        rows.map(({ flags }) => [...flags]),
      );
      expect(kept.map(({ day, values }) => [day, ...values])).toEqual(
        rows.map(({ day, values }) => [day, ...Array.from(values, (value) => (value === 0 ? 0 : value))]),
      );
    }
  });
});

it('doubts the share counts of a company that files 20-F, of which depositary receipts may be listed', () => {
  const counts = (form: string): number[] => {
    const facts = [
      `Assets 2020-12-31 500 USD 2021-04-20 ${form}`,
      `NetIncomeLoss 2020-01-01..2020-12-31 20 USD 2021-04-20 ${form}`,
      `CommonStockSharesOutstanding 2020-12-31 100 shares 2021-04-20 ${form}`,
    ];
    const at = STATEMENT_IDS.indexOf('commonStockSharesOutstanding');
    return statementsOf(facts.map(fact)).rows.flatMap(({ flags, values }) => (values[at]! > 0 ? [flags[at]!] : []));
  };
  expect(new Set(counts('20-F'))).toEqual(new Set([flagBit('inconsistent')]));
  expect(new Set(counts('40-F'))).toEqual(new Set([0]));
  expect(new Set(counts('10-K'))).toEqual(new Set([0]));
});
