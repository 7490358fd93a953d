import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openHistoryAt } from '../../src/commands/publishedHistory.ts';
import { dayOfIso } from '../../src/ingest/formats/day.ts';
import { buildHistory } from '../../src/ingest/history/buildHistory.ts';
import { LAGS } from '../../src/ingest/history/filedPeriods.ts';
import { type HistorySource, historyFolders } from '../../src/ingest/history/sources.ts';
import { Report } from '../../src/ingest/report/report.ts';
import { FAILS_HEADER } from '../../src/ingest/sources/fails/rows.ts';
import { companyFacts, fact } from '../ingest/sources/sec/facts.ts';

const scratch = mkdtempSync(join(tmpdir(), 'panscreen-history-sources-'));
afterAll(() => rmSync(scratch, { recursive: true }));

function folderOf(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(scratch, name);
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}

/** A half-month of rows `SETTLEMENT DATE|CUSIP|SYMBOL|DESCRIPTION|PRICE`. */
function fails(rows: readonly string[]): string {
  const lines = rows.map((row) => {
    const [date, cusip, symbol, description, price] = row.split('|');
    return [date, cusip, symbol, '100', description, price].join('|');
  });
  return `${[FAILS_HEADER, ...lines, `Trailer record count ${rows.length}`, 'Trailer total quantity of shares 1'].join('\r\n')}\r\n`;
}

async function historyOf(
  name: string,
  from: readonly { source: HistorySource; path: string }[],
  since: string,
  report = new Report(),
) {
  const out = join(scratch, `${name}-out`);
  const work = join(scratch, `${name}-work`);
  const made = await historyFolders(from, { mapping: undefined, work, report, progress: () => {} });
  await buildHistory({
    folders: made.folders,
    out,
    since: dayOfIso(since),
    until: Number.POSITIVE_INFINITY,
    every: 'month',
    lags: LAGS,
    rates: [],
    work,
    report,
    progress: () => {},
  });
  await made.remove();
  return openHistoryAt(out);
}

/** Symbol → close and further columns of the rows of a date. */
async function rowsAt(history: Awaited<ReturnType<typeof historyOf>>, date: string, columns: readonly string[]) {
  return history.ask(history.placeOf(date), (table) => {
    const text = (id: string, row: number): string => {
      const column = table.text(id);
      return column?.labels[column.codes[row]!] ?? '';
    };
    const cell = (id: string, row: number): string | number | null => {
      const values = table.numbers(id);
      const value = values?.[row] ?? Number.NaN;
      return values ? (Number.isNaN(value) ? null : value) : text(id, row);
    };
    return Object.fromEntries(Array.from(table.rows, (row) => [text('symbol', row), columns.map((id) => cell(id, row))]));
  });
}

const DEAD = '111111111';
const HEIR = '222222222';
const SPLIT_BEFORE = '333333333';
const SPLIT_AFTER = '333333444';

describe('a history of fails-to-deliver files', () => {
  it('knows each symbol’s security and days, and continues over a new CUSIP', async () => {
    const path = folderOf('fails', {
      'cnsfails202006b.txt': fails([
        `20200629|${DEAD}|XYZ|OLD MINES INC|5.50`,
        `20200629|${SPLIT_BEFORE}|SPL|SPLITTER CORP|0.50`,
        '20200630|444444444|AAA|ALPHA INC|10.00',
        '20200701|444444444|AAA|ALPHA INC|11.00',
      ]),
      'cnsfails202008b.txt': fails([
        `20200828|${SPLIT_AFTER}|SPL|SPLITTER CORP NEW|10.00`,
        '20200831|444444444|AAA|ALPHA INC|12.00',
        '20200901|444444444|AAA|ALPHA INC|13.00',
      ]),
      'cnsfails202009b.txt': fails([
        `20200929|${HEIR}|XYZ|NEW BANK CORP|80.00`,
        '20200930|444444444|ALF|ALPHA INC|14.00',
        '20201001|444444444|ALF|ALPHA INC|.',
        '20201001|444444444|ALF|ALPHA INC|15.00',
      ]),
    });
    const history = await historyOf('fails', [{ source: 'fails', path }], '2020-06-01');
    expect(history.dates).toEqual(['2020-06-30', '2020-08-31', '2020-09-30']);
    const columns = ['id', 'close'];
    expect(await rowsAt(history, '2020-06-30', columns)).toEqual({
      AAA: ['444444444', 11],
      SPL: [SPLIT_BEFORE, 0.5],
      XYZ: [DEAD, 5.5],
    });
    // The last trace of the first XYZ is older than 60 days; SPL has another CUSIP and is the same.
    expect(await rowsAt(history, '2020-08-31', columns)).toEqual({ AAA: ['444444444', 13], SPL: [SPLIT_BEFORE, 10] });
    expect(await rowsAt(history, '2020-09-30', columns)).toEqual({
      ALF: ['444444444', 15],
      // Within five sessions of any security.
      SPL: [SPLIT_BEFORE, 10],
      XYZ: [HEIR, null],
    });
  });
});

describe('a history of the SEC’s files with fails-to-deliver files', () => {
  it('has each figure from the day after its filing, with the accession, and caches companies', async () => {
    const facts = [
      'NetIncomeLoss 2018-01-01..2018-12-31 100 USD 2019-02-20 10-K',
      'Assets 2018-12-31 900 USD 2019-02-20 10-K',
      'StockholdersEquity 2018-12-31 400 USD 2019-02-20 10-K',
      'NetIncomeLoss 2018-01-01..2018-12-31 80 USD 2019-05-31 10-K/A',
      'NetIncomeLoss 2019-01-01..2019-12-31 120 USD 2020-02-21 10-K',
      'Assets 2019-12-31 950 USD 2020-02-21 10-K',
    ].map(fact);
    const sec = folderOf('sec', {
      'CIK0000000007.json': JSON.stringify(companyFacts(7, 'Alpha Inc.', facts)),
      'company_tickers.json': JSON.stringify({ 0: { cik_str: 7, ticker: 'ALF', title: 'Alpha Inc.' } }),
    });
    const days = ['20190301', '20190501', '20190531', '20190603', '20190701', '20200302'];
    const path = folderOf('fails-beside', {
      // The ticker of today is that of the last row.
      'cnsfails201903a.txt': fails(days.map((day, at) => `${day}|444444444|${at < 5 ? 'AAA' : 'ALF'}|ALPHA INC|${10 + at}`)),
    });
    const history = await historyOf(
      'sec',
      [
        { source: 'sec', path: sec },
        { source: 'fails', path },
      ],
      '2019-02-01',
    );
    const columns = ['netIncome', 'totalAssets', 'accession', 'close'];
    expect(await rowsAt(history, '2019-04-30', columns)).toEqual({ AAA: [100, 900, '0000000001-2019-02-20-10-K', 11] });
    // Filed on the day of the snapshot: not public at its close.
    expect(await rowsAt(history, '2019-05-31', columns)).toEqual({ AAA: [100, 900, '0000000001-2019-02-20-10-K', 13] });
    expect(await rowsAt(history, '2019-06-28', columns)).toEqual({ AAA: [80, 900, '0000000001-2019-05-31-10-K/A', 14] });
    expect(await rowsAt(history, '2020-02-28', columns)).toEqual({ ALF: [120, 950, '0000000001-2020-02-21-10-K', 15] });
    const [part] = readdirSync(join(scratch, 'sec-work', 'sec-filings'));
    expect(readFileSync(join(scratch, 'sec-work', 'sec-filings', part!), 'utf8').split('\n').length).toBeGreaterThan(3);
  });
});

describe('an impossible filing day', () => {
  it('before the end of its period, or right after it, counts as missing, and is reported', async () => {
    const month = (at: number): string => new Date(Date.UTC(2020, at + 1, 0)).toISOString().slice(0, 10);
    const tables = folderOf('early', {
      'securities.csv': 'symbol,country,currency\nA,US,USD\nB,US,USD\nC,US,USD\n',
      'prices.csv': `symbol,date,close\n${['A', 'B', 'C'].flatMap((symbol) => Array.from({ length: 6 }, (_, at) => `${symbol},${month(at)},10`)).join('\n')}\n`,
      'statements.csv':
        'symbol,periodEnd,period,filed,totalAssets\nA,2019-12-31,annual,2019-12-20,1\nB,2019-12-31,annual,2020-01-02,2\nC,2019-12-31,annual,2020-01-03,3\n',
    });
    const report = new Report();
    const history = await historyOf('early', [{ source: 'tables', path: tables }], '2020-01-01', report);
    expect(await rowsAt(history, '2020-02-28', ['totalAssets'])).toEqual({ A: [null], B: [null], C: [3] });
    expect(await rowsAt(history, '2020-04-30', ['totalAssets'])).toEqual({ A: [1], B: [2], C: [3] });
    const { coverage, dates } = history.manifest.blocks[0]!;
    expect(coverage[dates.indexOf(history.dates[history.placeOf('2020-04-30')]!)]).toMatchObject({
      withStatements: 3,
      guessed: 2,
    });
    const [finding, { count, examples }] = [...report.tables.get('statements')!.doubts][0]!;
    expect(finding).toContain('filed before the period ends, or less than 3 days after it');
    expect(count).toBe(2);
    expect(examples[0]).toMatch(/^A 2019-12-31, filed 2019-12-20$/);
  });
});

describe('a history of own tables', () => {
  const days = ['2020-01-29', '2020-01-30', '2020-01-31', '2020-02-03', '2020-02-27', '2020-02-28', '2020-03-02'];
  const tables = {
    'securities.csv': 'symbol,country,currency,priceCurrency\nAAA,GB,GBP,GBX\nBBB,GB,GBP,gbx\n',
    'prices.csv': `symbol,date,close\n${days.map((day) => `AAA,${day},2100\nBBB,${day},2100\n`).join('')}`,
  };

  it('uses no prices in an unknown unit', async () => {
    const report = new Report();
    const from = [{ source: 'tables' as const, path: folderOf('units', tables) }];
    const history = await historyOf('units', from, '2020-02-01', report);
    expect(await rowsAt(history, '2020-02-28', ['close'])).toEqual({ AAA: [21] });
    expect([...report.tables.get('prices')!.doubts.values()]).toEqual([{ count: 1, examples: ['BBB'] }]);
  });

  it.each([
    [
      'statements.csv',
      'symbol,period,periodEnd,filed,totalAssets\nAAA,annual,2019-06-30,30.09.2019,5\n',
      'statements.csv: row 1: filed has “30.09.2019”',
    ],
    ['prices.csv', `symbol;date;close\nAAA;${days[0]};1.500\nAAA;${days[1]};1.499,5\n`, 'prices.csv: row 1: close has “1.500”'],
  ])('stops at a cell of %s that would be misread', async (file, text, message) => {
    const name = `misread-${file}`;
    const from = [{ source: 'tables' as const, path: folderOf(name, { ...tables, [file]: text }) }];
    await expect(historyOf(name, from, '2020-02-01')).rejects.toThrow(message);
  });
});
