import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHistoryAt } from '../../src/commands/publishedHistory.ts';
import { demoHistory } from '../../src/demo/history.ts';
import { dayOfIso, isoDay } from '../../src/ingest/formats/day.ts';
import { buildHistory, publishHistory } from '../../src/ingest/history/buildHistory.ts';
import { LAGS } from '../../src/ingest/history/filedPeriods.ts';
import type { Known } from '../../src/ingest/history/snapshotRow.ts';
import { Report } from '../../src/ingest/report/report.ts';
import { readHistory } from '../../src/wire/history.ts';
import { Random } from '../random.ts';
import { type DemoTables, demoTables, writeTables } from './demoTables.ts';

const OPTIONS = { securities: 45, months: 26, seed: 4, asOfDay: dayOfIso('2020-12-31') };
const SINCE = dayOfIso('2018-11-01');
/** After which figures and prices are corrupted. */
const CUTS = ['2019-01-31', '2019-08-30', '2020-05-29'];
const INTERRUPTED = '2019-11-29';
const scratch = mkdtempSync(join(tmpdir(), 'panscreen-history-'));
afterAll(() => rmSync(scratch, { recursive: true }), 60_000);

let made = 0;
const place = (): string => join(scratch, `place-${made++}`);

/** The folder of tables, written once. */
const folders = new Map<DemoTables, string>();
function folderOf(tables: DemoTables): string {
  const folder = folders.get(tables) ?? place();
  if (!folders.has(tables)) writeTables(folder, tables);
  folders.set(tables, folder);
  return folder;
}

async function built(tables: DemoTables, { out = place(), until = Number.POSITIVE_INFINITY } = {}): Promise<string> {
  await buildHistory({
    folders: [{ path: folderOf(tables) }],
    out,
    since: SINCE,
    until,
    every: 'month',
    lags: LAGS,
    rates: [],
    work: scratch,
    report: new Report(),
    progress: () => {},
  });
  return out;
}

/** Name → digest of every file of a folder. */
function filesOf(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    names
      .map(({ name, parentPath }) => join(parentPath, name))
      .sort()
      .map((path) => [path.slice(folder.length), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}

const manifestOf = (folder: string) => readHistory(readFileSync(join(folder, 'history.json'), 'utf8'));

/** The same rows in another order. */
function shuffled<Row>(rows: readonly Row[], seed: number): Row[] {
  const random = new Random(seed);
  return rows
    .map((row) => [random.next(), row] as const)
    .sort(([a], [b]) => a - b)
    .map(([, row]) => row);
}

describe('a history', () => {
  let tables: DemoTables;
  let whole: string;
  /** Built in four runs. */
  let inRuns: string;
  /** Of the figures in memory. */
  let ofMemory: string;
  /** Up to some days. */
  const parts = new Map<string, string>();
  beforeAll(async () => {
    tables = demoTables(OPTIONS);
    whole = await built(tables);
    for (const date of [...CUTS, INTERRUPTED]) parts.set(date, await built(tables, { until: dayOfIso(date) }));
    ofMemory = place();
    const options = { out: ofMemory, since: SINCE, until: Number.POSITIVE_INFINITY, every: 'month' as const };
    await publishHistory({ ...options, report: new Report(), progress: () => {} }, async () => demoHistory(OPTIONS));
    inRuns = place();
    for (const until of ['2019-01-31', '2019-11-29', '2020-10-30']) await built(tables, { out: inRuns, until: dayOfIso(until) });
    await built(tables, { out: inRuns });
  });

  /** A copy of the history up to a day. */
  function part(date: string): string {
    const out = place();
    cpSync(parts.get(date)!, out, { recursive: true });
    return out;
  }

  it('is the same whether it is made of tables in files or of the same figures in memory', () => {
    expect(manifestOf(ofMemory).digest).toBe(manifestOf(whole).digest);
  });

  it('has the same bytes whatever the order of the rows', async () => {
    const other = Object.fromEntries(
      Object.entries(tables).map(([name, rows], at) => [name, name === 'statements' ? rows : shuffled(rows as object[], at + 1)]),
    ) as unknown as DemoTables;
    expect(filesOf(await built(other))).toEqual(filesOf(whole));
  });

  it('keeps every byte up to a day when all later figures and prices are corrupted', async () => {
    for (const [index, date] of CUTS.entries()) {
      const day = dayOfIso(date);
      const spoilt: DemoTables = {
        ...tables,
        statements: tables.statements.map((row) => {
          const lag = row.period === 'annual' ? LAGS.annual : LAGS.quarter;
          const known = row.filed === '' ? isoDay(dayOfIso(row.periodEnd) + lag) : String(row.filed);
          const poisoned = Object.entries(row).map(([id, value]) => [id, typeof value === 'number' ? -7 * value + 13 : value]);
          return known >= date ? Object.fromEntries(poisoned) : row;
        }),
        prices: tables.prices.map((row) =>
          String(row.date) > date ? { ...row, close: 3 * Number(row.close) + 1, volume: 5 } : row,
        ),
        actions: tables.actions.map((row) => (String(row.date) > date ? { ...row, value: 7 } : row)),
      };
      expect(filesOf(await built(spoilt, { until: day })), date).toEqual(filesOf(parts.get(date)!));
      // And the corruption has an effect soon after.
      const next = CUTS[index + 1];
      const later = await built(spoilt, next === undefined ? {} : { until: dayOfIso(next) });
      expect(manifestOf(later).digest).not.toBe(manifestOf(next === undefined ? whole : parts.get(next)!).digest);
    }
  });

  it('uses a restatement from the day after its filing, and never changes earlier snapshots', async () => {
    const out = part(INTERRUPTED);
    const before = filesOf(out);
    await built(tables, { out });
    const after = filesOf(out);
    for (const [name, digest] of before) if (name !== '/history.json') expect(after.get(name), name).toBe(digest);
    expect(manifestOf(out).blocks.flatMap(({ dates }) => dates)).toEqual(manifestOf(whole).blocks.flatMap(({ dates }) => dates));
    const again = filesOf(out);
    await built(tables, { out });
    expect(filesOf(out)).toEqual(again);
  });

  it('has the same numbers at every date, whether its blocks came in one run or in several', async () => {
    const [pieces, one] = [await openHistoryAt(inRuns), await openHistoryAt(whole)];
    expect(pieces.dates).toEqual(one.dates);
    for (const at of [0, 2, 3, 12, 13, 24, 25]) {
      const read = async (history: typeof one): Promise<string> =>
        history.ask(at, (table) => {
          const ids = table.text('id')!;
          const columns = [
            'close',
            'netIncome',
            'marketCapitalization',
            'priceToEarningsRatio',
            'stats.252.zscore',
            'magicFormula',
          ];
          return JSON.stringify(
            Array.from(table.rows, (row) => [ids.labels[ids.codes[row]!], ...columns.map((id) => table.numbers(id)![row])]),
          );
        });
      expect(await read(pieces), one.dates[at]).toBe(await read(one));
    }
  });

  it('has the same returns from close to close and the same ends of listings, whether its sessions came in one run or in several', async () => {
    const [pieces, one] = await Promise.all([inRuns, whole].map(async (at) => (await openHistoryAt(at)).market()));
    expect([...pieces!.market.sessions]).toEqual([...one!.market.sessions]);
    expect([...pieces!.numberOf.keys()].sort()).toEqual([...one!.numberOf.keys()].sort());
    let ends = 0;
    for (const [id, number] of one!.numberOf) {
      const own = one!.market.histories[number]!;
      const other = pieces!.market.histories[pieces!.numberOf.get(id)!]!;
      expect([...other.days], id).toEqual([...own.days]);
      for (const at of own.days.keys())
        expect(other.wealth[at]! / own.wealth[at]!, id).toBeCloseTo(other.wealth[0]! / own.wealth[0]!, 9);
      expect(other.listings, id).toEqual(own.listings);
      ends += own.listings.filter(({ to }) => Number.isFinite(to)).length;
    }
    expect(ends).toBeGreaterThan(0);
  });

  it('is complete despite files of a killed run, and removes them', async () => {
    const out = part(INTERRUPTED);
    const before = filesOf(out);
    writeFileSync(join(out, 'files', `${'0'.repeat(32)}.f32`), 'half');
    writeFileSync(join(out, 'files', `${'1'.repeat(32)}.f32.123-4.part`), 'half');
    writeFileSync(join(out, 'history.json.123-4.part'), '{');
    await built(tables, { out, until: dayOfIso(INTERRUPTED) });
    expect(filesOf(out)).toEqual(before);
  });

  it('continues after the last whole block of an interrupted run, with the same bytes', async () => {
    const out = place();
    const options = {
      out,
      since: SINCE,
      until: Number.POSITIVE_INFINITY,
      every: 'month' as const,
      report: new Report(),
      progress: () => {},
    };
    const input = demoHistory(OPTIONS);
    let count = 0;
    const breaking = {
      ...input,
      isUnbounded: false,
      *known(first: number, last: number) {
        for (const known of input.known(first, last) as Iterable<Known>) {
          if (++count === OPTIONS.securities + 7) throw new Error('the power is gone');
          yield known;
        }
      },
    };
    await expect(publishHistory(options, async () => breaking)).rejects.toThrow('the power is gone');
    expect(manifestOf(out).blocks).toEqual(manifestOf(whole).blocks.slice(0, 1));
    await publishHistory(options, async () => input);
    expect(filesOf(out)).toEqual(filesOf(ofMemory));
  });

  it('reports its range for a date outside it', async () => {
    const history = await openHistoryAt(whole);
    expect(history.dates[0]).toBe('2018-11-30');
    expect(history.dates[history.placeOf('2019-02-14')]).toBe('2019-01-31');
    expect(history.dates[history.placeOf('2021-01-15')]).toBe('2020-12-31');
    for (const date of ['2018-11-29', '2021-02-01', '1999-01-01'])
      expect(() => history.placeOf(date)).toThrow(`there is no snapshot as of ${date}: the history has 2018-11-30 to 2020-12-31`);
  });

  it('refuses another interval and earlier snapshots', async () => {
    const options = { out: whole, since: SINCE, until: Number.POSITIVE_INFINITY, report: new Report(), progress: () => {} };
    const open = async () => demoHistory(OPTIONS);
    await expect(publishHistory({ ...options, every: 'week' }, open)).rejects.toThrow('a snapshot every month, not every week');
    await expect(publishHistory({ ...options, every: 'month', since: SINCE - 90 }, open)).rejects.toThrow(
      'the history begins on 2018-11-30 and nothing is added before it',
    );
  });
});
