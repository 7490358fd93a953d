/** A history whose build is killed: the published part is complete at every moment, and the next run ends with the same bytes. */
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentHash } from '../../src/contentHash.ts';
import { dayOfIso } from '../../src/ingest/formats/day.ts';
import { filesOf } from '../../src/ingest/history/store.ts';
import { type HistoryFile, readBlockColumns, readHistory } from '../../src/wire/history.ts';
import { Kills, killPlaces } from '../support/kills.ts';
import { demoTables, writeTables } from './demoTables.ts';

const KILLS = 30;
const KILLS_PER_HISTORY = 6;
/** Minimum number of changes of a run that continues. */
const CHANGES_OF_A_REST = 10;
const scratch = mkdtempSync(join(tmpdir(), 'panscreen-killed-history-'));
afterAll(() => rmSync(scratch, { recursive: true }), 60_000);

const tables = join(scratch, 'tables');
const args = (out: string, until: string): string[] => [
  ...['history', '--from', 'tables', tables, '--since', '2016-01-01', '--until', until, '--out', out],
];

beforeAll(async () => {
  writeTables(tables, demoTables({ securities: 12, months: 60, seed: 8, asOfDay: dayOfIso('2020-12-31') }));
});

/** Every file that the history names exists, with its stated length and the digest of its content as its name. */
function expectWhole(out: string): void {
  const check = ({ file, bytes }: Pick<HistoryFile, 'file' | 'bytes'>): Buffer => {
    const content = readFileSync(join(out, 'files', file));
    expect(content.byteLength, file).toBe(bytes);
    if (!/\.(?:br|gz)$/.test(file)) expect(file.startsWith(contentHash(content)), file).toBe(true);
    return content;
  };
  const { blocks, market = [] } = readHistory(readFileSync(join(out, 'history.json'), 'utf8'));
  for (const { columns } of blocks) for (const file of filesOf(readBlockColumns(check(columns).toString()))) check(file);
  for (const { head, growth } of market) for (const file of [head, growth]) check(file);
}

const digestOfFile = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
const digestOf = (out: string): Map<string, string> =>
  new Map(
    readdirSync(out, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [path.slice(out.length), digestOfFile(path)]),
  );

it(`is complete after each of ${KILLS} kills, and ends with the bytes of an uninterrupted run`, async () => {
  // Published snapshots don't change: a history of two years exists before the first kill.
  const kills = new Kills(scratch);
  const before = join(scratch, 'before');
  await kills.run(args(before, '2017-12-31'));
  const calm = join(scratch, 'calm');
  cpSync(before, calm, { recursive: true });
  expect(await kills.run(args(calm, '2020-12-31'))).toBe(false);
  const published = digestOf(before);
  const expected = digestOf(calm);
  const places = killPlaces(kills.changes, KILLS, 20_261_125);
  for (let from = 0; from < KILLS; from += KILLS_PER_HISTORY) {
    const out = join(scratch, `killed-${from}`);
    cpSync(before, out, { recursive: true });
    // A run that continues has less to do, so it is killed earlier.
    for (const [at, place] of places.slice(from, from + KILLS_PER_HISTORY).entries()) {
      const change = at === 0 ? place : 1 + (place % CHANGES_OF_A_REST);
      expect(await kills.run(args(out, '2020-12-31'), change), `change ${change}`).toBe(true);
      expectWhole(out);
      for (const [name, digest] of published) if (name !== '/history.json') expect(digestOfFile(out + name), name).toBe(digest);
    }
    expect(await kills.run(args(out, '2020-12-31'))).toBe(false);
    expect(digestOf(out)).toEqual(expected);
    rmSync(out, { recursive: true });
  }
}, 1_200_000);
