/** A history that is killed while it is built: what is there is whole at every moment, and the next run goes on to the same bytes. */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentHash } from '../../src/contentHash.ts';
import { dayOfIso } from '../../src/ingest/formats/day.ts';
import { filesOf } from '../../src/ingest/history/store.ts';
import { type HistoryFile, readBlockColumns, readHistory } from '../../src/wire/history.ts';
import { Random } from '../random.ts';
import { demoTables, writeTables } from './demoTables.ts';

const KILLS = 30;
const built = resolve('node_modules/.cache/killed-history-test');
const cli = join(built, 'cli.js');
const scratch = mkdtempSync(join(tmpdir(), 'panscreen-killed-history-'));
afterAll(() => rmSync(scratch, { recursive: true }), 60_000);

const tables = join(scratch, 'tables');
const args = (out: string, until: string): string[] => [
  ...[cli, 'history', '--from', 'tables', tables, '--since', '2016-01-01', '--until', until, '--out', out],
];

beforeAll(async () => {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production' };
  delete env.VITEST;
  execFileSync(process.execPath, [vite, 'build', '--ssr', '--outDir', built, '--logLevel', 'error'], { env });
  writeTables(tables, demoTables({ securities: 12, months: 60, seed: 8, asOfDay: dayOfIso('2020-12-31') }));
}, 120_000);

/** Every file that the history names is there, with its length and under the digest of its content. */
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

const digestOf = (out: string): Map<string, string> =>
  new Map(
    readdirSync(out, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [path.slice(out.length), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );

it(`is whole after each of ${KILLS} kills, and ends with the bytes of a run that nobody disturbed`, async () => {
  // What is published stays as it is: a history of two years is there when the kills begin.
  const before = join(scratch, 'before');
  execFileSync(process.execPath, args(before, '2017-12-31'), { stdio: 'ignore' });
  const calm = join(scratch, 'calm');
  cpSync(before, calm, { recursive: true });
  const start = performance.now();
  execFileSync(process.execPath, args(calm, '2020-12-31'), { stdio: 'ignore' });
  const wholeMs = performance.now() - start;
  const published = digestOf(before);
  const random = new Random(20_261_125);
  const lastOf = (place: string): string =>
    readHistory(readFileSync(join(place, 'history.json'), 'utf8'))
      .blocks.at(-1)!
      .dates.at(-1)!;
  let [killed, out] = [0, ''];
  for (let run = 0; killed < KILLS; run++) {
    expect(run, 'runs end before they are killed').toBeLessThan(5 * KILLS);
    if (out === '') {
      out = join(scratch, `killed-${run}`);
      cpSync(before, out, { recursive: true });
    }
    const child = spawn(process.execPath, args(out, '2020-12-31'), { stdio: 'ignore' });
    const exited = once(child, 'exit');
    const timer = setTimeout(() => child.kill('SIGKILL'), random.below(Math.ceil(wholeMs)));
    const [, signal] = await exited;
    clearTimeout(timer);
    killed += Number(signal === 'SIGKILL');
    expectWhole(out);
    for (const [name, digest] of published)
      if (name !== '/history.json')
        expect(
          createHash('sha256')
            .update(readFileSync(out + name))
            .digest('hex'),
          name,
        ).toBe(digest);
    const last = lastOf(out);
    if (run % 6 !== 5 && last < lastOf(calm)) continue;
    execFileSync(process.execPath, args(out, '2020-12-31'), { stdio: 'ignore' });
    expect(digestOf(out)).toEqual(digestOf(calm));
    rmSync(out, { recursive: true });
    rmSync(`${out}.work`, { recursive: true, force: true });
    out = '';
  }
}, 1_200_000);
