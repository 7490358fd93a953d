import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { halvesBefore } from '../../src/fetch/halves.ts';
import { nextNight } from '../../src/fetch/night.ts';
import { publishedRows } from '../ingest/published.ts';
import { beside } from '../support/beside.ts';
import { builtCli } from '../support/builtCli.ts';
import { Kills, killPlaces } from '../support/kills.ts';
import { DAY, putMarket } from './market.ts';
import { Mirror } from './mirror.ts';

const { isThere } = beside('fails');

const cli = builtCli();
const folder = mkdtempSync(join(tmpdir(), 'panscreen-market-'));
const [KILLS, RUNS_PER_FOLDER] = [30, 5];
let mirror: Mirror;
/** With few names where the number is irrelevant. */
let small: Mirror;

beforeAll(async () => {
  mirror = await Mirror.open();
  small = await Mirror.open();
  if (!isThere) return;
  await putMarket(mirror);
  await putMarket(small, true);
});
afterAll(async () => {
  await mirror.close();
  await small.close();
  rmSync(folder, { recursive: true, force: true });
});

const CONTACT = ['--contact', 'Jane Doe jane@example.org'];
const data = join(folder, 'us');
const asked = (...more: string[]): string[] => ['us', ...CONTACT, '--mirror', mirror.base, '--as-of', DAY, ...more];

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Without blocking this process, which is the mirror. */
async function run(args: readonly string[]): Promise<Ran> {
  const child = spawn(process.execPath, [cli, ...args], { cwd: folder });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stdout, stderr };
}

const market = (...more: string[]): Promise<Ran> => run(['market', ...asked('--data', data, '--no-serve', ...more)]);
const manifest = (): string => readFileSync(join(data, 'manifest.json'), 'utf8');

it('half-months are requested once they may exist: the first at the end of its month, the second in the next', () => {
  const latest = (day: string): string => halvesBefore(new Date(day)).next().value!.name;
  expect(['2020-10-04', '2020-10-06', '2020-10-21', '2021-01-02', '2021-01-06'].map(latest)).toEqual([
    '202009a',
    '202009b',
    '202010a',
    '202012a',
    '202012b',
  ]);
  const all = [...halvesBefore(new Date('2026-11-23'))];
  expect([all.length, all.at(-1)!.name]).toEqual([2 * (17 * 12 + 4) + 1, '200907a']);
  expect(all.filter(({ isRecent }) => isRecent).map(({ name }) => name)).toEqual([
    '202611a',
    '202610b',
    '202610a',
    '202609b',
    '202609a',
  ]);
});

it('a night begins when New York’s archives are available', () => {
  const next = (now: string): string => nextNight(new Date(now)).toISOString().slice(0, 16);
  expect(next('2026-11-23T09:29:59Z')).toBe('2026-11-23T09:30');
  expect(next('2026-12-31T09:30:00Z')).toBe('2027-01-01T09:30');
});

it('without a contact there are no requests', () => {
  const env: NodeJS.ProcessEnv = { ...process.env };
  delete env.PANSCREEN_CONTACT;
  for (const contact of [[], ['--contact', ''], ['--contact', 'Jane Doe'], ['--contact', 'a@b.org\r\nx: y']]) {
    const args = [cli, 'market', 'us', '--mirror', mirror.base, '--data', data, ...contact];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
    expect([status, stderr.trim().split('\n').length]).toEqual([2, 1]);
    expect(stderr).toMatch(/--contact/);
  }
  expect(mirror.taken()).toEqual([]);
});

it('fetch --list prints each address with its licence, size, rhythm and terms', async () => {
  const { status, stdout } = await run(['fetch', '--list']);
  expect(status).toBe(0);
  expect(stdout).toContain('https://www.sec.gov/Archives/edgar/daily-index/xbrl/companyfacts.zip');
  expect(stdout).toMatch(/companyfacts: about 1400 MB, every night/);
  expect(stdout).toMatch(/public domain; a declared contact, at most 10 requests a second/);
});

describe.skipIf(!isThere)('a market in one command', { timeout: 240_000 }, () => {
  it('builds and serves data with Apple’s real figures', async () => {
    const child: ChildProcess = spawn(process.execPath, [cli, 'market', ...asked('--data', data)], {
      cwd: folder,
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout!.on('data', (chunk) => {
      said += String(chunk);
    });
    while (!/http:\S+\n/.test(said) && child.exitCode === null) await new Promise((resume) => setTimeout(resume, 50));
    const address = /http:\S+/.exec(said)![0];
    expect((await fetch(`${address}api/screener/countries`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    const rows = publishedRows(data);
    const apple = rows.get('AAPL')!;
    // The 10-K for the year to 2020-09-26, filed 2020-10-30; the close is of 2020-09-28, in shares after the split of four for one.
    const figures = ['totalRevenue', 'netIncome', 'totalAssets', 'commonStockSharesOutstanding'].map(apple.value);
    expect(figures).toEqual([274_515e6, 57_411e6, 323_888e6, 16_976_763_000].map(Math.fround));
    expect(apple.value('close')).toBe(Math.fround(114.96));
    expect(apple.value('date')).toBe(Math.fround(Date.parse('2020-09-28') / 1000));
    expect(apple.value('marketCapitalization') / (114.96 * 16_976_763_000)).toBeCloseTo(1, 6);
    expect(apple.field('cusip')).toBe('037833100');
    // A fund files no statements: its name and its price.
    const fund = rows.get('SPY')!;
    expect([fund.field('type'), fund.field('name'), fund.value('close')]).toEqual([
      'Etf',
      'SPDR S&P 500 ETF Trust',
      Math.fround(332.37),
    ]);
    expect(rows.size).toBeGreaterThan(2500);
    const declared = mirror.asked.filter(({ path }) => /^\/(files|Archives)/.test(path));
    expect(declared.every(({ headers }) => /^panscreen\/\S+ \(Jane Doe jane@example.org\)$/.test(headers['user-agent']!))).toBe(
      true,
    );
    const others = mirror.asked.filter(({ path }) => !/^\/(files|Archives)/.test(path));
    expect(others.every(({ headers }) => !headers['user-agent']!.includes('@'))).toBe(true);
    mirror.taken();
  });

  it('makes a few requests the next day, and builds nothing if nothing is new', async () => {
    const before = manifest();
    const { status, stderr } = await market();
    expect([status, stderr.trim().split('\n').at(-1)]).toEqual([3, 'no new data: nothing was changed']);
    const requests = mirror.taken();
    expect(requests.every((request) => request.startsWith('304') || /^404 .*cnsfails2020(10|11)/.test(request))).toBe(true);
    expect(requests.length).toBeLessThanOrEqual(12);
    expect(manifest()).toBe(before);
  });

  it('downloads only what is new, and builds', async () => {
    const path = '/files/company_tickers.json';
    const before = manifest();
    const old = mirror.files.get(path)!;
    mirror.files.set(path, Buffer.concat([old, Buffer.from(' ')]));
    const { status } = await market();
    expect(status).toBe(0);
    expect(mirror.taken().filter((request) => request.startsWith('200'))).toEqual([`200 ${path}`]);
    // The same securities: the same build, under the manifest of today.
    expect(JSON.parse(manifest()).build).toBe(JSON.parse(before).build);
  });

  it('keeps the old data if a file is not an archive, and reports it in one line', async () => {
    const path = '/Archives/edgar/daily-index/xbrl/companyfacts.zip';
    const good = mirror.files.get(path)!;
    const before = manifest();
    mirror.files.set(path, Buffer.from('<html><title>Maintenance</title>'));
    const { status, stderr } = await market();
    expect(status).toBe(1);
    expect(stderr).toContain('is not a complete zip archive: a page “Maintenance”: the old file is kept');
    expect(manifest()).toBe(before);
    mirror.files.set(path, good);
    expect((await market()).status).toBe(3);
  });

  it('reports what is missing for the first build, and builds nothing from a part', async () => {
    const path = '/Archives/edgar/daily-index/bulkdata/submissions.zip';
    const good = small.files.get(path)!;
    small.files.delete(path);
    const first = join(folder, 'first');
    const args = ['market', ...asked('--data', first, '--no-serve'), '--mirror', small.base];
    const { status, stderr } = await run(args);
    expect(status).toBe(1);
    expect(stderr).toMatch(/give another address in PANSCREEN_URL_SUBMISSIONS/);
    expect(existsSync(join(first, 'manifest.json'))).toBe(false);
    small.files.set(path, good);
    expect((await run(args)).status).toBe(0);
  });

  it('killed at thirty places, it has only whole files, and continues', async () => {
    const args = (out: string): string[] => ['fetch', ...asked('--out', out), '--mirror', small.base];
    const kills = new Kills(folder);
    expect(await kills.run(args(join(folder, 'calm')))).toBe(false);
    const whole = new Map([...small.files].map(([path, bytes]) => [path.slice(path.lastIndexOf('/') + 1), bytes]));
    // Resumed runs have less to do: five in the same folder, then another one.
    const places = killPlaces(kills.changes / RUNS_PER_FOLDER, KILLS, 20_261_123);
    for (const [at, place] of places.entries()) {
      const out = join(folder, `killed-${Math.floor(at / RUNS_PER_FOLDER)}`);
      expect(await kills.run(args(out), place), `change ${place}`).toBe(true);
      for (const folder of ['sec', 'fails', 'rates', 'factors'])
        for (const name of existsSync(join(out, folder)) ? readdirSync(join(out, folder)) : [])
          expect(readFileSync(join(out, folder, name)).equals(whole.get(name)!), name).toBe(true);
      if (at % RUNS_PER_FOLDER < RUNS_PER_FOLDER - 1) continue;
      const { status, stderr } = await run(args(out));
      expect([0, 3], stderr).toContain(status);
      expect(readdirSync(join(out, 'sec'))).toHaveLength(4);
      expect(readdirSync(join(out, '.fetch')).filter((name) => /\.(?:part|lock|new)$/.test(name))).toEqual([]);
    }
  });
});
