import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { COUNTRIES, CURRENCIES, EXCHANGES, INDUSTRIES, SECTORS } from '../../../src/catalogue/codes.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { beside } from '../../support/beside.ts';
import { publishedRows } from '../published.ts';

const [ALPHA_VANTAGE, MASTER, SEC] = [beside('alphavantage'), beside('financedatabase'), beside('sec')];

const scratch = mkdtempSync(join(tmpdir(), 'panscreen-real-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const progress = (): void => {};

describe.skipIf(!ALPHA_VANTAGE.isThere)('Tesla from Alpha Vantage files', () => {
  const path = ALPHA_VANTAGE.path;
  const ingested = async (asOf: string): Promise<ReturnType<typeof publishedRows>> => {
    const out = join(scratch, asOf);
    await ingest({ from: [{ source: 'alphavantage', path }], out, asOf, progress });
    return publishedRows(out);
  };

  it('agrees with the figures that its overview publishes', async () => {
    const tesla = (await ingested('2021-04-24')).get('TSLA')!;
    const overview = JSON.parse(readFileSync(join(path, 'TSLA_OVERVIEW_2021-04-24.json'), 'utf8')) as Record<string, string>;
    const within = (key: string, value: number, share: number): void =>
      expect(Math.abs(value / Number(overview[key]) - 1), `${key}: ${value} for ${overview[key]}`).toBeLessThanOrEqual(share);
    within('RevenueTTM', tesla.value('totalRevenue'), 1e-6);
    within('GrossProfitTTM', tesla.value('grossProfit'), 1e-6);
    within('MarketCapitalization', tesla.value('marketCapitalization'), 1e-6);
    within('SharesOutstanding', tesla.value('commonStockSharesOutstanding'), 0.001);
    within('DilutedEPSTTM', tesla.value('dilutedEPSTTM'), 1e-6);
    within('Beta', tesla.value('beta'), 1e-6);
    within('AnalystTargetPrice', tesla.value('analystTargetPrice'), 1e-6);
    within('BookValue', tesla.value('totalShareholderEquity') / tesla.value('commonStockSharesOutstanding'), 0.001);
    // Published with three digits.
    within('ProfitMargin', tesla.value('netProfitMargin'), 0.003);
    within('QuarterlyRevenueGrowthYOY', tesla.value('quarterlyRevenueGrowthYOY'), 0.003);
    expect(
      ['name', 'country', 'currency', 'exchange', 'sector', 'industry', 'fiscalYearEnd'].map((id) => tesla.field(id)),
    ).toEqual(['Tesla, Inc', 'US', 'USD', 'NASDAQ', 'Consumer Cyclical', 'Automobile Manufacturers', 'December']);
    expect(tesla.field('latestQuarter')).toBe(Date.parse(overview.LatestQuarter!) / 1000);
  });

  it('handles the pitfalls of these files', async () => {
    const tesla = (await ingested('2021-04-24')).get('TSLA')!;
    // Close and volume of the session, not the ones at the moment of a quote; no statistic of weekly sessions.
    expect([tesla.value('close'), tesla.value('volume'), tesla.value('date')]).toEqual([
      Math.fround(729.4),
      Math.fround(27703323),
      Date.parse('2021-04-23') / 1000,
    ]);
    expect(tesla.value('stats.21.rateBack')).toBeNaN();
    // Share counts of a year ago in shares after the split.
    expect(tesla.value('commonStockSharesOutstandingPriorYear')).toBe(Math.fround(905e6));
    // The 10-K's cash flow statement has 2,322 million; the year's line of the income statement is a part of it.
    expect(tesla.value('depreciationAndAmortization')).toBe(Math.fround(2322e6));
    expect(tesla.value('dividendPayout')).toBe(0);
    expect(tesla.value('totalDebt')).toBe(Math.fround(2132e6 + 8462e6));
  });

  it('uses a quarter from the day on which it was reported', async () => {
    const before = (await ingested('2021-01-26')).get('TSLA')!;
    expect(before.field('latestQuarter')).toBe(Date.parse('2020-09-30') / 1000);
    expect(before.value('totalRevenue')).toBe(Math.fround(8771e6 + 6036e6 + 5985e6 + 7384e6));
    expect(before.value('close')).toBeNaN();
    const after = (await ingested('2021-01-27')).get('TSLA')!;
    expect(after.value('totalRevenue')).toBe(Math.fround(31536e6));
  });
});

describe.skipIf(!MASTER.isThere)('the security master of FinanceDatabase', () => {
  it('includes all rows with known codes, and names and counts the rest', async () => {
    const out = join(scratch, 'master');
    const files = ['equities_2026-08_80of85exchanges.csv.gz', 'etfs_2026-08.csv.gz'];
    const from = files.map((file) => ({ source: 'financedatabase' as const, path: join(MASTER.path, file) }));
    const report = await ingest({ from, out, progress });
    const table = JSON.parse(JSON.stringify(report)).tables.securities;
    expect(table.read).toBe(69_152 + 36_480);
    const reasons = Object.entries(table.dropped as Record<string, { count: number }>);
    expect(table.dropped['financedatabase: delisted'].count).toBe(4688);
    expect(table.used + reasons.reduce((sum, [, { count }]) => sum + count, 0)).toBe(table.read);
    expect(table.used).toBeGreaterThan(0.9 * table.read);
    for (const [reason] of reasons) {
      expect(reason).toMatch(/delisted$|^no country$|^(country|currency) .* is not among ours$|has the same symbol$/);
    }
    const { unmapped } = report.quality.sources[0]!;
    expect([...unmapped.keys()].sort()).toEqual(['country', 'exchange (known, none of ours)']);
    expect(unmapped.get('exchange (known, none of ours)')?.get('BER')).toBeGreaterThan(10_000);
    const rows = publishedRows(out);
    expect(rows.size).toBe(table.used);
    const industries = new Map(
      SECTORS.flatMap((sector) => INDUSTRIES[sector].map((industry) => [industry as string, sector as string])),
    );
    const lists = {
      country: new Set<unknown>(COUNTRIES.map(({ code }) => code)),
      currency: new Set<unknown>(CURRENCIES),
      sector: new Set<unknown>(SECTORS),
      exchange: new Set<unknown>([null, ...EXCHANGES.map(({ code }) => code)]),
    };
    let odd = 0;
    for (const row of rows.values()) {
      for (const [id, list] of Object.entries(lists)) if (!list.has(row.field(id))) odd++;
      const industry = row.field('industry');
      if (industry !== null && industries.get(String(industry)) !== row.field('sector')) odd++;
    }
    expect(odd).toBe(0);
    const aalberts = rows.get('AALB.AS')!;
    expect(['exchange', 'country', 'currency', 'sector', 'industry', 'type'].map((id) => aalberts.field(id))).toEqual([
      'EURONEXT',
      'NL',
      'EUR',
      'Industrials',
      'Machinery',
      'Equity',
    ]);
    const fund = rows.get('600X.AS')!;
    expect(['country', 'sector', 'industry', 'type', 'isin'].map((id) => fund.field(id))).toEqual([
      'IE',
      'Miscellaneous',
      'Exchange-Traded Funds',
      'Etf',
      'IE00BK5H8015',
    ]);
  });
});

describe.skipIf(!MASTER.isThere || !SEC.isThere)('the SEC, Stooq and FinanceDatabase together', () => {
  it('give Apple statements, prices and a name, each from the source that has it', async () => {
    const stooq = join(scratch, 'us/nasdaq stocks');
    mkdirSync(stooq, { recursive: true });
    const days = ['20231023', '20231024', '20231025', '20231026', '20231027', '20231030', '20231031'];
    const rows = days.map((day, index) => `AAPL.US,D,${day},000000,170,175,165,${170 + index / 2},1000,0`);
    writeFileSync(
      join(stooq, 'aapl.us.txt'),
      ['<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>', ...rows].join('\n'),
    );
    const out = join(scratch, 'apple');
    const from = [
      { source: 'sec' as const, path: SEC.path },
      { source: 'stooq' as const, path: join(scratch, 'us') },
      { source: 'financedatabase' as const, path: join(MASTER.path, 'equities_us_2023-02.csv.gz') },
    ];
    const report = await ingest({
      from,
      out,
      asOf: '2023-11-15',
      require: ['statements', 'prices'],
      trustsLastClose: true,
      limits: { dropped: 1 },
      progress,
    });
    const found = publishedRows(out);
    expect([...found.keys()]).toEqual(['AAPL']);
    const apple = found.get('AAPL')!;
    expect(['name', 'sector', 'exchange', 'currency'].map((id) => apple.field(id))).toEqual([
      'Apple Inc.',
      'Information Technology',
      'NASDAQ',
      'USD',
    ]);
    expect(Number(apple.field('CIK'))).toBe(320193);
    // The year to 2023-09-30 as filed.
    expect(apple.value('totalRevenue')).toBe(Math.fround(383_285e6));
    expect(apple.value('close')).toBe(173);
    expect(apple.value('marketCapitalization')).toBe(Math.fround(173 * apple.value('commonStockSharesOutstanding')));
    expect(report.quality.sources.map(({ name }) => name)).toEqual(['sec', 'stooq', 'financedatabase']);
    expect(report.quality.sources[0]?.path).toBe(SEC.path);
    expect(readdirSync(scratch).filter((name) => name.includes('tables'))).toEqual([]);
  });
});
