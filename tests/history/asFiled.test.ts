import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openHistoryAt } from '../../src/commands/publishedHistory.ts';
import { figureAt } from '../../src/ingest/figures/period.ts';
import { dayOfIso, isoDay } from '../../src/ingest/formats/day.ts';
import { entriesOf } from '../../src/ingest/formats/zip.ts';
import { buildHistory } from '../../src/ingest/history/buildHistory.ts';
import { LAGS } from '../../src/ingest/history/filedPeriods.ts';
import { filedRows } from '../../src/ingest/history/secFilings.ts';
import { Report } from '../../src/ingest/report/report.ts';
import { readCompanyFacts } from '../../src/ingest/sources/sec/companyfacts.ts';
import { beside } from '../support/beside.ts';
import { type TableRow, writeTable } from './folder.ts';

const FILED = beside('pit-fundamentals');

const scratch = mkdtempSync(join(tmpdir(), 'panscreen-as-filed-'));
afterAll(() => rmSync(scratch, { recursive: true }));

interface Filed {
  readonly ticker: string;
  readonly concept: string;
  readonly end: string;
  readonly filed: string;
  readonly original: number;
  readonly latest: number;
}

const COLUMNS: Readonly<Record<string, string>> = {
  Revenue: 'totalRevenue',
  NetIncome: 'netIncome',
  Assets: 'totalAssets',
  StockholdersEquity: 'totalShareholderEquity',
  OperatingCashFlow: 'operatingCashflow',
  EPSDiluted: 'dilutedEPSTTM',
  DilutedShares: 'weightedAverageSharesDiluted',
};

function filedFigures(): Filed[] {
  const [header = '', ...lines] = readFileSync(join(FILED.path, 'history.csv'), 'utf8').trim().split(/\r?\n/);
  const names = header.split(',');
  return lines.flatMap((line) => {
    const row = Object.fromEntries(line.split(',').map((cell, at) => [names[at]!, cell]));
    if (row.filed_reliable !== 'True') return [];
    const [original, latest] = [Number(row.original_value), Number(row.latest_value)];
    return [{ ticker: row.ticker!, concept: row.concept!, end: row.period_end!, filed: row.first_filed!, original, latest }];
  });
}

describe.skipIf(!FILED.isThere)('figures as they were first filed', () => {
  it("are Apple's on the day after each filing, from its own facts", async () => {
    const found = new Map<string, { filed: number; values: Float64Array }[]>();
    for await (const entry of entriesOf(beside('sec/companyfacts.zip').path, 1e9)) {
      const { cik, facts } = readCompanyFacts((await entry.read()).toString('utf8'));
      if (cik !== 320_193) continue;
      for (const { row } of filedRows(facts)) {
        if (row.kind !== 'annual') continue;
        const key = isoDay(row.day);
        found.set(key, [...(found.get(key) ?? []), { filed: row.filed, values: row.values }]);
      }
    }
    let agreeing = 0;
    const differing: string[] = [];
    for (const { ticker, concept, end, filed, original } of filedFigures()) {
      const versions = found.get(end);
      if (ticker !== 'AAPL' || !versions) continue;
      const version = versions.findLast((each) => each.filed <= dayOfIso(filed));
      const value = version ? figureAt(version.values, COLUMNS[concept]!) : Number.NaN;
      if (Math.abs(value - original) <= 1e-9 * Math.abs(original)) agreeing++;
      else differing.push(`${end} ${concept}: ${value}, filed ${original} on ${filed}`);
    }
    expect(differing).toEqual([]);
    expect(agreeing).toBeGreaterThan(80);
  });

  it('are those of 17 companies at every month until something else was filed', async () => {
    const figures = filedFigures();
    const folder = join(scratch, 'tables');
    const tickers = [...new Set(figures.map(({ ticker }) => ticker))];
    const later = 400;
    writeTable(
      folder,
      'securities',
      tickers.map((ticker) => ({ id: ticker, symbol: ticker, country: 'US', currency: 'USD' })),
    );
    writeTable(folder, 'actions', [], ['id', 'date', 'kind', 'value']);
    const rowOf = ({ ticker, concept, end }: Filed, filed: string, value: number): TableRow => ({
      id: ticker,
      period: 'annual',
      periodEnd: end,
      filed,
      [COLUMNS[concept]!]: value,
    });
    writeTable(
      folder,
      'statements',
      figures.flatMap((each) => [
        rowOf(each, each.filed, each.original),
        ...(each.latest === each.original ? [] : [rowOf(each, isoDay(dayOfIso(each.filed) + later), each.latest)]),
      ]),
    );
    const prices: TableRow[] = [];
    for (let day = dayOfIso('2010-01-01'); day <= dayOfIso('2025-12-31'); day += 7)
      for (const ticker of tickers) prices.push({ id: ticker, date: isoDay(day), close: 10 });
    writeTable(folder, 'prices', prices);
    const out = join(scratch, 'history');
    await buildHistory({
      folders: [{ path: folder }],
      out,
      since: dayOfIso('2010-01-01'),
      until: Number.POSITIVE_INFINITY,
      every: 'month',
      lags: LAGS,
      rates: [],
      work: scratch,
      report: new Report(),
      progress: () => {},
    });
    const history = await openHistoryAt(out);
    let count = 0;
    for (const [place, date] of history.dates.entries()) {
      const known = figures.filter(({ filed }) => filed < date);
      const newest = new Map<string, string>();
      for (const { ticker, end } of known) if (end > (newest.get(ticker) ?? '')) newest.set(ticker, end);
      await history.ask(place, (table) => {
        const ids = table.text('id')!;
        const rows = new Map(Array.from(table.rows, (row) => [ids.labels[ids.codes[row]!]!, row]));
        for (const { ticker, concept, end, filed, original, latest } of known) {
          if (newest.get(ticker) !== end) continue;
          const isRestated = isoDay(dayOfIso(filed) + later) < date;
          const value = table.numbers(COLUMNS[concept]!)![rows.get(ticker)!]!;
          expect(value, `${date} ${ticker} ${concept} of ${end}`).toBe(Math.fround(isRestated ? latest : original));
          count++;
        }
      });
    }
    expect(count).toBeGreaterThan(10_000);
  });
});
