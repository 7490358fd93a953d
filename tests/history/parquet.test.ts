import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { history } from '../../src/commands/history.ts';
import { writeHistoryParquet } from '../../src/commands/historyParquet.ts';
import { openHistoryAt } from '../../src/commands/publishedHistory.ts';
import { demoHistory } from '../../src/demo/history.ts';
import { isTextColumn } from '../../src/engine/table/table.ts';
import { dayOfIso } from '../../src/ingest/formats/day.ts';
import { Database, quoteText } from '../../src/ingest/formats/duckdb.ts';
import { publishHistory } from '../../src/ingest/history/buildHistory.ts';
import { Report } from '../../src/ingest/report/report.ts';
import { captured } from '../commands/captured.ts';
import { demoTables, writeTables } from './demoTables.ts';

const OPTIONS = { securities: 60, months: 26, seed: 6, asOfDay: dayOfIso('2020-12-31') };
const SINCE = dayOfIso('2018-11-01');
const scratch = mkdtempSync(join(tmpdir(), 'panscreen-history-parquet-'));
afterAll(() => rmSync(scratch, { recursive: true }), 60_000);
const progress = (): void => {};

async function publish(out: string, until = Number.POSITIVE_INFINITY, options = OPTIONS): Promise<void> {
  await publishHistory({ out, since: SINCE, until, every: 'month', report: new Report(), progress }, async () =>
    demoHistory(options),
  );
}

/** Path of every file → when it was written. */
function written(folder: string): Map<string, number> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(files.map(({ parentPath, name }) => join(parentPath, name)).map((path) => [path, statSync(path).mtimeMs]));
}

describe('a history as hive-partitioned Parquet', () => {
  const from = join(scratch, 'blocks');
  const out = join(scratch, 'parquet');
  let source: string;
  let database: Database;
  beforeAll(async () => {
    await publish(from, dayOfIso('2019-11-29'));
    expect(await writeHistoryParquet(from, out, progress)).toEqual({ added: 13, count: 13 });
    const before = written(out);
    await publish(from);
    expect(await writeHistoryParquet(from, out, progress)).toEqual({ added: 13, count: 26 });
    const after = written(out);
    for (const [path, time] of before) expect(after.get(path), path).toBe(time);
    const files = [...after.keys()].sort();
    source = `read_parquet([${files.map(quoteText).join(', ')}], hive_partitioning = true)`;
    database = await Database.open(files, join(scratch, 'work'));
  });
  afterAll(() => database?.close());

  it('gives DuckDB the rows and every number and text of each snapshot', async () => {
    const opened = await openHistoryAt(from);
    const columns = await database.rows(`SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM ${source})`);
    const names = columns.map(([name]) => String(name)).filter((name) => name !== 'date');
    const texts = new Set(columns.flatMap(([name, type]) => (type === 'VARCHAR' ? [String(name)] : [])));
    expect(names.length).toBeGreaterThan(200);
    expect(names).toEqual(expect.arrayContaining(['id', 'symbol', 'closeDate', 'snapshot', 'filed', 'accession', 'in:DEMO500']));
    for (const [place, date] of opened.dates.entries()) {
      const rows = await database.rows(
        `SELECT ${names.map((name) => `"${name}"`).join(', ')} FROM ${source} WHERE date = ${quoteText(date)} ORDER BY id`,
      );
      const idOf = (name: string): string => (name === 'closeDate' ? 'date' : name);
      const expected = await opened.ask(place, (table) =>
        names.map((name) => {
          const text = table.text(idOf(name));
          expect(texts.has(name) || !isTextColumn(table, name), name).toBe(true);
          if (texts.has(name)) return Array.from(table.rows, (row) => (text ? text.labels[text.codes[row]!]! : ''));
          const values = table.numbers(idOf(name));
          const isDate = table.column(idOf(name))?.display === 'date';
          return Array.from(table.rows, (row) => {
            const value = values?.[row] ?? Number.NaN;
            return Number.isNaN(value) ? null : isDate ? new Date(value * 1000).toISOString().slice(0, 10) : value;
          });
        }),
      );
      for (const [at, name] of names.entries())
        expect(
          rows.map((row) => dayText(row[at] ?? null)),
          `${date} ${name}`,
        ).toEqual(expected[at]);
    }
  });

  it('counts the securities of each date without reading other files', async () => {
    const opened = await openHistoryAt(from);
    const counts = await database.rows(`SELECT CAST(date AS VARCHAR), count(*) FROM ${source} GROUP BY date ORDER BY date`);
    const listed = opened.manifest.blocks.flatMap(({ dates, coverage }) =>
      dates.map((date, at) => [date, coverage[at]!.listed] as const),
    );
    expect(counts.map(([date, count]) => [date, Number(count)])).toEqual(listed);
  });

  it('writes nothing when nothing is new, and the same bytes elsewhere', async () => {
    const before = written(out);
    expect(await writeHistoryParquet(from, out, progress)).toEqual({ added: 0, count: 26 });
    expect(written(out)).toEqual(before);
    const other = join(scratch, 'again');
    await writeHistoryParquet(from, other, progress);
    for (const path of before.keys()) expect(readFileSync(path).equals(readFileSync(path.replace(out, other))), path).toBe(true);
  });

  it('continues after a kill: a part is removed, a missing file written', async () => {
    const [[path] = ['']] = written(out);
    const bytes = readFileSync(path);
    rmSync(path);
    writeFileSync(`${path}.123-4.part`, bytes.subarray(0, 100));
    expect(await writeHistoryParquet(from, out, progress)).toEqual({ added: 1, count: 26 });
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect([...written(out).keys()].filter((each) => !each.endsWith('.parquet'))).toEqual([]);
  });

  it('refuses a folder with the snapshots of another history', async () => {
    const other = join(scratch, 'other');
    await publish(other, Number.POSITIVE_INFINITY, { ...OPTIONS, seed: 7 });
    const before = written(out);
    await expect(writeHistoryParquet(other, out, progress)).rejects.toThrow('is of another history: choose another --out');
    expect(written(out)).toEqual(before);
  });

  it('is made by one command from tables, and from an existing history', async () => {
    const tables = join(scratch, 'tables');
    writeTables(tables, demoTables(OPTIONS));
    const [one, two] = [join(scratch, 'one'), join(scratch, 'two')];
    const made = await captured(
      history,
      ...['--from', 'tables', tables, '--since', '2018-11-01', '--format', 'parquet', '--out', one],
    );
    expect(made).toMatchObject({ status: 0, stdout: expect.stringContaining('26 snapshots written as Parquet') });
    const again = await captured(history, '--from', 'history', `${one}.work/history`, '--format', 'parquet', '--out', two);
    expect(again).toMatchObject({ status: 0 });
    expect([...written(two).keys()].map((path) => path.slice(two.length))).toEqual(
      [...written(one).keys()].map((path) => path.slice(one.length)),
    );
    const wrong = await captured(history, '--from', 'history', from, '--out', two);
    expect(wrong).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--from history PATH works only on its own and with --format parquet'),
    });
  });
});

/** DuckDB's dates as ISO text, other values as they are. */
function dayText(value: unknown): unknown {
  return value instanceof Date ? value.toISOString().slice(0, 10) : value;
}
