/** The demo universe as it ships, beside what is published of real companies. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEMO_AS_OF, DEMO_SECURITIES, DEMO_SEED } from '../../src/demo/universe.ts';
import { type DemoSecurity, demoSecurities, quantiles } from '../demo-table.ts';
import { beside } from '../support/beside.ts';

const LARGE_CAPS = beside('us-large-caps');
const MILLION = 1e6;
const BILLION = 1e9;
const TRILLION = 1e12;

let securities: DemoSecurity[];
let equities: DemoSecurity[];
/** The first listing of each company. */
let companies: DemoSecurity[];
let listings: Map<string, DemoSecurity[]>;

beforeAll(() => {
  securities = demoSecurities({ securities: DEMO_SECURITIES, seed: DEMO_SEED, asOf: DEMO_AS_OF });
  equities = securities.filter(({ text }) => text('type') === 'Equity');
  listings = new Map();
  for (const security of equities) {
    const company = ['name', 'website', 'address', 'country', 'industry', 'latestQuarter'].map(security.text).join();
    listings.set(company, [...(listings.get(company) ?? []), security]);
  }
  companies = [...listings.values()].map(([first]) => first as DemoSecurity);
}, 240_000);

const capitalization = (security: DemoSecurity): number => security.usd('marketCapitalization');

describe('no figure exceeds those of real companies', () => {
  /** The least and the most on record, US dollars, rounded outwards. */
  const LIMITS: readonly (readonly [id: string, least: number, most: number, record: string])[] = [
    ['marketCapitalization', 1, 5 * TRILLION, 'Nvidia, October 2025'],
    ['totalRevenue', 0, 681 * BILLION, 'Walmart, fiscal year 2025'],
    ['totalRevenuePriorYear', 0, 681 * BILLION, 'Walmart, fiscal year 2025'],
    ['netIncome', -99.3 * BILLION, 161 * BILLION, 'AIG 2008, Saudi Aramco 2022'],
    ['netIncomePriorYear', -99.3 * BILLION, 161 * BILLION, 'AIG 2008, Saudi Aramco 2022'],
    ['operatingIncome', -99.3 * BILLION, 305 * BILLION, 'Saudi Aramco 2022'],
    ['totalAssets', 1, 6.7 * TRILLION, 'ICBC 2024'],
    ['totalLiabilities', 0, 6.2 * TRILLION, 'ICBC 2024'],
    ['totalDebt', 0, 4.3 * TRILLION, 'Fannie Mae 2024'],
    ['totalShareholderEquity', -87 * BILLION, 650 * BILLION, 'Evergrande 2022, Berkshire Hathaway 2024'],
    ['researchAndDevelopment', 0, 89 * BILLION, 'Amazon 2024'],
    ['capitalExpenditures', 0, 83 * BILLION, 'Amazon 2024'],
    ['dividendPayout', 0, 124 * BILLION, 'Saudi Aramco 2024'],
    ['paymentsForRepurchaseOfCommonStock', 0, 95 * BILLION, 'Apple 2024'],
    ['goodwill', 0, 150 * BILLION, 'AT&T 2018'],
  ];
  it.each(LIMITS)('%s: from %d to %d (%s)', (id, least, most) => {
    const [lowest = 0, highest = 0] = quantiles(
      equities.map(({ usd }) => usd(id)),
      [0, 1],
    );
    expect(lowest).toBeGreaterThanOrEqual(least);
    expect(highest).toBeLessThanOrEqual(most);
  });

  it('only banks and insurers have assets above 700 billion dollars', () => {
    const others = companies.filter(({ text }) => text('sector') !== 'Financials');
    expect(Math.max(...others.map(({ usd }) => usd('totalAssets') || 0))).toBeLessThan(700 * BILLION);
  });

  /** What screens of whole markets show without an error in their data. */
  const RATIOS: readonly (readonly [id: string, least: number, most: number])[] = [
    ['priceToEarningsRatio', 0.5, 3000],
    ['forwardPE', 0.5, 3000],
    ['pegRatio', 0, 2000],
    ['priceToSalesRatio', 0.01, 5000],
    ['priceToBookRatio', 0.05, 1500],
    ['priceToCashFlowRatio', 0.2, 3000],
    ['priceToFreeCashFlowRatio', 0.2, 3000],
    ['enterpriseValueToEbitda', -1000, 2000],
    ['enterpriseValueToEbit', -1000, 3000],
    ['acquirersMultiple', -1000, 3000],
    ['greenblattEarningsYield', -20, 10],
    ['earningsYield', -10, 2],
    ['dividendYield', 0, 0.25],
    ['buybackYield', -1, 0.5],
    ['returnOnAssets', -5, 1],
    ['returnOnEquity', -60, 60],
    ['returnOnInvestedCapital', -60, 60],
    ['grossProfitMargin', -0.5, 1],
    ['netProfitMargin', -200, 1],
    ['currentRatio', 0.02, 200],
    ['liabilitiesToAssetsRatio', 0.01, 3],
    ['debtToEquityRatio', 0, 100],
    ['netDebtToEbitda', -2000, 2000],
    ['interestCoverageRatio', -10_000, 10_000],
    ['revenueGrowth', -0.95, 10],
    ['netIncomeGrowth', -110, 110],
    ['totalAssetsGrowth', -0.95, 10],
    ['fiveYearsRevenueGrowth', -0.7, 2],
    ['effectiveTaxRate', 0, 1.5],
    ['beneishMScore', -60, 60],
    ['altmanZScore', -150, 1000],
    ['stats.252.rateBack', 0.005, 60],
    ['stats.1260.rateBack', 0.0002, 1500],
    ['stats.252.pemstd', 0, 0.15],
    ['beta', -2, 4],
  ];
  it.each(RATIOS)('%s: from %d to %d', (id, least, most) => {
    const [lowest = 0, highest = 0] = quantiles(
      equities.map(({ value }) => value(id)),
      [0, 1],
    );
    expect(lowest).toBeGreaterThanOrEqual(least);
    expect(highest).toBeLessThanOrEqual(most);
  });
});

it('no company has an impossible negative line, now or a year ago', () => {
  const lines =
    'totalCurrentAssets cash shortTermInvestments currentNetReceivables inventory propertyPlantEquipment goodwill intangibleAssetsExcludingGoodwill longTermInvestments totalCurrentLiabilities currentAccountsPayable deferredRevenue shortTermDebt longTermDebt capitalLeaseObligations preferredStock minorityInterest minorityInterestPriorYear specialItems preferredDividends totalAssetsTwoYearsPrior treasuryStock costOfRevenue operatingExpenses sellingGeneralAndAdministrative depreciationAndAmortization interestExpense proceedsFromIssuanceOfCommonStock totalAssetsPriorYear totalCurrentAssetsPriorYear totalCurrentLiabilitiesPriorYear inventoryPriorYear currentNetReceivablesPriorYear currentAccountsPayablePriorYear propertyPlantEquipmentPriorYear longTermInvestmentsPriorYear longTermDebtPriorYear totalDebtPriorYear sellingGeneralAndAdministrativePriorYear depreciationAndAmortizationPriorYear';
  for (const id of lines.split(' ')) {
    expect([id, equities.filter(({ value }) => value(id) < 0).length]).toEqual([id, 0]);
  }
});

it('the previous balance sheet contains its parts as the current one does', () => {
  const faults = equities.filter(({ value }) => {
    const before = (id: string): number => value(`${id}PriorYear`) || 0;
    const assets = before('totalAssets');
    const slack = 5 + assets / 1e5;
    const liabilities = assets - before('totalShareholderEquity') - before('minorityInterest');
    const isSplit = value('totalCurrentAssetsPriorYear') > 0;
    return (
      assets > 0 &&
      (liabilities < 0 ||
        before('totalCurrentAssets') + before('propertyPlantEquipment') + before('longTermInvestments') > assets + slack ||
        before('totalCurrentLiabilities') + before('longTermDebt') > liabilities + slack ||
        before('longTermDebt') > before('totalDebt') + slack ||
        (isSplit && before('inventory') + before('currentNetReceivables') > before('totalCurrentAssets') + slack) ||
        (isSplit && before('currentAccountsPayable') > before('totalCurrentLiabilities') + slack))
    );
  });
  expect(faults.map(({ text }) => text('symbol'))).toEqual([]);
});

it('the cash received during the year is no more than at its end', () => {
  const faults = equities.filter(({ value }) => {
    const change = value('operatingCashflow') + value('cashflowFromInvestment') + value('cashflowFromFinancing');
    return change > value('cashAndShortTermInvestments') * 1.0001 + 1000;
  });
  expect(faults.map(({ text }) => text('symbol'))).toEqual([]);
});

it('diluted earnings per share are income to common divided by diluted shares, which are close to the year’s', () => {
  const faults = equities.filter(({ value }) => {
    const toCommon = value('netIncome') - value('preferredDividends');
    const perShare = toCommon / value('weightedAverageSharesDiluted') / value('dilutedEPSTTM');
    const [now, before] = [value('commonStockSharesOutstanding'), value('commonStockSharesOutstandingPriorYear')];
    const dilution = value('weightedAverageSharesDiluted') / ((now + before) / 2);
    return Math.abs(perShare - 1) > 1e-5 || dilution < 0.9999 || dilution > (toCommon > 0 ? 1.05 : 1.0001);
  });
  expect(faults.map(({ text }) => text('symbol'))).toEqual([]);
});

/** Shares of order that are compared. */
const SHARES = [0.05, 0.25, 0.5, 0.75, 0.95];

interface Published {
  readonly name: string;
  readonly of: (security: DemoSecurity) => number;
  readonly quantiles: readonly number[];
  /** The middle three, and the outer two, are as many times as large or small at most, or so far apart. */
  readonly times?: readonly [middle: number, outer: number];
  readonly apart: number;
}

const ratio =
  (over: string, under: string) =>
  ({ value }: DemoSecurity): number =>
    value(over) / value(under);
const column =
  (id: string) =>
  ({ value }: DemoSecurity): number =>
    value(id);

function compare(name: string, found: readonly number[], { quantiles: published, times = [1.7, 2.7], apart }: Published): void {
  for (const [index, known] of published.entries()) {
    const demo = found[index] ?? Number.NaN;
    const most = index === 0 || index === published.length - 1 ? times[1] : times[0];
    const factor = known > 0 && demo > 0 ? Math.max(demo / known, known / demo) : Number.POSITIVE_INFINITY;
    const isNear = factor <= most || Math.abs(demo - known) <= apart;
    expect([name, `demo ${demo.toPrecision(3)}, published ${known}`, isNear]).toEqual([name, expect.any(String), true]);
  }
}

describe('large US companies are distributed as in the S&P 500', () => {
  const isLarge = (security: DemoSecurity): boolean =>
    security.text('country') === 'US' && security.text('sector') !== 'Miscellaneous' && capitalization(security) > 3.7 * BILLION;

  /** constituents-financials of 8 February 2018 (datasets/s-and-p-500-companies-financials, PDDL), 243 members. */
  const MARKET: readonly Published[] = [
    { name: 'P/E', of: column('priceToEarningsRatio'), quantiles: [10.9, 15.5, 19.4, 24.6, 53.2], apart: 0 },
    { name: 'dividend yield', of: column('dividendYield'), quantiles: [0, 0.0078, 0.0183, 0.0273, 0.0456], apart: 0.008 },
    { name: 'P/S', of: column('priceToSalesRatio'), quantiles: [0.691, 1.71, 3.18, 5.55, 12.4], apart: 0 },
    { name: 'P/B', of: column('priceToBookRatio'), quantiles: [1.15, 2, 3.13, 5.4, 21.6], apart: 0 },
    { name: 'price', of: column('close'), quantiles: [17.2, 44.3, 73.3, 117, 252], times: [2, 2.7], apart: 0 },
  ];
  /** Statements of the fiscal years 2012 to 2016 (dgawlik's NYSE data set, CC0), 814 company-years. */
  const STATEMENTS: readonly Published[] = [
    { name: 'operating margin', of: column('operatingProfitMargin'), quantiles: [0, 0.0778, 0.15, 0.232, 0.361], apart: 0.06 },
    { name: 'net margin', of: column('netProfitMargin'), quantiles: [-0.0132, 0.0517, 0.103, 0.159, 0.279], apart: 0.04 },
    {
      name: 'net income / assets',
      of: ratio('netIncome', 'totalAssets'),
      quantiles: [-0.00494, 0.0253, 0.0531, 0.0935, 0.162],
      apart: 0.03,
    },
    {
      name: 'revenue / assets',
      of: ratio('totalRevenue', 'totalAssets'),
      quantiles: [0.0527, 0.296, 0.547, 0.884, 2.39],
      apart: 0,
    },
    {
      name: 'liabilities / assets',
      of: column('liabilitiesToAssetsRatio'),
      quantiles: [0.306, 0.498, 0.631, 0.771, 0.961],
      apart: 0,
    },
    { name: 'current ratio', of: column('currentRatio'), quantiles: [0.617, 1.09, 1.52, 2.31, 4.11], apart: 0 },
    {
      name: 'long-term debt / assets',
      of: ratio('longTermDebt', 'totalAssets'),
      quantiles: [0, 0.12, 0.23, 0.361, 0.571],
      times: [2, 2.7],
      apart: 0.03,
    },
    { name: 'cash / assets', of: ratio('cash', 'totalAssets'), quantiles: [0.00368, 0.022, 0.064, 0.136, 0.274], apart: 0.04 },
    {
      name: 'equipment / assets',
      of: ratio('propertyPlantEquipment', 'totalAssets'),
      quantiles: [0.00431, 0.0687, 0.173, 0.464, 0.859],
      times: [1.7, 2.7],
      apart: 0.06,
    },
    {
      name: 'depreciation / revenue',
      of: ratio('depreciationAndAmortization', 'totalRevenue'),
      quantiles: [0.00566, 0.0286, 0.0519, 0.106, 0.32],
      times: [1.9, 3],
      apart: 0.01,
    },
    {
      name: 'capital expenditure / revenue',
      of: ratio('capitalExpenditures', 'totalRevenue'),
      quantiles: [0.00316, 0.0233, 0.0427, 0.103, 0.572],
      times: [1.8, 4.5],
      apart: 0.01,
    },
    {
      name: 'operating cash flow / revenue',
      of: column('operatingCashFlowMargin'),
      quantiles: [0.0277, 0.112, 0.192, 0.303, 0.562],
      apart: 0.05,
    },
    {
      name: 'retained earnings / assets',
      of: ratio('retainedEarnings', 'totalAssets'),
      quantiles: [-0.107, 0.0481, 0.237, 0.449, 0.946],
      apart: 0.15,
    },
    { name: 'tax rate', of: column('effectiveTaxRate'), quantiles: [-0.00859, 0.204, 0.295, 0.354, 0.446], apart: 0.09 },
    { name: 'interest coverage', of: column('interestCoverageRatio'), quantiles: [0.961, 4, 8.27, 16, 86.3], apart: 1.5 },
  ];
  it.each([...MARKET, ...STATEMENTS])('$name', (published) => {
    compare(published.name, quantiles(companies.filter(isLarge).map(published.of), SHARES), published);
  });

  it.skipIf(!LARGE_CAPS.isThere)('the quantiles above are those of the published file, if present', () => {
    const lines = readFileSync(`${LARGE_CAPS.path}/constituents-financials_2018-02-08.csv`, 'utf8').trim().split(/\r?\n/);
    const header = (lines[0] ?? '').split(',');
    // Names in quotes have commas, before the columns read here: so these are counted from the end.
    const numbers = (name: string): number[] =>
      lines.slice(1).map((line) => {
        const cell = line.split(',').at(header.indexOf(name) - header.length);
        return cell ? Number(cell) : Number.NaN;
      });
    const positive = (number: number): number => (number > 0 ? number : Number.NaN);
    const read = [
      numbers('Price/Earnings').map(positive),
      numbers('Dividend Yield').map((percent) => percent / 100),
      numbers('Price/Sales'),
      numbers('Price/Book'),
      numbers('Price'),
    ];
    for (const [index, { quantiles: published }] of MARKET.entries()) {
      for (const [at, value] of quantiles(read[index] ?? [], SHARES).entries())
        expect(value / (published[at] || 1)).toBeCloseTo(published[at] ? 1 : 0, 2);
    }
  });
});

describe('companies have the sizes and numbers of listings of FinanceDatabase (MIT, August 2026)', () => {
  /** Of 27,372 companies whose class is told so many are worth less. */
  it.each([
    [50 * MILLION, 0.318],
    [300 * MILLION, 0.587],
    [2 * BILLION, 0.834],
    [10 * BILLION, 0.933],
    [200 * BILLION, 0.9974],
  ])('worth less than %d dollars: %d', (usd, published) => {
    const share = companies.filter((company) => capitalization(company) < usd).length / companies.length;
    expect(Math.abs(share - published)).toBeLessThan(0.03);
  });

  /** Of 40,284 companies, told by their names, over home markets, the US and Xetra. */
  it.each([
    [200 * BILLION, Number.POSITIVE_INFINITY, 0.723, 0.15],
    [10 * BILLION, 200 * BILLION, 0.323, 0.06],
    [2 * BILLION, 10 * BILLION, 0.109, 0.06],
    [300 * MILLION, 2 * BILLION, 0.052, 0.05],
    [50 * MILLION, 300 * MILLION, 0.034, 0.05],
    [0, 50 * MILLION, 0.012, 0.05],
  ])('of those worth %d to %d dollars %d list in several places', (from, to, published, tolerance) => {
    const of = [...listings.values()].filter(([first]) => {
      const usd = capitalization(first as DemoSecurity);
      return usd > from && usd <= to;
    });
    const share = of.filter((all) => all.length > 1).length / of.length;
    expect(Math.abs(share - published)).toBeLessThan(tolerance);
  });

  it('no company has more than four listings, or two on one market', () => {
    for (const all of listings.values()) {
      expect(all.length).toBeLessThanOrEqual(4);
      expect(new Set(all.map(({ text }) => text('exchange'))).size).toBe(all.length);
    }
    const single = [...listings.values()].filter((all) => all.length === 1).length / listings.size;
    expect(Math.abs(single - 0.946)).toBeLessThan(0.03);
  });
});

describe('small companies differ from large ones as published', () => {
  /**
   * Means by quartile of assets of 88,527 years of US companies without financials and utilities, 1991 to 2012:
   * Chi and Su, The Dynamics of Performance Volatility and Firm Valuation, JFQA 52 (2017), table 1.
   */
  it.each<[string, (security: DemoSecurity) => number, number[], number]>([
    ['liabilities / assets', column('liabilitiesToAssetsRatio'), [0.49, 0.45, 0.53, 0.61], 0.1],
    ['equipment / assets', ratio('propertyPlantEquipment', 'totalAssets'), [0.21, 0.25, 0.3, 0.36], 0.11],
    ['return on assets', column('returnOnAssets'), [-0.24, -0.04, 0.02, 0.04], 0.06],
    ['cash / assets', ratio('cashAndShortTermInvestments', 'totalAssets'), [0.27, 0.22, 0.15, 0.1], 0.07],
    ['pays a dividend', ({ value }) => Number(value('dividendPerShare') > 0), [0.07, 0.16, 0.32, 0.62], 0.2],
  ])('%s', (name, of, published, tolerance) => {
    const ranked = companies
      .filter(
        ({ text, value }) =>
          text('country') === 'US' && !['Financials', 'Utilities'].includes(text('sector') as string) && value('totalAssets') > 0,
      )
      .sort((a, b) => a.value('totalAssets') - b.value('totalAssets'));
    for (const [quarter, expected] of published.entries()) {
      const part = ranked.slice((quarter * ranked.length) / 4, ((quarter + 1) * ranked.length) / 4);
      const known = part.map(of).filter(Number.isFinite);
      const mean = known.reduce((sum, number) => sum + number, 0) / known.length;
      expect([name, quarter, mean.toFixed(3), Math.abs(mean - expected) < tolerance]).toEqual([
        name,
        quarter,
        expect.any(String),
        true,
      ]);
    }
  });

  it('banks have mostly liabilities, and no current assets', () => {
    const banks = companies.filter(({ text }) => text('industry') === 'Banks');
    const [median = 0] = quantiles(banks.map(column('liabilitiesToAssetsRatio')), [0.5]);
    expect(median).toBeGreaterThan(0.84);
    expect(median).toBeLessThan(0.94);
    expect(banks.every(({ value }) => Number.isNaN(value('currentRatio')))).toBe(true);
  });
});
