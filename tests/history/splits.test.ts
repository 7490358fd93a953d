/** Splits in fails-to-deliver files, which no row announces: the returns of a history include neither a loss nor a gain from them. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { dayOfIso } from '../../src/ingest/formats/day.ts';
import { buildHistory } from '../../src/ingest/history/buildHistory.ts';
import { LAGS } from '../../src/ingest/history/filedPeriods.ts';
import { historyFolders } from '../../src/ingest/history/sources.ts';
import { Report } from '../../src/ingest/report/report.ts';
import { FAILS_HEADER } from '../../src/ingest/sources/fails/rows.ts';
import { readHistory } from '../../src/wire/history.ts';
import { decodeGrowth, readMarketHead } from '../../src/wire/marketBlock.ts';
import { closesIn } from '../fetch/market.ts';
import { companyFacts, fact } from '../ingest/sources/sec/facts.ts';
import { beside } from '../support/beside.ts';

const FAILS = beside('fails');
const scratch = mkdtempSync(join(tmpdir(), 'panscreen-history-splits-'));
afterAll(() => rmSync(scratch, { recursive: true }));

interface Return {
  /** Growth of a dollar since the previous close, as shown. */
  readonly growth: number;
  /** Growth by quoted prices, where nothing confirms the split. */
  readonly quoted: number | null;
}

/** Returns of the only security of two folders, by session. */
async function returnsOf(name: string, sec: string, fails: string): Promise<Map<string, Return>> {
  const [out, work, report] = [join(scratch, name, 'out'), join(scratch, name, 'work'), new Report()];
  const from = [
    { source: 'sec', path: sec },
    { source: 'fails', path: fails },
  ] as const;
  const made = await historyFolders(from, { mapping: undefined, work, report, progress: () => {} });
  const until = Number.POSITIVE_INFINITY;
  const kind = { since: dayOfIso('2020-01-01'), until, every: 'month', lags: LAGS, rates: [] } as const;
  await buildHistory({ folders: made.folders, out, work, report, progress: () => {}, ...kind });
  await made.remove();
  const returns = new Map<string, Return>();
  const file = (path: string): Buffer => readFileSync(join(out, 'files', path));
  for (const { head, growth } of readHistory(readFileSync(join(out, 'history.json'), 'utf8')).market ?? []) {
    const { ids, sessions, quoted } = readMarketHead(file(head.file).toString());
    expect(ids).toHaveLength(1);
    for (const [at, value] of decodeGrowth(file(growth.file), sessions.length).entries()) {
      const other = quoted.find(([place]) => place === at)?.[2] ?? null;
      const day = new Date(sessions[at]! * 86_400_000).toISOString().slice(0, 10);
      if (!Number.isNaN(value)) returns.set(day, { growth: value, quoted: other });
    }
  }
  return returns;
}

it.skipIf(!FAILS.isThere)(
  'Apple’s of August 2020, 516.16 to 134.18, is a gain of 4 %, and certain when its filings are there',
  async () => {
    const fails = join(scratch, 'apple-fails');
    mkdirSync(fails);
    for (const name of readdirSync(FAILS.path)) {
      const [header, ...lines] = (await closesIn(join(FAILS.path, name))).split(/\r?\n/);
      const own = lines.filter((line) => line.split('|', 3)[2] === 'AAPL');
      writeFileSync(join(fails, name.replace('.zip', '.txt')), `${[header, ...own].join('\r\n')}\r\n`);
    }
    const early = await returnsOf('apple-early', beside('sec').path, fails);
    expect(early.get('2020-09-01')).toEqual({
      growth: expect.closeTo((4 * 134.18) / 516.16, 9),
      quoted: expect.closeTo(134.18 / 516.16, 9),
    });
    // The year's report, of 2020-10-30, is in new shares.
    const row = '20201103|037833100|AAPL|100|APPLE INC|108.77';
    writeFileSync(join(fails, 'cnsfails202011a.txt'), `${FAILS_HEADER}\r\n${row}\r\n`);
    const late = await returnsOf('apple-late', beside('sec').path, fails);
    expect(late.get('2020-09-01')).toEqual({ growth: expect.closeTo((4 * 134.18) / 516.16, 9), quoted: null });
    for (const returns of [early, late])
      expect([...returns.values()].filter(({ growth }) => growth < 0.85 || growth > 1.18)).toEqual([]);
    expect(early.size).toBeGreaterThan(60);
  },
);

it('Chesapeake’s of April 2020, 0.18 to 17.77 at a new CUSIP, is no gain of 98 times', async () => {
  const facts = [
    'Assets 2019-12-31 16193 USD 2020-02-27 10-K',
    'NetIncomeLoss 2019-01-01..2019-12-31 -308 USD 2020-02-27 10-K',
    'CommonStockSharesOutstanding 2019-12-31 1957600000 shares 2020-02-27 10-K',
    'Assets 2020-03-31 8000 USD 2020-05-11 10-Q',
    'NetIncomeLoss 2020-01-01..2020-03-31 -8297 USD 2020-05-11 10-Q',
    'CommonStockSharesOutstanding 2020-03-31 9780000 shares 2020-05-11 10-Q',
  ].map(fact);
  const [sec, fails] = [join(scratch, 'chk-sec'), join(scratch, 'chk-fails')];
  for (const folder of [sec, fails]) mkdirSync(folder);
  writeFileSync(join(sec, 'CIK0000895126.json'), JSON.stringify(companyFacts(895126, 'Chesapeake Energy Corp', facts)));
  writeFileSync(
    join(sec, 'company_tickers.json'),
    JSON.stringify({ 0: { cik_str: 895126, ticker: 'CHK', title: 'Chesapeake' } }),
  );
  const row = (day: string, cusip: string, close: string): string => `${day}|${cusip}|CHK|100|CHESAPEAKE ENERGY CORP|${close}`;
  const rows = [
    ...['20200331', '20200401', '20200409', '20200413', '20200414', '20200415'].map((day) => row(day, '165167107', '0.18')),
    ...['20200416', '20200417', '20200420', '20200430', '20200504'].map((day) => row(day, '165167735', '17.77')),
  ];
  writeFileSync(join(fails, 'cnsfails202004b.txt'), `${[FAILS_HEADER, ...rows].join('\r\n')}\r\n`);
  const returns = [...(await returnsOf('chk', sec, fails)).values()];
  expect(returns.filter(({ growth }) => growth > 1.2 || growth < 0.4)).toEqual([]);
  // The ratio of the closes is not that of the shares, 200 to 1, since the price halved as well: the quoted jump is reported next to it.
  expect(returns.map(({ quoted }) => quoted).filter((quoted) => quoted !== null)).toEqual([expect.closeTo(17.77 / 0.18, 6)]);
});

/** A company whose close halves on 15 June 2020, with the share counts of the balance sheets before and after. */
async function halved(name: string, [before, behind]: readonly [number, number]): Promise<Return> {
  const facts = [
    'Assets 2020-03-31 500 USD 2020-05-11 10-Q',
    'NetIncomeLoss 2020-01-01..2020-03-31 20 USD 2020-05-11 10-Q',
    `CommonStockSharesOutstanding 2020-03-31 ${before} shares 2020-05-11 10-Q`,
    'Assets 2020-06-30 480 USD 2020-08-10 10-Q',
    'NetIncomeLoss 2020-04-01..2020-06-30 -20 USD 2020-08-10 10-Q',
    `CommonStockSharesOutstanding 2020-06-30 ${behind} shares 2020-08-10 10-Q`,
  ].map(fact);
  const [sec, fails] = [join(scratch, `${name}-sec`), join(scratch, `${name}-fails`)];
  for (const folder of [sec, fails]) mkdirSync(folder);
  writeFileSync(join(sec, 'CIK0000000077.json'), JSON.stringify(companyFacts(77, 'Halved Corp', facts)));
  writeFileSync(join(sec, 'company_tickers.json'), JSON.stringify({ 0: { cik_str: 77, ticker: 'HLV', title: 'Halved' } }));
  const row = (day: string, close: string): string => `${day}|400000001|HLV|100|HALVED CORP|${close}`;
  const rows = [
    ...['20200529', '20200601', '20200611', '20200612', '20200615'].map((day) => row(day, '40.00')),
    ...['20200616', '20200617', '20200618', '20200630', '20200701', '20200731', '20200803', '20200831', '20200901'].map((day) =>
      row(day, '20.00'),
    ),
  ];
  writeFileSync(join(fails, 'cnsfails202006b.txt'), `${[FAILS_HEADER, ...rows].join('\r\n')}\r\n`);
  return (await returnsOf(name, sec, fails)).get('2020-06-15')!;
}

it('a close that halves is a loss where the next balance sheet has the shares of the one before, and a split where it has twice as many', async () => {
  expect(await halved('fallen', [10e6, 10.1e6])).toEqual({ growth: 0.5, quoted: null });
  expect(await halved('split', [10e6, 20e6])).toEqual({ growth: 1, quoted: null });
});
