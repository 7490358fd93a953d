import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DAY_MS, isoDay } from '../../../../src/ingest/formats/day.ts';
import { Database, quoteText } from '../../../../src/ingest/formats/duckdb.ts';
import { failsFilesIn, halfMonthOf, readFailsFile } from '../../../../src/ingest/sources/fails/files.ts';
import { FAILS_HEADER, type FailsRows, readFails } from '../../../../src/ingest/sources/fails/rows.ts';
import { isSession, sessionBefore } from '../../../../src/ingest/sources/fails/session.ts';
import { beside } from '../../../support/beside.ts';
import { zipOf } from '../../zips.ts';

const FAILS = beside('fails');

const scratch = mkdtempSync(join(tmpdir(), 'panscreen-fails-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const dayOf = (iso: string): number => Date.parse(iso) / DAY_MS;
const read = (...lines: readonly string[]): FailsRows => readFails(Buffer.from([FAILS_HEADER, ...lines].join('\r\n'), 'latin1'));
const told = ({ securities, places, settlementDays, closeDays, closes }: FailsRows): unknown[] =>
  Array.from(places, (place, row) => {
    const { cusip, symbol, description } = securities[place]!;
    return [isoDay(settlementDays[row]!), isoDay(closeDays[row]!), cusip, symbol, description, closes[row]];
  });

describe('sessions of the New York Stock Exchange', () => {
  it('are as many a year as the exchange counts', () => {
    const counts = new Map<number, number>();
    for (let day = dayOf('2004-01-01'); day < dayOf('2027-01-01'); day++)
      if (isSession(day)) {
        const year = Number(isoDay(day).slice(0, 4));
        counts.set(year, (counts.get(year) ?? 0) + 1);
      }
    expect([...counts.values()]).toEqual([
      252, 252, 251, 251, 253, 252, 252, 252, 250, 252, 252, 252, 252, 251, 251, 252, 253, 252, 251, 250, 252, 250, 251,
    ]);
  });

  it.skipIf(!FAILS.isThere)('are the days on which large caps have prices, 2012 to 2018', async () => {
    const path = beside('us-large-caps/prices_daily.parquet').path;
    const database = await Database.open([path]);
    const rows = await database.rows(`SELECT DISTINCT CAST("date" AS DATE)::VARCHAR FROM read_parquet(${quoteText(path)})`);
    await database.close();
    const traded = new Set(rows.map(([date]) => String(date)));
    const sessions: string[] = [];
    for (let day = dayOf('2012-08-13'); day <= dayOf('2018-02-07'); day++) if (isSession(day)) sessions.push(isoDay(day));
    expect(sessions).toEqual([...traded].sort());
  });
});

describe('a fails-to-deliver file', () => {
  it('gives the close of the previous session, across weekends and holidays', () => {
    const rows = read('20200908|037833100|AAPL|1|APPLE INC|120.96', '20121031|037833100|aapl|1|APPLE INC|604.00');
    expect(told(rows)).toEqual([
      ['2020-09-08', '2020-09-04', '037833100', 'AAPL', 'APPLE INC', 120.96],
      ['2012-10-31', '2012-10-26', '037833100', 'AAPL', 'APPLE INC', 604],
    ]);
    expect(isoDay(sessionBefore(dayOf('2026-04-06')))).toBe('2026-04-02');
  });

  it('accepts any character in a description, latin-1, missing prices and a missing trailer', () => {
    const rows = read(
      '20200901|05338F306|AIBRF|97|A|B "C" \xc9 , CO|.',
      '20200901|05338F306|AIBRF|97|A|B "C" \xc9 , CO|',
      '20200901|05338F306|AIBRF|97||0.00',
      '20200901|05338F306||97|NO SYMBOL|1,5',
    );
    expect(told(rows).map((row) => (row as unknown[]).slice(3))).toEqual([
      ['AIBRF', '', Number.NaN],
      ['AIBRF', '', Number.NaN],
      ['AIBRF', '', Number.NaN],
      ['', 'NO SYMBOL', Number.NaN],
    ]);
    expect(rows.trailerCount).toBeNull();
    expect(read('20200901|05338F306|AIBRF|97|A|B \xc9|2').securities[0]?.description).toBe('A|B \xc9');
  });

  it('names refused rows, and continues', () => {
    const rows = read(
      '20200230|037833100|AAPL|1|APPLE INC|1',
      '20200901|37833100|AAPL|1|APPLE INC|1',
      'half a row',
      '20200901|037833100|AAPL|5|APPLE INC',
      '',
      '20200901|037833100|AAPL|1|APPLE INC|516.16',
      'Trailer record count 5',
      'Trailer total quantity of shares 9',
      '',
    );
    expect(rows.places).toHaveLength(1);
    expect(rows.trailerCount).toBe(5);
    expect(Object.fromEntries(rows.refused)).toEqual({ 'no settlement date': [2], 'no CUSIP': [3], 'not six cells': [4, 5] });
  });

  it('is refused with another header, in an empty archive and in an invalid one', async () => {
    expect(() => readFails(Buffer.from('date,close\n'))).toThrow(/expected the header SETTLEMENT DATE/);
    const path = join(scratch, 'cnsfails202009a.zip');
    writeFileSync(path, zipOf({}));
    await expect(readFailsFile(path)).rejects.toThrow('cnsfails202009a.zip: the archive is empty');
    writeFileSync(path, '<html>');
    await expect(readFailsFile(path)).rejects.toThrow(/^cnsfails202009a\.zip: /);
    // Some of the archives hold a text without an ending.
    writeFileSync(path, zipOf({ cnsfails202009a: `${FAILS_HEADER}\n20200901|037833100|AAPL|1|APPLE INC|516.16\n` }));
    writeFileSync(join(scratch, 'cnsfails202009a.txt'), 'the same again');
    writeFileSync(join(scratch, 'cnsfails202008b.txt'), `${FAILS_HEADER}\n`);
    const paths = await failsFilesIn(scratch);
    expect(paths.map(halfMonthOf)).toEqual(['202008b', '202009a']);
    expect((await readFailsFile(paths[1]!)).places).toHaveLength(1);
  });

  it.skipIf(!FAILS.isThere)(
    'of the SEC has as many rows as its trailer says, of settlement days that follow each other',
    async () => {
      const days = new Set<number>();
      for (const path of await failsFilesIn(FAILS.path)) {
        const { places, refused, trailerCount, settlementDays, closeDays } = await readFailsFile(path);
        expect([places.length, refused.size]).toEqual([trailerCount, 0]);
        expect(settlementDays.every((day, row) => sessionBefore(day) === closeDays[row])).toBe(true);
        for (const day of settlementDays) days.add(day);
      }
      const sorted = [...days].sort((a, b) => a - b);
      for (const [at, day] of sorted.entries()) if (at > 0) expect(sessionBefore(day)).toBe(sorted[at - 1]);
    },
  );

  it.skipIf(!FAILS.isThere)(
    'of the SEC states the closes of Apple that others publish, on the basis before the split up to its day',
    async () => {
      const [header = '', ...lines] = readFileSync(beside('financetoolkit/input_prices.csv').path, 'utf8').split('\n');
      const [dateAt, closeAt] = ['date', 'Close'].map((name) => header.split(',').indexOf(name)) as [number, number];
      const published = new Map(lines.map((line) => [line.split(',')[dateAt], Number(line.split(',')[closeAt])]));
      let count = 0;
      for (const path of await failsFilesIn(FAILS.path)) {
        const { securities, places, closeDays, closes } = await readFailsFile(path);
        for (const [row, place] of places.entries()) {
          const close = published.get(isoDay(closeDays[row]!));
          if (securities[place]!.symbol !== 'AAPL' || close === undefined) continue;
          count++;
          const ratio = closeDays[row]! <= dayOf('2020-08-31') ? 4 : 1;
          expect(Math.abs(closes[row]! - ratio * close)).toBeLessThanOrEqual(0.005 * ratio + 1e-9);
        }
      }
      expect(count).toBeGreaterThan(75);
    },
  );
});
