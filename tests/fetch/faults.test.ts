/** Whatever goes wrong while a market is fetched and built: the old universe is served all the while, and the next run goes on. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as setTimeoutOf } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entriesOf } from '../../src/ingest/formats/zip.ts';
import { readManifest } from '../../src/wire/manifest.ts';
import { zipOf } from '../ingest/zips.ts';
import { Random } from '../random.ts';
import { beside } from '../support/beside.ts';
import { DAY, putMarket } from './market.ts';
import { type Manners, Mirror } from './mirror.ts';

const { isThere } = beside('fails');

const built = resolve('node_modules/.cache/faults-test');
const cli = join(built, 'cli.js');
const folder = mkdtempSync(join(tmpdir(), 'panscreen-faults-'));
const data = join(folder, 'us');
const FACTS = '/Archives/edgar/daily-index/xbrl/companyfacts.zip';
const TICKERS = '/files/company_tickers.json';
const KILLS = 30;

/** Whether the process, or with a minus the group, is still there. */
function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

let mirror: Mirror;
let server: ChildProcess;
let address = '';

/** What the server has answered since it runs: status and digest. */
const answers = new Map<string, number>();
let isAsking = true;
let asking: Promise<void>;

const marketArgs = (): string[] => [
  ...['market', 'us', '--contact', 'Jane Doe jane@example.org', '--mirror', mirror.base],
  ...['--as-of', DAY, '--data', data, '--no-serve'],
];

async function market(
  env: NodeJS.ProcessEnv = {},
  args: readonly string[] = marketArgs(),
): Promise<{ status: number | null; stderr: string }> {
  const child = spawn(process.execPath, [cli, ...args], { cwd: folder, env: { ...process.env, ...env } });
  let stderr = '';
  child.stdout.resume();
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stderr };
}

const manifest = (): string => readFileSync(join(data, 'manifest.json'), 'utf8');
/** The vector of the United States that the manifest names. */
function universe(): string {
  const { file } = readManifest(manifest()).answers['vector/US']!;
  return createHash('sha256')
    .update(readFileSync(join(data, 'files', file)))
    .digest('hex');
}
/** A change that is none, so that there is something to build. */
function changeTickers(): void {
  mirror.files.set(TICKERS, Buffer.concat([mirror.files.get(TICKERS)!, Buffer.from(' ')]));
}

/** Closes of the last half-month a tenth higher. */
async function changeCloses(): Promise<void> {
  const path = [...mirror.files.keys()]
    .filter((each) => /cnsfails/.test(each))
    .sort()
    .at(-1)!;
  const zip = join(folder, 'last.zip');
  writeFileSync(zip, mirror.files.get(path)!);
  const entries: Record<string, string> = {};
  for await (const entry of entriesOf(zip, 1e9)) {
    const text = (await entry.read()).toString('latin1');
    entries[entry.name] = text.replaceAll(
      /\|(\d+\.\d+)(\r?\n)/g,
      (_, close: string, end: string) => `|${(1.1 * Number(close)).toFixed(2)}${end}`,
    );
  }
  mirror.files.set(path, zipOf(entries));
}

/** Only old or new universes have been answered, and always one. */
function expectServed(universes: ReadonlySet<string>): void {
  expect([...answers.keys()].filter((answer) => !universes.has(answer))).toEqual([]);
  expect([...answers.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
}

describe.skipIf(!isThere)('a market that is served while something goes wrong', { timeout: 1_200_000 }, () => {
  const universes = new Set<string>();

  beforeAll(async () => {
    const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
    const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production' };
    delete env.VITEST;
    execFileSync(process.execPath, [vite, 'build', '--ssr', '--outDir', built, '--logLevel', 'error'], { env });
    mirror = await Mirror.open();
    putMarket(mirror);
    // Two half-months and a few hundred names do here.
    for (const path of mirror.files.keys()) if (/cnsfails2020(?:0[5-8])/.test(path)) mirror.files.delete(path);
    for (const [path, bytes] of mirror.files)
      if (path.includes('/FinanceDatabase/'))
        mirror.files.set(path, Buffer.from(`${bytes.toString().split('\n').slice(0, 100).join('\n')}\n`));
    const first = await market();
    expect(first.status, first.stderr).toBe(0);
    universes.add(universe());
    server = spawn(process.execPath, [cli, 'serve', '--data', data], {
      cwd: folder,
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    server.stdout!.on('data', (chunk) => {
      said += String(chunk);
    });
    while (!/http:\S+\n/.test(said)) await new Promise((resume) => setTimeout(resume, 50));
    address = /http:\S+/.exec(said)![0];
    asking = (async () => {
      while (isAsking) {
        const answer = await fetch(`${address}api/screener/vector/US`);
        const bytes = Buffer.from(await answer.arrayBuffer());
        const seen = answer.status === 200 ? createHash('sha256').update(bytes).digest('hex') : `status ${answer.status}`;
        answers.set(seen, (answers.get(seen) ?? 0) + 1);
        await new Promise((resume) => setTimeout(resume, 100));
      }
    })().catch((error: Error) => void answers.set(`no answer: ${error.message}`, 1));
  }, 600_000);

  afterAll(async () => {
    isAsking = false;
    await asking;
    server?.kill('SIGTERM');
    await mirror?.close();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const faults: [string, Manners | null, RegExp, NodeJS.ProcessEnv?][] = [
    [
      'a contact that is refused',
      { answer: (_, response) => !!response.writeHead(403).end() },
      /answers 403: the contact is refused/,
    ],
    [
      'too many requests',
      { answer: (_, response) => !!response.writeHead(429, { 'retry-after': '7200' }).end() },
      /429, too busy, asks to come back in 120 minutes/,
    ],
    [
      'an owner out of service',
      { answer: (_, response) => !!response.writeHead(503, { 'retry-after': '3600' }).end() },
      /503, too busy, asks to come back in 60 minutes/,
    ],
    [
      'a page in the place of an archive',
      { answer: (_, response) => !!response.end('<title>Sorry</title>') },
      /is no whole zip archive/,
    ],
    ['an address that has moved', { answer: (_, response) => !!response.writeHead(404).end() }, /PANSCREEN_URL_COMPANYFACTS/],
    ['a full disk while files come', null, /disk of .* is full: make room/, { PANSCREEN_TEST_DISK: 'fetch:100000' }],
    ['a full disk while the data are built', null, /no space left.*: make room/, { PANSCREEN_TEST_DISK: 'ingest:30000' }],
    ['a full disk while the data are published', null, /no space left.*: make room/, { PANSCREEN_TEST_DISK: 'ingest:200000' }],
  ];

  it.each(faults)('goes on after %s, with a line that says it', async (_, manners, line, more = {}) => {
    const before = manifest();
    changeTickers();
    // Other figures, so that there is something to publish.
    if (more.PANSCREEN_TEST_DISK === 'ingest:200000') await changeCloses();
    if (manners) mirror.manners.set(FACTS, manners);
    // What the owner has is another file, so that the fault is met.
    const facts = mirror.files.get(FACTS)!;
    rmSync(join(`${data}.files`, '.fetch/companyfacts.json'), { force: true });
    const preload = { NODE_OPTIONS: `--import ${pathToFileURL(resolve('tests/fetch/fullDisk.mjs')).href}` };
    const { status, stderr } = await market(more.PANSCREEN_TEST_DISK ? { ...more, ...preload } : {});
    expect(stderr).toMatch(line);
    expect(status).toBe(1);
    if (more.PANSCREEN_TEST_DISK) expect(manifest()).toBe(before);
    mirror.manners.clear();
    mirror.files.set(FACTS, facts);
    const next = await market();
    expect([0, 3], next.stderr).toContain(next.status);
    universes.add(universe());
    expectServed(universes);
  });

  it.each([
    ['cut in mid-file', { cutAfter: 400_000 }],
    ['without ETag and date', { isNameless: true }],
  ] as [string, Manners][])('comes whole from an owner whose answers are %s', async (_, manners) => {
    rmSync(join(`${data}.files`, 'sec/companyfacts.zip'));
    mirror.manners.set(FACTS, manners);
    const { status, stderr } = await market();
    mirror.manners.clear();
    expect([0, 3], stderr).toContain(status);
    expect(readFileSync(join(`${data}.files`, 'sec/companyfacts.zip')).equals(mirror.files.get(FACTS)!)).toBe(true);
    universes.add(universe());
    expectServed(universes);
  });

  it(`killed at ${KILLS} places while it builds, has one universe or the other, whole, and goes on`, async () => {
    const random = new Random(20_261_124);
    changeTickers();
    const start = performance.now();
    expect((await market()).status).toBe(0);
    let wholeMs = performance.now() - start;
    universes.add(universe());
    let killed = 0;
    for (let runs = 0; killed < KILLS; runs++) {
      expect(runs, 'runs end before they are killed').toBeLessThan(4 * KILLS);
      changeTickers();
      // The build is a process of its own: the group is killed.
      const spawnedAt = performance.now();
      const child = spawn(process.execPath, [cli, ...marketArgs()], { cwd: folder, stdio: 'ignore', detached: true });
      const exited = once(child, 'exit');
      const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), random.below(Math.ceil(wholeMs)));
      const [, signal] = await exited;
      clearTimeout(timer);
      // The build may die a moment behind its parent, and holds its lock until then.
      for (let waits = 0; waits < 40 && isRunning(-child.pid!); waits++) await setTimeoutOf(25);
      killed += Number(signal === 'SIGKILL');
      // Kills fall within a run as long as the machine makes it now.
      if (signal === null) wholeMs = Math.min(wholeMs, performance.now() - spawnedAt);
      const now = readManifest(manifest());
      for (const answer of Object.values(now.answers))
        expect(readFileSync(join(data, 'files', answer.file)).byteLength).toBe(answer.bytes);
      universes.add(universe());
    }
    const { status, stderr } = await market();
    expect([0, 3], stderr).toContain(status);
    universes.add(universe());
    expectServed(universes);
    // Nothing half is left behind, and nothing that grows with each kill.
    expect(readdirSync(data).filter((name) => /\.part$/.test(name))).toEqual([]);
    expect(readdirSync(join(data, 'files')).filter((name) => /\.part$/.test(name))).toEqual([]);
  });
});
