import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { FIELD_IDS, VECTOR_IDS } from '../../src/catalogue/catalogue.ts';
import { COUNTRIES, CURRENCIES, EXCHANGES, INDUSTRIES, MONTHS, SECTORS } from '../../src/catalogue/codes.ts';
import { cusipCheckDigit, isinCheckDigit } from '../../src/demo/identifiers.ts';
import { securityCounts } from '../../src/demo/places.ts';
import { normalQuantile } from '../../src/demo/random.ts';
import { type DemoOptions, demoUniverse } from '../../src/demo/universe.ts';
import type { CountryData } from '../../src/ingest/publish/publish.ts';

const OPTIONS: DemoOptions = { securities: 4000, seed: 1, asOf: '2026-11-19' };
const AS_OF_S = Date.parse('2026-11-19') / 1000;

interface Security {
  readonly text: (id: string) => unknown;
  readonly value: (id: string) => number;
}

let countries: CountryData[];
let securities: Security[];

beforeAll(() => {
  countries = [...demoUniverse(OPTIONS)];
  securities = countries.flatMap((country) =>
    country.securities.map((fields, row) => ({
      text: (id: string) => fields[FIELD_IDS.indexOf(id)],
      value: (id: string) => country.columns[VECTOR_IDS.indexOf(id)]?.[row] ?? Number.NaN,
    })),
  );
});

const equities = (): Security[] => securities.filter(({ text }) => text('type') === 'Equity');

function digest(options: DemoOptions): string {
  const hash = createHash('sha256');
  for (const { country, updated, securities: rows, columns, note } of demoUniverse(options)) {
    hash.update(JSON.stringify([country, updated, rows, note]));
    for (const column of columns) hash.update(new Uint8Array(column.buffer));
  }
  return hash.digest('hex');
}

/** Every row where all sides are known has left = right, to float32 and the size of the largest part. */
function expectSum(left: string, right: readonly [sign: 1 | -1, id: string][]): void {
  let checked = 0;
  for (const { value } of equities()) {
    const parts = right.map(([sign, id]) => sign * value(id));
    const sum = parts.reduce((all, part) => all + part, 0);
    if (Number.isNaN(sum) || Number.isNaN(value(left))) continue;
    checked++;
    const size = Math.max(...parts.map(Math.abs), Math.abs(value(left)), 1);
    expect(Math.abs(sum - value(left)) / size).toBeLessThan(1e-6);
  }
  expect(checked).toBeGreaterThan(0.6 * equities().length);
}

test('the demo of some countries has as many securities, only in these', () => {
  const some = [...demoUniverse({ ...OPTIONS, securities: 300, countries: ['JP', 'US', 'AR'] })];
  expect(some.map(({ country }) => country)).toEqual(['US', 'AR', 'JP']);
  expect(some.reduce((sum, { securities: rows }) => sum + rows.length, 0)).toBe(300);
});

test('the same options give the same bytes, another seed others', () => {
  const small = { ...OPTIONS, securities: 300 };
  expect(digest(small)).toBe(digest(small));
  expect(digest({ ...small, seed: 2 })).not.toBe(digest(small));
  expect(digest({ ...small, asOf: '2026-11-18' })).not.toBe(digest(small));
});

test('has the requested number of securities, a few in every country, most in the largest markets', () => {
  expect(securities.length).toBe(OPTIONS.securities);
  expect(countries.map(({ country }) => country)).toEqual(COUNTRIES.map(({ code }) => code));
  for (const { country, securities: rows, columns, note, updated } of countries) {
    expect([country, rows.length >= 4, note, updated]).toEqual([
      country,
      true,
      'Synthetic demo data: no real companies',
      AS_OF_S + 79_200,
    ]);
    expect(columns.every((column) => column.length === rows.length)).toBe(true);
  }
  for (const total of [1, 50, 117, 500, 60_000, 500_000]) {
    const counts = securityCounts(total);
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(total);
    expect(Math.max(...counts.map(({ count }) => count))).toBe(counts.find(({ code }) => code === 'US')?.count ?? 1);
  }
});

test('fields come from the closed lists', () => {
  const industries: Readonly<Record<string, readonly string[]>> = INDUSTRIES;
  for (const { text } of securities) {
    expect(['Equity', 'Etf']).toContain(text('type'));
    expect(CURRENCIES).toContain(text('currency'));
    expect([null, ...EXCHANGES.map(({ code }) => code)]).toContain(text('exchange'));
    expect(industries[text('sector') as string]).toContain(text('industry'));
    expect([null, ...MONTHS]).toContain(text('fiscalYearEnd'));
    if (text('website') !== null) expect(text('website')).toMatch(/^https:\/\/[a-z.-]+\.example$/);
    const exchange = EXCHANGES.find(({ code }) => code === text('exchange'));
    expect(text('timezone')).toBe(exchange?.timezone ?? null);
    if (exchange && !exchange.currency.startsWith('EUR')) expect(text('currency')).toBe(exchange.currency);
  }
  const used = (id: string): unknown[] => [...new Set(securities.map(({ text }) => text(id)))];
  expect(used('currency').length).toBe(CURRENCIES.length);
  expect(used('exchange').length).toBe(EXCHANGES.length + 1);
  expect(used('sector').length).toBe(SECTORS.length);
  const funds = securities.length - equities().length;
  expect(funds / securities.length).toBeGreaterThan(0.05);
  expect(funds / securities.length).toBeLessThan(0.12);
});

test('symbols are unique on their market, and identifiers have valid check digits', () => {
  const seen = new Set<string>();
  for (const { text } of securities) {
    const key = `${text('exchange')} ${text('symbol')}`;
    expect(seen.has(key)).toBe(false);
    seen.add(key);
    const isin = text('isin') as string;
    expect(isin).toMatch(/^[A-Z]{2}[0-9A-Z]{9}\d$/);
    expect(Number(isin[11])).toBe(isinCheckDigit(isin.slice(0, 11)));
    const cusip = text('cusip') as string | null;
    if (cusip) expect(Number(cusip[8])).toBe(cusipCheckDigit(cusip.slice(0, 8)));
    if (cusip) expect(isin.slice(2, 11)).toBe(cusip);
  }
  expect(isinCheckDigit('US037833100')).toBe(5);
  expect(isinCheckDigit('DE000716460')).toBe(0);
  expect(cusipCheckDigit('03783310')).toBe(0);
});

test('issuers have several listings, large ones also as receipts in America', () => {
  const byIsin = new Map<unknown, Security[]>();
  for (const security of securities) {
    const isin = security.text('isin');
    byIsin.set(isin, [...(byIsin.get(isin) ?? []), security]);
  }
  const several = [...byIsin.values()].filter((listings) => listings.length > 1);
  expect(several.length).toBeGreaterThan(0.03 * securities.length);
  for (const listings of several) expect(new Set(listings.map(({ text }) => text('name'))).size).toBe(1);
  const receipts = securities.filter(({ text }) => text('isAdr') === true);
  expect(receipts.length).toBeGreaterThan(0.01 * securities.length);
  for (const { text } of receipts) {
    expect(['NYSE', 'NASDAQ', 'PNK']).toContain(text('exchange'));
    expect(text('country')).not.toBe('US');
    expect(text('isin')).toMatch(/^US/);
  }
});

describe('statements add up', () => {
  test.each<[string, [1 | -1, string][]]>([
    [
      'totalAssets',
      [
        [1, 'totalLiabilities'],
        [1, 'totalShareholderEquity'],
        [1, 'minorityInterest'],
      ],
    ],
    [
      'grossProfit',
      [
        [1, 'totalRevenue'],
        [-1, 'costOfRevenue'],
      ],
    ],
    [
      'operatingIncome',
      [
        [1, 'grossProfit'],
        [-1, 'operatingExpenses'],
      ],
    ],
    [
      'ebit',
      [
        [1, 'incomeBeforeTax'],
        [1, 'interestExpense'],
      ],
    ],
    [
      'ebitda',
      [
        [1, 'operatingIncome'],
        [1, 'specialItems'],
        [1, 'depreciationAndAmortization'],
      ],
    ],
    [
      'totalDebt',
      [
        [1, 'shortTermDebt'],
        [1, 'longTermDebt'],
      ],
    ],
    [
      'netDebt',
      [
        [1, 'totalDebt'],
        [-1, 'cashAndShortTermInvestments'],
      ],
    ],
    [
      'cashAndShortTermInvestments',
      [
        [1, 'cash'],
        [1, 'shortTermInvestments'],
      ],
    ],
  ])('%s', (left, right) => expectSum(left, right));

  test('parts do not exceed their totals', () => {
    for (const { value } of equities()) {
      const within = (ids: string[], whole: string): void => {
        const sum = ids.reduce((all, id) => all + (value(id) || 0), 0);
        if (!Number.isNaN(value(whole))) expect(sum).toBeLessThanOrEqual(1.0001 * value(whole) + 5);
      };
      within(['cash', 'shortTermInvestments', 'currentNetReceivables', 'inventory'], 'totalCurrentAssets');
      within(['totalCurrentAssets', 'propertyPlantEquipment', 'goodwill', 'longTermInvestments'], 'totalAssets');
      within(['currentAccountsPayable', 'deferredRevenue', 'shortTermDebt'], 'totalCurrentLiabilities');
      within(['totalCurrentLiabilities', 'longTermDebt', 'capitalLeaseObligations'], 'totalLiabilities');
      expect(value('totalAssets') <= 0).toBe(false);
    }
  });

  test('per share, market and forecast figures follow from the others', () => {
    const near = (a: number, b: number): void => {
      if (!Number.isNaN(a + b)) expect(Math.abs(a - b)).toBeLessThanOrEqual(2e-6 * Math.max(Math.abs(a), Math.abs(b), 1e-30));
    };
    for (const { value } of securities) {
      near(value('marketCapitalization'), value('close') * value('commonStockSharesOutstanding'));
      if (!Number.isNaN(value('netIncome'))) {
        const toCommon = value('dividendPayout') - value('preferredDividends');
        near(value('dividendPerShare'), toCommon / value('commonStockSharesOutstanding'));
      }
      near(1 + value('analystTargetUpside'), value('analystTargetPrice') / value('close'));
    }
  });
});

test('prices end with the close on a weekday up to the given date', () => {
  for (const { value } of securities) {
    expect(value('close')).toBeGreaterThan(0);
    const day = new Date(value('date') * 1000);
    expect([0, 6]).not.toContain(day.getUTCDay());
    expect(value('date')).toBeLessThanOrEqual(AS_OF_S);
    const toMax = value('stats.5.rateToMax');
    if (!Number.isNaN(toMax)) expect(toMax > 0 && toMax <= 1).toBe(true);
  }
  const stale = securities.filter(({ value }) => value('date') < AS_OF_S).length;
  expect(stale / securities.length).toBeGreaterThan(0.02);
  expect(stale / securities.length).toBeLessThan(0.1);
});

test('gaps are a tenth to a sixth of all figures, and no figure is infinite', () => {
  const values = countries.flatMap(({ columns }) => columns.map((column) => [...column])).flat();
  const missing = values.filter(Number.isNaN).length;
  expect(values.filter(Number.isFinite).length).toBe(values.length - missing);
  expect(missing / securities.length / VECTOR_IDS.length).toBeGreaterThan(0.1);
  expect(missing / securities.length / VECTOR_IDS.length).toBeLessThan(0.17);
  for (const { text, value } of securities) {
    if (text('sector') === 'Financials') expect(value('totalCurrentAssets')).toBeNaN();
    if (text('type') === 'Etf') expect(value('totalAssets')).toBeNaN();
  }
});

test('companies are plausible: some lose money, few have negative equity, sectors differ', () => {
  const share = (part: Security[], whole: Security[]): number => part.length / whole.length;
  const reporting = equities().filter(({ value }) => !Number.isNaN(value('netIncome')));
  const losing = reporting.filter(({ value }) => value('netIncome') < 0);
  expect(share(losing, reporting)).toBeGreaterThan(0.15);
  expect(share(losing, reporting)).toBeLessThan(0.4);
  const underwater = reporting.filter(({ value }) => value('totalShareholderEquity') < 0);
  expect(share(underwater, reporting)).toBeGreaterThan(0.01);
  expect(share(underwater, reporting)).toBeLessThan(0.1);
  const median = (sector: string, ratio: (value: Security['value']) => number): number => {
    const values = reporting.filter(({ text }) => text('sector') === sector).map(({ value }) => ratio(value));
    const known = values.filter(Number.isFinite).sort((a, b) => a - b);
    return known[known.length >> 1] ?? Number.NaN;
  };
  const grossMargin = (value: Security['value']): number => value('grossProfit') / value('totalRevenue');
  expect(median('Information Technology', grossMargin)).toBeGreaterThan(median('Industrials', grossMargin) + 0.05);
  const leverage = (value: Security['value']): number => value('totalLiabilities') / value('totalAssets');
  expect(median('Financials', leverage)).toBeGreaterThan(0.8);
  const multiple = (value: Security['value']): number =>
    value('netIncome') > 0 ? value('marketCapitalization') / value('netIncome') : Number.NaN;
  for (const sector of ['Industrials', 'Financials', 'Utilities']) {
    expect(median(sector, multiple)).toBeGreaterThan(8);
    expect(median(sector, multiple)).toBeLessThan(35);
  }
});

test('the normal quantile matches published tables', () => {
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963985, 7);
  expect(normalQuantile(0.001)).toBeCloseTo(-3.090232306, 7);
  expect(normalQuantile(0.5)).toBeCloseTo(0, 12);
});
