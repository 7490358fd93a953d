import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ingest } from '../../../src/ingest/ingest.ts';
import type { From, IngestOptions } from '../../../src/ingest/options.ts';
import type { Report } from '../../../src/ingest/report/report.ts';
import { type PublishedRow, publishedRows } from '../published.ts';
import { zipOf } from '../zips.ts';

const scratch = mkdtempSync(join(tmpdir(), 'panscreen-sources-'));
afterAll(() => rmSync(scratch, { recursive: true }));

let count = 0;
let folder = '';
let out = '';
beforeEach(() => {
  folder = join(scratch, `from${count}`);
  out = join(scratch, `out${count++}`);
});

function write(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}
const from = (source: From['source'], path = join(folder, source)): From => ({ source, path });
const run = (sources: readonly From[], options: Partial<IngestOptions> = {}): Promise<Report> =>
  ingest({ from: sources, out, asOf: '2024-12-31', progress: () => {}, ...options });
const row = (symbol: string): PublishedRow => publishedRows(out).get(symbol) ?? expect.fail(`${symbol} is not published`);
const dropsOf = (report: Report, table: 'securities' | 'statements' | 'prices'): Record<string, number> =>
  Object.fromEntries([...(report.tables.get(table)?.dropped ?? [])].map(([reason, { count: times }]) => [reason, times]));

const HEADER = '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>';
const DAYS = ['20241023', '20241024', '20241025', '20241028', '20241029', '20241030', '20241031'];
/** Seven sessions of one ticker that rise by one. */
const stooq = (ticker: string, first = 100, days = DAYS): string =>
  `${HEADER}\r\n${days.map((day, index) => `${ticker},D,${day},000000,${first + index},${first + index + 0.5},${first + index - 0.5},${first + index},1000.25,0\r\n`).join('')}`;
const AAPL = 'data/daily/us/nasdaq stocks/1/aapl.us.txt';

describe('stooq', () => {
  it('reads the archive: market, kind and exchange from the path, symbols as others write them', async () => {
    const path = write(
      'd_world_txt.zip',
      zipOf({
        [AAPL]: stooq('AAPL.US'),
        'data/daily/us/nyse etfs/1/spy.us.txt': stooq('SPY.US').replaceAll('\r', ''),
        'data/daily/us/nyse stocks/1/brk-b.us.txt': stooq('BRK-B.US'),
        'data/daily/uk/lse stocks/vod.uk.txt': stooq('VOD.UK', 7500),
        'data/daily/hk/hkex stocks/5.hk.txt': stooq('5.HK'),
        'data/daily/us/nasdaq stocks/1/none.us.txt': '',
        'data/daily/world/indices/^spx.txt': stooq('^SPX'),
      }),
    );
    const report = await run([from('stooq', path)]);
    expect([...publishedRows(out).keys()].sort()).toEqual(['0005.HK', 'AAPL', 'BRK-B', 'SPY', 'VOD.L']);
    expect(['type', 'exchange', 'country', 'currency'].map((id) => row('AAPL').field(id))).toEqual([
      'Equity',
      'NASDAQ',
      'US',
      'USD',
    ]);
    expect([row('SPY').field('type'), row('VOD.L').field('exchange')]).toEqual(['Etf', 'LSE']);
    expect(row('AAPL').value('close')).toBe(106);
    expect(row('VOD.L').value('close')).toBeCloseTo(75.06, 4);
    expect(row('AAPL').value('stats.5.rateBack')).toBeCloseTo(106 / 101, 6);
    expect(row('AAPL').value('date')).toBe(Date.parse('2024-10-31') / 1000);
    expect(dropsOf(report, 'prices')).toEqual({ 'stooq: empty files': 1, 'stooq: files of neither stocks nor funds': 1 });
  });

  it('computes no market capitalization from an adjusted close by default, and omits a close that later events have changed', async () => {
    write(`stooq/${AAPL}`, stooq('AAPL.US'));
    write('tables/securities.csv', 'symbol,country\nAAPL,US\n');
    write('tables/statements.csv', 'symbol,periodEnd,period,commonStockSharesOutstanding\nAAPL,2024-09-30,annual,10\n');
    const sources = [from('stooq'), from('tables')];
    await run(sources);
    expect([row('AAPL').value('close'), row('AAPL').value('marketCapitalization')]).toEqual([106, Number.NaN]);
    await run(sources, { trustsLastClose: true });
    expect(row('AAPL').value('marketCapitalization')).toBe(1060);
    const report = await run(sources, { trustsLastClose: true, asOf: '2024-10-30' });
    expect([row('AAPL').value('close'), row('AAPL').value('marketCapitalization')]).toEqual([Number.NaN, Number.NaN]);
    expect(row('AAPL').value('stats.5.rateBack')).toBeCloseTo(105 / 100, 6);
    expect(dropsOf(report, 'prices')).toEqual({ 'stooq: rows later than the day taken': 1 });
    expect(report.lines().join('\n')).toContain('1 series go on after the day taken');
  });

  it('drops bad rows and files and says where', async () => {
    const bad = stooq('BAD.US').split('\r\n');
    bad.splice(1, 0, 'BAD.US,D,20991231,000000,1,1,1,1,1,0', 'BAD.US,D,20240230,000000,1,1,1,1,1,0');
    bad.splice(3, 0, 'BAD.US,D,20241022,000000,1,1,1,-1,1,0', 'BAD.US,5,20241022,000000,1,1,1,1,1,0', 'BAD.US,D,2024');
    bad.splice(6, 0, 'ODD.US,D,20241022,000000,1,1,1,1,1,0', 'BAD.US,D,20241023,000000,1,1,1,99,1,0');
    write('stooq/us/nasdaq stocks/bad.us.txt', bad.join('\n'));
    write('stooq/us/nasdaq stocks/path.us.txt', stooq('../../ETC.US'));
    write('stooq/us/nasdaq stocks/header.us.txt', 'date,close\n20241023,1\n');
    const report = await run([from('stooq')]);
    expect(dropsOf(report, 'prices')).toEqual({
      'stooq: files whose name is not a ticker': 1,
      [`stooq: files without the header ${HEADER}`]: 1,
      'stooq: rows of a day in the future': 1,
      'stooq: rows whose date is not a date': 1,
      'stooq: rows whose close is not above 0': 1,
      'stooq: rows of another period than a day': 1,
      'stooq: rows that are cut off or have too many cells': 1,
      'stooq: rows of another symbol than the file': 1,
    });
    expect(report.lines().join('\n')).toContain('(us/nasdaq stocks/bad.us.txt, row 3)');
    expect(report.lines().join('\n')).toContain('1 rows are of a day that a later row has too');
    expect(row('BAD').value('close')).toBe(106);
  });
});

const OVERVIEW = {
  Symbol: 'ABC',
  AssetType: 'Common Stock',
  Name: 'Abc',
  Country: 'USA',
  Currency: 'USD',
  Exchange: 'NYSE',
  Sector: 'TECHNOLOGY',
  Industry: 'SOFTWARE—APPLICATION',
  CIK: '0000000123',
  MarketCapitalization: '1000',
  DilutedEPSTTM: 'None',
};
const report = (lines: Record<string, string>): unknown => ({
  symbol: 'ABC',
  annualReports: [{ fiscalDateEnding: '2023-12-31', reportedCurrency: 'USD', ...lines }],
  quarterlyReports: [],
});

describe('alphavantage', () => {
  it('recognizes responses by content, reads None as missing and reverses signs only once', async () => {
    write('alphavantage/a.json', JSON.stringify(OVERVIEW));
    write(
      'alphavantage/b.json',
      JSON.stringify(report({ totalRevenue: '50', netIncome: '5', depreciationAndAmortization: 'None', ebit: '-' })),
    );
    write(
      'alphavantage/c.json',
      JSON.stringify(
        report({ operatingCashflow: '9', netIncome: '7', capitalExpenditures: '-4', depreciationDepletionAndAmortization: '3' }),
      ),
    );
    write('alphavantage/d.json', JSON.stringify({ Note: 'Thank you for using it' }));
    write(
      'alphavantage/e.json',
      JSON.stringify({
        symbol: 'ABC',
        quarterlyEarnings: [{ fiscalDateEnding: '2023-12-31', reportedDate: '2024-02-15', reportedEPS: '9' }],
      }),
    );
    const all = await run([from('alphavantage')]);
    const found = row('ABC');
    expect(['sector', 'industry', 'country', 'CIK'].map((id) => found.field(id))).toEqual([
      'Information Technology',
      'Software',
      'US',
      '0000000123',
    ]);
    expect(
      [
        'totalRevenue',
        'netIncome',
        'capitalExpenditures',
        'depreciationAndAmortization',
        'marketCapitalization',
        'dilutedEPSTTM',
      ].map(found.value),
    ).toEqual([50, 5, 4, 3, 1000, Number.NaN]);
    expect(all.lines().join('\n')).toContain('d.json is passed over: the API has answered “Thank you for using it”');
    const early = await run([from('alphavantage')], { asOf: '2024-02-14' });
    expect(dropsOf(early, 'statements')).toEqual({ 'alphavantage: reported after the day taken': 1 });
    expect(row('ABC').value('totalRevenue')).toBeNaN();
  });

  it('subtracts the current portion of debt from one of the two lines with it', async () => {
    write('alphavantage/a.json', JSON.stringify(OVERVIEW));
    write(
      'alphavantage/b.json',
      JSON.stringify(
        report({
          totalAssets: '1',
          shortTermDebt: '30',
          currentLongTermDebt: '20',
          longTermDebt: '120',
          longTermDebtNoncurrent: '100',
          shortLongTermDebtTotal: '130',
        }),
      ),
    );
    await run([from('alphavantage')]);
    expect(row('ABC').value('totalDebt')).toBe(130);
  });

  it('adjusts an unadjusted daily series for the overview’s split', async () => {
    write('alphavantage/a.json', JSON.stringify({ ...OVERVIEW, LastSplitFactor: '4:1', LastSplitDate: '2024-06-10' }));
    const days = ['2024-06-03', '2024-06-04', '2024-06-05', '2024-06-06', '2024-06-07', '2024-06-10', '2024-06-11'];
    const series = Object.fromEntries(
      days.map((day, index) => [day, { '4. close': index < 5 ? '400' : '101', '5. volume': '10' }]),
    );
    write('alphavantage/b.json', JSON.stringify({ 'Meta Data': { '2. Symbol': 'ABC' }, 'Time Series (Daily)': series }));
    await run([from('alphavantage')]);
    expect(row('ABC').value('stats.5.rateBack')).toBeCloseTo(1.01, 6);
  });
});

const MASTER = 'symbol,name,currency,sector,industry,exchange,country,isin,delisted\n';

describe('several sources', () => {
  it('join by symbol for any separator of the share class, and fill columns in the order of trust', async () => {
    write('stooq/us/nyse stocks/brk-b.us.txt', stooq('BRK-B.US'));
    write(
      'financedatabase/equities.csv',
      `${MASTER}BRK-B,Berkshire Hathaway Inc.,USD,Financials,Insurance,NYQ,United States,US0846707026,False\nGONE,Gone,USD,,,NYQ,United States,,True\n`,
    );
    write('tables/securities.csv', 'symbol,country,name\nBRK.B,US,\n');
    write('tables/statements.csv', 'symbol,periodEnd,period,totalRevenue\nBRK.B,2023-12-31,annual,7\n');
    const all = await run([from('financedatabase'), from('stooq'), from('tables')]);
    expect([...publishedRows(out).keys()]).toEqual(['BRK.B']);
    expect(['name', 'sector', 'industry', 'exchange', 'isin'].map((id) => row('BRK.B').field(id))).toEqual([
      'Berkshire Hathaway Inc.',
      'Financials',
      'Insurance',
      'NYSE',
      'US0846707026',
    ]);
    expect([row('BRK.B').value('totalRevenue'), row('BRK.B').value('close')]).toEqual([7, 106]);
    const { sources } = JSON.parse(JSON.stringify(all.quality));
    expect(sources.map(({ name, tables }: { name: string; tables: object }) => [name, Object.keys(tables)])).toEqual([
      ['financedatabase', ['securities']],
      ['stooq', ['securities', 'prices']],
      ['tables', ['securities', 'statements']],
    ]);
    expect(sources[1].tables.prices).toEqual({ read: 7, joined: 7, dropped: {} });
    expect(dropsOf(all, 'securities')).toEqual({ 'financedatabase: delisted': 1 });
  });

  it('does not join a symbol under another ISIN, and joins another symbol under the same', async () => {
    write(
      'financedatabase/equities.csv',
      `${MASTER}AAA,Aaa,USD,,,NYQ,United States,US0378331005,False\nBBB,Bbb,USD,,,NYQ,United States,US5949181045,False\n`,
    );
    write('tables/securities.csv', 'symbol,country,isin\nAAA,US,US0231351067\nBBBX,US,US5949181045\n');
    const all = await run([from('tables'), from('financedatabase')]);
    expect(dropsOf(all, 'securities')).toEqual({
      'financedatabase: the symbol has another ISIN, CIK or CUSIP in a source of more trust': 1,
    });
    expect([row('AAA').field('name'), row('BBBX').field('name')]).toEqual([null, 'Bbb']);
  });

  it('take a line that the first source lacks from the next, in periods with the same end', async () => {
    write('tables/securities.csv', 'symbol,country,currency\nABC,US,EUR\n');
    write(
      'tables/statements.csv',
      'symbol,periodEnd,period,totalRevenue,netIncome\nABC,2023-12-30,annual,70,\nABC,2022-12-31,annual,,6\n',
    );
    write('alphavantage/a.json', JSON.stringify(OVERVIEW));
    write('alphavantage/b.json', JSON.stringify(report({ totalRevenue: '50', netIncome: '5', researchAndDevelopment: '8' })));
    write('rates.csv', 'Date,USD,\n2024-12-31,1.25,\n');
    await run([from('alphavantage'), from('tables')], { rates: join(folder, 'rates.csv') });
    const found = row('ABC');
    // Revenue and net income stay the tables' own in every period; research is dollars in euros.
    expect(['totalRevenue', 'netIncome'].map(found.value)).toEqual([70, Number.NaN]);
    expect(found.value('researchAndDevelopment')).toBeCloseTo(6.4, 5);
  });

  it('prices are those of one source, its missing unadjusted closes from another, each in its own unit', async () => {
    write('stooq/uk/lse stocks/vod.uk.txt', stooq('VOD.UK', 7500));
    write('financedatabase/equities.csv', `${MASTER}VOD.L,Vodafone,GBP,,,LSE,United Kingdom,GB00BH4HKS39,False\n`);
    await run([from('financedatabase'), from('stooq')]);
    expect([row('VOD.L').field('currency'), row('VOD.L').value('close')]).toEqual(['GBP', Math.fround(75.06)]);
    write('tables/prices.csv', 'symbol,date,close\nVOD.L,2024-10-31,80\n');
    write('tables/securities.csv', 'symbol,country,currency\nVOD.L,GB,GBP\n');
    write('tables/statements.csv', 'symbol,periodEnd,period,commonStockSharesOutstanding\nVOD.L,2024-09-30,annual,10\n');
    await run([from('financedatabase'), from('stooq'), from('tables')]);
    const found = row('VOD.L');
    expect([found.value('close'), found.value('marketCapitalization')]).toEqual([80, 800]);
    expect(found.value('stats.5.rateBack')).toBeCloseTo(7506 / 7501, 6);
  });

  it('includes only what --require needs', async () => {
    write(`stooq/${AAPL}`, stooq('AAPL.US'));
    write(
      'financedatabase/equities.csv',
      `${MASTER}AAPL,Apple,USD,,,NMS,United States,,False\nMSFT,Microsoft,USD,,,NMS,United States,,False\n`,
    );
    await run([from('financedatabase'), from('stooq')], { require: ['prices'] });
    expect([...publishedRows(out).keys()]).toEqual(['AAPL']);
  });
});

describe('reference rates', () => {
  const RATES =
    'Date,USD,JPY,GBP,RUB,\n2024-11-01,1.10,165,0.85,N/A,\n2024-10-31,1.20,160,0.80,N/A,\n2024-10-30,1.30,150,0.75,N/A,\n2022-03-01,1.1,130,0.83,117.2,\n';

  it('are dollars per unit at the last close, or of the previous working day', async () => {
    write('rates/eurofxref-hist.zip', zipOf({ 'eurofxref-hist.csv': RATES }));
    write('tables/securities.csv', 'symbol,country,currency\nLON,GB,GBX\nTYO,JP,JPY\nMOS,RU,RUB\nPAR,FR,EUR\n');
    write('tables/prices.csv', 'symbol,date,close\nLON,2024-10-31,1250\nTYO,2024-11-03,10\nMOS,2024-10-31,10\n');
    write(
      'tables/statements.csv',
      'symbol,periodEnd,period,currency,totalRevenue\nLON,2023-12-31,annual,USD,150\nPAR,2023-12-31,annual,ILA,150\n',
    );
    const all = await run([from('tables')], { rates: join(folder, 'rates/eurofxref-hist.zip'), asOf: '2024-11-03' });
    expect(row('LON').value('usdRate')).toBeCloseTo(1.5, 6);
    expect(row('LON').value('totalRevenue')).toBeCloseTo(100, 4);
    expect(row('TYO').value('usdRate')).toBeCloseTo(1.1 / 165, 8);
    expect(row('PAR').value('usdRate')).toBeCloseTo(1.1, 6);
    // A rate from years ago is not used.
    expect(row('MOS').value('usdRate')).toBeNaN();
    expect(all.lines().join('\n')).toContain('no rate any more: RUB since 2022-03-01');
    expect(dropsOf(all, 'statements')).toEqual({ 'no exchange rate from ILS to EUR': 1 });
  });

  it.each([
    ['day,USD\n', 'rates.csv, row 1: expected the header Date,USD'],
    ['Date,USD,<x>\n', 'rates.csv, row 1: “<x>” is not a currency code'],
    ['Date,USD,GBP\n2024-10-31,1.2,-1\n', 'rates.csv, row 2: the rate of GBP is “-1”, not above 0'],
    ['Date,USD,GBP\n2024-10-31,1.2\n', 'rates.csv, row 2 has 2 cells, the header 3'],
    ['Date,USD\n31.10.2024,1.2\n', 'rates.csv, row 2: “31.10.2024” is not a date'],
    ['Date,USD\n2024-10-31,1.2\n2024-10-31,1.3\n', 'rates.csv, row 3: a row before it is of the same day'],
    ['Date,USD\n2025-10-31,1.2\n', 'rates.csv has no rate up to the day taken'],
  ])('refuses %j', async (text, message) => {
    write('tables/securities.csv', 'symbol,country\nA,US\n');
    await expect(run([from('tables')], { rates: write('rates.csv', text) })).rejects.toThrow(message);
    expect(existsSync(out)).toBe(false);
  });
});

describe('unreadable input stops with file and position, and the old data stay', () => {
  const good = zipOf({ [AAPL]: stooq('AAPL.US') });
  const damaged = Buffer.from(good);
  damaged.writeUInt8((damaged.readUInt8(110) + 1) & 255, 110);
  it.each<[string, From['source'], string, string | Buffer, RegExp]>([
    ['a zip that is cut off', 'stooq', 'd.zip', good.subarray(0, good.length - 30), /^d\.zip: /],
    ['no zip', 'stooq', 'd.zip', 'nonsense', /^d\.zip: /],
    ['a damaged entry', 'stooq', 'd.zip', damaged, /^d\.zip: data\/daily\/us\/nasdaq stocks\/1\/aapl\.us\.txt: /],
    ['an entry that climbs', 'stooq', 'd.zip', zipOf({ '../x.us.txt': stooq('X.US') }), /^d\.zip: .*\.\.\/x\.us\.txt/],
    ['only wrong headers', 'stooq', 'a.us.txt', 'a,b\n1,2\n', /none of 1 files holds prices/],
    ['half a JSON', 'alphavantage', 'a.json', '{"Symbol": "ABC", ', /^a\.json is not complete JSON: /],
    ['a wrong header', 'financedatabase', 'equities.csv', 'ticker,exchange\nA,NMS\n', /equities\.csv: no file has the columns/],
    ['no gzip', 'financedatabase', 'equities.csv.gz', 'nonsense', /^equities\.csv\.gz: /],
  ])('%s', async (_, source, name, content, message) => {
    write('tables/securities.csv', 'symbol,country\nA,US\n');
    await run([from('tables')]);
    const before = readdirSync(out, { recursive: true }).sort();
    write(`${source}/${name}`, content);
    await expect(run([from('tables'), from(source)])).rejects.toThrow(message);
    expect(readdirSync(out, { recursive: true }).sort()).toEqual(before);
    expect([...publishedRows(out).keys()]).toEqual(['A']);
  });
});
