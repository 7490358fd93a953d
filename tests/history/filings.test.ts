import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openHistoryAt } from '../../src/commands/publishedHistory.ts';
import { demoHistory } from '../../src/demo/history.ts';
import type { History } from '../../src/engine/history/history.ts';
import { IS_FLOW, statementPosition } from '../../src/ingest/figures/period.ts';
import { dayOfIso, isoDay } from '../../src/ingest/formats/day.ts';
import { buildHistory, publishHistory } from '../../src/ingest/history/buildHistory.ts';
import { LAGS } from '../../src/ingest/history/filedPeriods.ts';
import { historyFolders } from '../../src/ingest/history/sources.ts';
import { Report } from '../../src/ingest/report/report.ts';
import { type FiledFigures, filingsBehind, readFilings } from '../../src/wire/filings.ts';
import { readBlockColumns } from '../../src/wire/history.ts';
import { beside } from '../support/beside.ts';
import { demoTables } from './demoTables.ts';
import { writeTable } from './folder.ts';

const scratch = mkdtempSync(join(tmpdir(), 'panscreen-filings-'));
afterAll(() => rmSync(scratch, { recursive: true }), 60_000);

const OPTIONS = { securities: 150, months: 30, seed: 5, asOfDay: dayOfIso('2020-12-31') };
const LINES = [
  'totalRevenue',
  'netIncome',
  'operatingIncome',
  'totalAssets',
  'cash',
  'totalAssetsPriorYear',
  'netIncomePriorYear',
];

/** The sum of filings' figures: the year and the later quarters, less those quarters of the previous year; otherwise the newest. */
function summed(found: readonly FiledFigures[], line: string, amountOf: (filed: FiledFigures) => number): number {
  const base = line.replace('PriorYear', '');
  const years = found.filter(({ kind }) => kind === 'annual');
  const quarters = found.filter(({ kind }) => kind === 'quarter').sort((a, b) => (a.periodEnd < b.periodEnd ? -1 : 1));
  const sum = (parts: readonly FiledFigures[]): number => parts.reduce((total, part) => total + amountOf(part), 0);
  if (!IS_FLOW[statementPosition(base)] || years.length === 0) return sum(found);
  const end = years[0]!.periodEnd;
  const after = quarters.filter(({ periodEnd }) => periodEnd > end);
  const of = quarters.filter(({ periodEnd }) => periodEnd < end);
  return amountOf(years[0]!) + sum(after) - sum(of.slice(0, after.length));
}

describe('the filings behind a number', () => {
  it('add up to the number, and were all public before the snapshot', async () => {
    const out = join(scratch, 'demo');
    await publishHistory(
      {
        out,
        since: dayOfIso('2018-11-01'),
        until: Number.POSITIVE_INFINITY,
        every: 'month',
        report: new Report(),
        progress: () => {},
      },
      async () => demoHistory(OPTIONS),
    );
    const filed = new Map<string, number>();
    const [unfiled, split] = [new Set<string>(), new Set<string>()];
    const tables = demoTables(OPTIONS);
    for (const row of tables.statements)
      for (const line of ['totalRevenue', 'netIncome', 'operatingIncome', 'totalAssets', 'cash'])
        if (row[line] !== undefined) {
          filed.set(`${row.id} ${row.periodEnd} ${row.period} ${row.accession} ${line}`, Number(row[line]));
          if (row.accession === '') unfiled.add(String(row.id));
        }
    for (const { id, kind } of tables.actions) if (kind === 'split') split.add(String(id));
    const history = await openHistoryAt(out);
    let [checked, several, guessed, restated] = [0, 0, 0, 0];
    for (const [place, date] of history.dates.entries()) {
      if (place % 5 !== 0) continue;
      const numbers = await history.ask(place, (table) => {
        const ids = table.text('id')!;
        return Array.from(table.rows, (row) => ({
          row,
          id: ids.labels[ids.codes[row]!]!,
          values: LINES.map((line) => table.numbers(line)![row]!),
        }));
      });
      for (const { row, id, values } of numbers.filter((_, at) => at % 3 === 0))
        for (const [at, line] of LINES.entries()) {
          if (Number.isNaN(values[at])) continue;
          const found = await history.filings(place, row, line);
          expect(found.length, `${date} ${id} ${line}`).toBeGreaterThan(0);
          for (const each of found) expect(each.filed < date, `${date} ${id} ${line}`).toBe(true);
          const base = line.replace('PriorYear', '');
          const total = summed(
            found,
            line,
            ({ periodEnd, kind, accession }) => filed.get(`${id} ${periodEnd} ${kind} ${accession} ${base}`)!,
          );
          expect(Math.fround(total), `${date} ${id} ${line}: ${JSON.stringify(found)}`).toBe(values[at]);
          checked++;
          several += Number(found.length > 1);
          guessed += Number(found.some(({ isGuessed }) => isGuessed));
          restated += Number(found.some(({ filed: day, periodEnd }) => dayOfIso(day) - dayOfIso(periodEnd) > 120));
        }
    }
    expect(Math.min(checked, several, guessed, restated)).toBeGreaterThan(0);
    expect(checked).toBeGreaterThan(1000);
  });

  it('are none if a history has no such files, or invalid ones', async () => {
    const columns = { numbers: {}, texts: {} };
    expect(readBlockColumns(JSON.stringify(columns))).toEqual(columns);
    expect(() => readBlockColumns(JSON.stringify({ ...columns, filings: { securities: 0, files: [] } }))).toThrow(
      'the filings of a block name no files',
    );
    expect(() => readFilings('[]')).toThrow('has no lines and securities');
    expect(() => readFilings('<html>')).toThrow('is not valid JSON');
    const file = readFilings('{"lines":{"netIncome":["flows",3]},"securities":{}}');
    expect(filingsBehind(file, 'A', 0, '2020-01-01', 'netIncome')).toEqual([]);
    expect(filingsBehind(file, 'constructor', 0, '2020-01-01', 'toString')).toEqual([]);
  });
});

const SEC = beside('sec');

describe.skipIf(!SEC.isThere)("Apple's filings", () => {
  let apple: History;
  const accessions = async (date: string, line: string): Promise<string[]> => {
    const place = apple.placeOf(date);
    const row = await apple.ask(place, (table) => {
      const symbols = table.text('symbol')!;
      return table.rows.find((each) => symbols.labels[symbols.codes[each]!] === 'AAPL')!;
    });
    return (await apple.filings(place, row, line)).map(({ accession, filed }) => `${accession} ${filed}`);
  };

  it('are those that EDGAR lists: of the year, of the quarters, and of what later filings restated', async () => {
    const prices = join(scratch, 'prices');
    const days = Array.from({ length: 1200 }, (_, at) => dayOfIso('2012-09-03') + at).filter((day) => (day + 3) % 7 < 5);
    writeTable(prices, 'securities', [{ symbol: 'AAPL', name: 'Apple', country: 'US', currency: 'USD', type: 'Equity' }]);
    writeTable(
      prices,
      'prices',
      days.map((day) => ({ symbol: 'AAPL', date: isoDay(day), close: 100 })),
    );
    const [work, out, report] = [join(scratch, 'work'), join(scratch, 'apple'), new Report()];
    const progress = (): void => {};
    const from = [
      { source: 'sec' as const, path: SEC.path },
      { source: 'tables' as const, path: prices },
    ];
    const made = await historyFolders(from, { mapping: undefined, work, report, progress });
    await buildHistory({
      ...{
        folders: made.folders,
        out,
        until: Number.POSITIVE_INFINITY,
        every: 'month',
        lags: LAGS,
        rates: [],
        work,
        report,
        progress,
      },
      since: dayOfIso('2012-10-01'),
    });
    await made.remove();
    apple = await openHistoryAt(out);
    // As listed on EDGAR: the 10-K of 2015, of 2014, and the 10-Q of July 2015.
    const year = ['0001193125-15-356351 2015-10-28'];
    expect(await accessions('2015-10-30', 'netIncome')).toEqual(year);
    expect(await accessions('2015-10-30', 'totalAssets')).toEqual(year);
    expect(await accessions('2015-10-30', 'totalAssetsPriorYear')).toEqual(['0001193125-14-383437 2014-10-27']);
    expect(await accessions('2015-09-30', 'netIncome')).toEqual(['0001193125-15-259935 2015-07-22']);
    expect(await accessions('2015-09-30', 'close')).toEqual([]);
  });
});
