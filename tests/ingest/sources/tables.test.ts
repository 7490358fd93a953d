import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/ingest/formats/duckdb.ts';
import { ingestTables } from '../../../src/ingest/ingest.ts';
import type { Report } from '../../../src/ingest/report/report.ts';
import { type PublishedRow, publishedRows } from '../published.ts';

const scratch = mkdtempSync(join(tmpdir(), 'panscreen-tables-'));
afterAll(() => rmSync(scratch, { recursive: true }));

let count = 0;
let from = '';
let out = '';
beforeEach(() => {
  from = join(scratch, `from${count}`);
  out = join(scratch, `out${count++}`);
  mkdirSync(from);
});

const write = (name: string, text: string): void => writeFileSync(join(from, name), name.endsWith('.gz') ? gzipSync(text) : text);
const ingest = (asOf = '2016-12-31'): Promise<Report> => ingestTables({ from, out, asOf, progress: () => {} });
async function rowsAfter(asOf?: string): Promise<(symbol: string) => PublishedRow> {
  await ingest(asOf);
  const rows = publishedRows(out);
  return (symbol) => rows.get(symbol) ?? expect.fail(`${symbol} is not published`);
}
const dropped = (report: Report, table: 'securities' | 'statements' | 'prices' | 'rates' | 'forecasts'): Record<string, number> =>
  Object.fromEntries([...(report.tables.get(table)?.dropped ?? [])].map(([reason, { count: times }]) => [reason, times]));
const SECURITIES = 'symbol,country,exchange,sector\nAAA,US,NMS,Technology\nBBB,US,NYQ,Basic Materials\n';

describe('a folder of tables', () => {
  it('reads columns by name in any order, joins on symbol, and leaves the rest missing', async () => {
    write('securities.csv', '\ufeffname;country;symbol;color\r\n"A; ""quoted"" name";us;AAA;red\r\nB;DE;BBB;\r\n');
    write(
      'statements.csv.gz',
      'period,totalRevenue,symbol,periodEnd,commonStockSharesOutstanding\nannual,200,AAA,2015-12-31,10\n',
    );
    write('prices.csv', 'date,volume,close,symbol\n2016-12-30,7,21.5,AAA\n2016-12-29,8,20,AAA\n');
    const report = await ingest();
    const rows = publishedRows(out);
    const a = rows.get('AAA');
    expect(a?.field('name')).toBe('A; "quoted" name');
    expect(a?.field('country')).toBe('US');
    expect(a?.field('currency')).toBe('USD');
    expect(a?.field('latestQuarter')).toBe(Date.parse('2015-12-31') / 1000);
    expect(a?.field('fiscalYearEnd')).toBe('December');
    expect(a?.value('close')).toBe(21.5);
    expect(a?.value('volume')).toBe(7);
    expect(a?.value('date')).toBe(Date.parse('2016-12-30') / 1000);
    expect(a?.value('marketCapitalization')).toBe(215);
    expect(a?.value('priceToSalesRatio')).toBeCloseTo(1.075, 6);
    expect(rows.get('BBB')?.field('currency')).toBe('EUR');
    expect(rows.get('BBB')?.value('close')).toBeNaN();
    expect(rows.get('BBB')?.value('goodwill')).toBeNaN();
    expect(report.tables.get('securities')?.ignoredColumns).toEqual(['color']);
    expect(report.without).toEqual({ statements: 1, prices: 1 });
    expect(report.lines().join('\n')).toContain('column color is ignored');
    expect(JSON.parse(JSON.stringify(report))).toMatchObject({ rowCount: 2, countries: { DE: 1, US: 1 } });
  });

  it('trims all kinds of spaces around text, and refuses years without a century', async () => {
    write('securities.csv', 'symbol,country,name\n"\tAAA",US\ufeff,"\u3000A\u00a0B\n"\n\u00a0BBB\u2009,\tUS\t,\u00a0\n');
    write(
      'statements.csv',
      'symbol,periodEnd,period,totalAssets\nAAA\t,2015-12-31,\tannual,5\n\u00a0BBB,2015-12-31,annual,\ufeff\n',
    );
    write('prices.csv', 'symbol,date,close\n\ufeffAAA,2016-12-30,7\nAAA,16-12-31,8\n\tBBB,2016-12-30,9\n');
    const report = await ingest();
    const rows = publishedRows(out);
    expect([...rows.keys()].sort()).toEqual(['AAA', 'BBB']);
    expect(rows.get('AAA')?.field('name')).toBe('A\u00a0B');
    expect(rows.get('AAA')?.value('totalAssets')).toBe(5);
    expect(rows.get('AAA')?.value('close')).toBe(7);
    expect(rows.get('BBB')?.value('close')).toBe(9);
    expect(dropped(report, 'prices')).toEqual({ 'date is not an ISO date': 1 });
    expect(report.lines().join('\n')).not.toContain('are not numbers');
  });

  it('keeps the currency of the latest statements before conversion', async () => {
    write('securities.csv', SECURITIES);
    write('rates.csv', 'currency,usdRate\nGBP,1.25\n');
    write(
      'statements.csv',
      'symbol,period,periodEnd,currency,totalRevenue\nAAA,annual,2014-12-31,USD,100\nAAA,annual,2015-12-31,GBp,200\nBBB,annual,2015-12-31,,300\n',
    );
    const row = await rowsAfter();
    expect([row('AAA').value('totalRevenue'), row('AAA').field('statementCurrency')]).toEqual([2.5, 'GBP']);
    expect([row('BBB').value('totalRevenue'), row('BBB').field('statementCurrency')]).toEqual([300, null]);
  });

  it('reads parquet like text', async () => {
    write('securities.csv', SECURITIES);
    const database = await Database.open([]);
    await database.close();
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const path = join(from, 'prices.parquet').replaceAll("'", "''");
    await connection.run(
      `COPY (SELECT 'AAA' AS symbol, DATE '2016-12-30' AS date, 5::DECIMAL(9, 2) AS close, 3::BIGINT AS volume) TO '${path}'`,
    );
    connection.closeSync();
    const row = await rowsAfter();
    expect([row('AAA').value('close'), row('AAA').value('volume')]).toEqual([5, 3]);
  });

  it('renames, turns signs, fills constants and computes as mapping.json says', async () => {
    write('master.csv', 'Ticker\nAAA\nBBB\nCCC\n');
    write('list.csv', 'symbol\nAAA\nBBB\n');
    write('facts.csv', 'Ticker,End,Total Assets,Capex,Net Income,EPS\nAAA,2015-12-31,5,-3,8,2\nCCC,2015-12-31,5,-3,8,0\n');
    write(
      'mapping.json',
      JSON.stringify({
        files: { securities: 'master.csv', statements: 'facts.csv' },
        symbols: { file: 'list.csv' },
        require: ['statements'],
        note: 'seen from 2016',
        constants: { securities: { country: 'US' }, statements: { period: 'annual' } },
        securities: { Ticker: 'symbol' },
        statements: { Ticker: 'symbol', End: 'periodEnd', 'Total Assets': 'totalAssets', Capex: '-capitalExpenditures' },
        formulas: { statements: { commonStockSharesOutstanding: '`Net Income` / nz(EPS)' } },
      }),
    );
    const report = await ingest();
    const rows = publishedRows(out);
    expect([...rows.keys()]).toEqual(['AAA']);
    expect(rows.get('AAA')?.value('totalAssets')).toBe(5);
    expect(rows.get('AAA')?.value('capitalExpenditures')).toBe(3);
    expect(rows.get('AAA')?.value('commonStockSharesOutstanding')).toBe(4);
    expect(dropped(report, 'securities')).toEqual({ 'not in the list of symbols': 1, 'no statements': 1 });
  });

  it('also refuses years without a century in constants of mapping.json', async () => {
    write('securities.csv', SECURITIES);
    write('statements.csv', 'symbol,period,totalAssets\nAAA,annual,5\n');
    write('mapping.json', JSON.stringify({ constants: { statements: { periodEnd: '15-12-31' } } }));
    expect(dropped(await ingest(), 'statements')).toEqual({ 'periodEnd is not an ISO date': 1 });
    write('mapping.json', JSON.stringify({ constants: { statements: { periodEnd: '2015-12-31' } } }));
    expect((await rowsAfter())('AAA').value('totalAssets')).toBe(5);
  });

  it('reads forecasts, and derives figures from them', async () => {
    write('securities.csv', SECURITIES);
    write('prices.csv', 'symbol,date,close\nAAA,2016-12-30,20\n');
    const ratings = ['StrongBuy', 'Buy', 'Hold', 'Sell', 'StrongSell'].map((rating) => `analystRating${rating}`).join(',');
    write('forecasts.csv', `symbol,forwardPE,analystTargetPrice,${ratings}\nAAA,12,25,10,5,3,1,1\nZZZ,1,1,1,1,1,1,1\n`);
    const row = (await rowsAfter())('AAA');
    expect(row.value('forwardPE')).toBe(12);
    expect(row.value('analystTargetUpside')).toBeCloseTo(0.25, 6);
    expect(row.value('analystRatingScore')).toBeCloseTo(4.1, 6);
    expect(row.value('pegRatio')).toBeNaN();
  });
});

describe('currencies', () => {
  it('divides pence by 100 and converts statements by the rate of the last close', async () => {
    write('securities.csv', 'symbol,country,currency,exchange\nLON,GB,GBX,LSE\nJNB,ZA,ZAc,\nODD,US,XYZ,\n');
    write('prices.csv', 'symbol,date,close,adjClose,volume\nLON,2016-12-30,1250,1200,10\nJNB,2016-12-30,300,,1\n');
    write(
      'statements.csv',
      'symbol,periodEnd,period,currency,totalRevenue,commonStockSharesOutstanding\nLON,2015-12-31,annual,USD,150,3\nJNB,2015-12-31,annual,QQQ,1,1\n',
    );
    write('rates.csv', 'currency,usdRate,date\nGBP,1.5,2016-12-30\nGBP,1.25,2016-12-31\nGBP,9,2017-01-05\nGBP,x,2016-01-01\n');
    const report = await ingest();
    const rows = publishedRows(out);
    const london = rows.get('LON');
    expect(london?.field('currency')).toBe('GBP');
    expect(london?.value('close')).toBe(12.5);
    expect(london?.value('usdRate')).toBe(1.5);
    expect(london?.value('totalRevenue')).toBe(100);
    expect(london?.value('marketCapitalization')).toBe(37.5);
    expect(rows.get('JNB')?.field('currency')).toBe('ZAR');
    expect(rows.get('JNB')?.value('close')).toBe(3);
    expect(rows.get('JNB')?.value('usdRate')).toBeNaN();
    expect(rows.has('ODD')).toBe(false);
    expect(dropped(report, 'statements')).toEqual({ 'no exchange rate from QQQ to ZAR': 1 });
    expect(dropped(report, 'securities')).toEqual({ 'currency XYZ is not among ours': 1 });
    expect(dropped(report, 'rates')).toEqual({ 'later than 2016-12-31': 1, 'usdRate is not above 0': 1 });
  });

  it('adjusts the statistics, not the close', async () => {
    write('securities.csv', SECURITIES);
    const days = ['19', '20', '21', '22', '23', '27'];
    write(
      'prices.csv',
      `symbol,date,close,adjClose\n${days.map((day, index) => `AAA,2016-12-${day},100,${50 + index}`).join('\n')}\n`,
    );
    const row = (await rowsAfter())('AAA');
    expect(row.value('close')).toBe(100);
    expect(row.value('stats.5.rateBack')).toBeCloseTo(1.1, 6);
  });
});

describe('nothing later than --as-of', () => {
  it('is used', async () => {
    write('securities.csv', SECURITIES);
    write('prices.csv', 'symbol,date,close\nAAA,2016-06-30,10\nAAA,2016-07-01,11\n');
    write('statements.csv', 'symbol,periodEnd,period,totalAssets\nAAA,2015-12-31,annual,5\nAAA,2016-12-31,annual,6\n');
    const row = (await rowsAfter('2016-06-30'))('AAA');
    expect([row.value('close'), row.value('totalAssets')]).toEqual([10, 5]);
    const later = (await rowsAfter('2016-12-31'))('AAA');
    expect([later.value('close'), later.value('totalAssets'), later.value('totalAssetsPriorYear')]).toEqual([11, 6, 5]);
    await expect(ingest('2016-02-30')).rejects.toThrow('“2016-02-30” is not an ISO date');
    await expect(ingest('yesterday')).rejects.toThrow('not an ISO date');
  });
});

describe('bad input', () => {
  it('is dropped and counted with a reason and a place', async () => {
    write(
      'securities.csv',
      'symbol,country,type\nAAA,US,etf\nAAA,US,\n,US,\nCCC,XX,\nDDD,,\nEEE,US,Warrant\n../../etc/passwd,US,\n',
    );
    write(
      'statements.csv',
      'symbol,periodEnd,period,totalAssets\nAAA,2015-12-31,annual,1\nAAA,2015-12-31,annual,2\nAAA,31.12.2014,annual,1\nAAA,2013-12-31,monthly,1\nZZZ,2015-12-31,annual,1\nAAA,2014-12-31,annual,None\nAAA,2012-12-31,annual,"1,5"\n',
    );
    write(
      'prices.csv',
      'symbol,date,close,volume\nAAA,2016-12-28,10,1\nAAA,2016-12-29,0,1\nAAA,2016-12-30,11,-1\nAAA,2016-12-30,12,5\nAAA,2017-01-30,13,5\nAAA,someday,13,5\nAAA,2016-12-31,-1,5\n',
    );
    const report = await ingest();
    const rows = publishedRows(out);
    expect([...rows.keys()]).toEqual(['AAA']);
    expect(rows.get('AAA')?.field('type')).toBe('Etf');
    expect(rows.get('AAA')?.field('industry')).toBe('Exchange-Traded Funds');
    expect(rows.get('AAA')?.value('totalAssets')).toBe(2);
    expect(rows.get('AAA')?.value('close')).toBe(12);
    expect(rows.get('AAA')?.value('volume')).toBe(5);
    expect(dropped(report, 'securities')).toEqual({
      'an earlier row has the same symbol': 1,
      'no symbol': 1,
      'country XX is not among ours': 1,
      'no country': 1,
      'type Warrant is neither Equity nor Etf': 1,
      'the symbol has a path in it': 1,
    });
    expect(dropped(report, 'statements')).toEqual({
      'a later row is of the same period': 1,
      'no figure in the row': 2,
      'period is neither annual nor quarter': 1,
      'periodEnd is not an ISO date': 1,
      'symbol is not among the securities': 1,
    });
    expect(dropped(report, 'prices')).toEqual({ 'date is not an ISO date': 1, 'later than 2016-12-31': 1 });
    const lines = report.lines().join('\n');
    expect(lines).toContain('period is neither annual nor quarter (row 4 AAA 2013-12-31)');
    expect(lines).toContain('1 values of totalAssets are not numbers and count as missing, such as “1,5”');
    expect(lines).toContain('2 sessions have no close above 0');
  });

  it('drops a row whose day has more behind it than a time', async () => {
    write('securities.csv', SECURITIES);
    const days = [
      '2016-12-20',
      '2016/12/21',
      '2016-12-22T17:30:00Z',
      '2016-12-23foo',
      '2016-12-291',
      'epoch',
      '12016-12-20',
      '2016-12-28 ',
    ];
    write('prices.csv', `symbol,date,close\n${days.map((day, at) => `AAA,${day},${10 + at}\n`).join('')}`);
    const report = await ingest();
    expect(dropped(report, 'prices')).toEqual({ 'date is not an ISO date': 4 });
    expect(publishedRows(out).get('AAA')?.value('close')).toBe(17);
  });

  it('takes no price in an unknown unit or another currency for one in the currency of the security', async () => {
    const units = ['', 'GBP', 'GBX', 'GBp', 'gbx', 'pence', 'USD'];
    write(
      'securities.csv',
      `symbol,country,currency,priceCurrency\n${units.map((unit, at) => `S${at},GB,GBP,${unit}\n`).join('')}`,
    );
    write('prices.csv', `symbol,date,close\n${units.map((_, at) => `S${at},2016-12-30,2100\n`).join('')}`);
    const report = await ingest();
    const rows = publishedRows(out);
    expect(units.map((_, at) => rows.get(`S${at}`)?.value('close'))).toEqual([2100, 2100, 21, 21, NaN, NaN, NaN]);
    expect(report.lines().join('\n')).toContain(
      "3: the prices are in another currency than the security's, or in an unknown unit: they are not used (S4; S5; S6)",
    );
  });

  it('names fields of securities whose text is none of the values of the catalogue', async () => {
    write(
      'securities.csv',
      'symbol,country,exchange,sector,isAdr,fiscalYearEnd\nAAA,US,NMS,Technology,no,12-31\nBBB,US,MARS,Energie,perhaps,13\n',
    );
    const report = await ingest();
    expect([...report.tables.get('securities')!.doubts.keys()]).toEqual([
      'exchange “MARS” is none of ours',
      'sector “Energie” is none of ours',
      'fiscalYearEnd “13” is none of ours',
      'isAdr “perhaps” is none of ours',
    ]);
  });

  it('takes blanks and placeholders for no day of filing', async () => {
    write('securities.csv', SECURITIES);
    const none = ['', ' ', 'N/A', 'None', '-', '0000-00-00'];
    const rows = none.map((filed, at) => `AAA,${2010 + at}-12-31,annual,${filed},${at + 1}\n`);
    write('statements.csv', `symbol,periodEnd,period,filed,totalAssets\n${rows.join('')}`);
    await ingest();
    expect(publishedRows(out).get('AAA')?.value('totalAssets')).toBe(none.length);
  });

  it('takes 1.234 for a number where no other number has a decimal comma', async () => {
    write('securities.csv', 'symbol;country;marketCapitalization\nAAA;US;1.234\nBBB;US;"1,234"\n');
    await ingest();
    expect(publishedRows(out).get('AAA')?.value('marketCapitalization')).toBe(Math.fround(1.234));
  });

  it.each([
    ['no securities at all', {}, 'has no securities.csv'],
    ['an empty file', { 'securities.csv': '' }, 'securities.csv is empty'],
    ['a header without a required column', { 'securities.csv': 'symbol,name\nA,B\n' }, 'securities.csv has no column country'],
    [
      'a column twice',
      { 'securities.csv': 'symbol,country,Symbol\nA,US,B\n' },
      'securities.csv: the header has the column “Symbol” twice',
    ],
    ['too many cells', { 'securities.csv': 'symbol,country\nA,US\nB,US,3\n' }, /securities\.csv: .*Line: 3/],
    ['too few cells', { 'securities.csv': 'symbol,country,name\nA,US,x\nB\n' }, /securities\.csv: .*Line: 3/],
    ['an open quote', { 'securities.csv': 'symbol,country\nA,"US\n' }, /securities\.csv: /],
    ['bytes that are no text', { 'securities.csv': 'symbol,country\nA\xff,US\n' }, /securities\.csv: /],
    ['no gzip', { 'securities.csv': SECURITIES, 'prices.csv.gz': '!' }, /prices\.csv\.gz/],
    ['no parquet', { 'securities.csv': SECURITIES, 'prices.parquet': 'nonsense' }, /prices\.parquet/],
    [
      'two files of a table',
      { 'securities.csv': SECURITIES, 'securities.parquet': 'x' },
      'securities.csv and securities.parquet',
    ],
    [
      'a day of filing that is no date',
      {
        'securities.csv': SECURITIES,
        'statements.csv':
          'symbol,periodEnd,period,filed,totalAssets\nAAA,2014-12-31,annual,,4\nAAA,2015-12-31,annual,31.03.2016,5\n',
      },
      'statements.csv: row 2: filed has “31.03.2016”, which is not a date such as 2016-12-31',
    ],
    [
      'a rate of no day',
      { 'securities.csv': SECURITIES, 'rates.csv': 'currency,usdRate,date\nEUR,1.1,30.12.2016\n' },
      'rates.csv: row 1: date has “30.12.2016”',
    ],
    [
      'points between thousands',
      {
        'securities.csv': SECURITIES,
        'statements.csv':
          'symbol;periodEnd;period;totalAssets;netIncome\nAAA;2014-12-31;annual;950.000;7\nAAA;2015-12-31;annual;1.200.000;8\n',
      },
      'statements.csv: row 1: totalAssets has “950.000”, and row 2: totalAssets “1.200.000”: write numbers with a decimal point',
    ],
    [
      'decimal commas beside points',
      {
        'securities.csv': SECURITIES,
        'prices.csv': 'symbol;date;close;volume\nAAA;2016-12-29;12,5;1.500\nAAA;2016-12-30;13;2.000\n',
      },
      'prices.csv: row 1: volume has “1.500”, and row 1: close “12,5”: write numbers with a decimal point',
    ],
    ['only what is dropped', { 'securities.csv': 'symbol,country\nA,XX\n' }, 'no securities remain'],
    ['a mapping that is not valid JSON', { 'securities.csv': SECURITIES, 'mapping.json': '{' }, 'mapping.json: '],
    [
      'a mapping to nothing',
      { 'securities.csv': SECURITIES, 'mapping.json': '{"prices":{"a":"b"}}' },
      'mapping.json: prices: a: “b” is not a column of prices',
    ],
    [
      'a mapping out of the folder',
      { 'securities.csv': SECURITIES, 'mapping.json': '{"files":{"prices":"../x.csv"}}' },
      'is outside',
    ],
    [
      'a mapped file that is missing',
      { 'securities.csv': SECURITIES, 'mapping.json': '{"files":{"prices":"p.csv"}}' },
      'p.csv, which the mapping names',
    ],
    [
      'a formula that can’t be read',
      { 'securities.csv': SECURITIES, 'mapping.json': '{"formulas":{"prices":{"close":"1 +"}}}' },
      'mapping.json: formulas: prices: close: ',
    ],
    ['an unknown key', { 'securities.csv': SECURITIES, 'mapping.json': '{"price":{}}' }, 'mapping.json: “price” is none of'],
  ])('stops with a clear error at %s', async (_, files, message) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(from, name), text, 'latin1');
    await expect(ingest()).rejects.toThrow(message);
    expect(existsSync(join(out, 'manifest.json'))).toBe(false);
  });

  it('leaves the published data as they are', async () => {
    write('securities.csv', SECURITIES);
    await ingest();
    const before = readdirSync(out, { recursive: true }).sort();
    write('prices.csv', 'symbol,date,close\nAAA,2016-12-30,1\nAAA,2016-12-30\n');
    await expect(ingest()).rejects.toThrow('prices.csv: ');
    expect(readdirSync(out, { recursive: true }).sort()).toEqual(before);
    expect(publishedRows(out).size).toBe(2);
  });

  it('finds a folder whose name looks like a pattern', async () => {
    from = join(scratch, "it's [1]*?");
    mkdirSync(from);
    write('securities.csv', SECURITIES);
    expect((await rowsAfter())('AAA').field('exchange')).toBe('NASDAQ');
    expect((await rowsAfter())('BBB').field('sector')).toBe('Materials');
  });
});
