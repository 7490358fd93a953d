/** Failures while a market is downloaded and built: the old data are served, and the next run continues. */

import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readManifest } from '../../src/wire/manifest.ts';
import { zipOf } from '../ingest/zips.ts';
import { beside } from '../support/beside.ts';
import { builtCli } from '../support/builtCli.ts';
import { Kills, killPlaces } from '../support/kills.ts';
import { closesIn, DAY, putMarket } from './market.ts';
import { type Manners, Mirror } from './mirror.ts';

const { isThere } = beside('fails');

const cli = builtCli();
const folder = mkdtempSync(join(tmpdir(), 'panscreen-faults-'));
const data = join(folder, 'us');
const FACTS = '/Archives/edgar/daily-index/xbrl/companyfacts.zip';
/** The archive's new address after it has moved. */
const MOVED = '/Archives/moved.zip';
const TICKERS = '/files/company_tickers.json';
const READING = 'a full disk while companies are read';
const PUBLISHING = 'a full disk while the data are published';
const KILLS = 30;

let mirror: Mirror;
let server: ChildProcess;
let address = '';

/** The server's responses since its start: status and digest. */
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
/** The manifest's vector of the United States. */
function universe(): string {
  const { file } = readManifest(manifest()).answers['vector/US']!;
  return createHash('sha256')
    .update(readFileSync(join(data, 'files', file)))
    .digest('hex');
}
/** A change without effect, so that there is something to build. */
function changeTickers(): void {
  mirror.files.set(TICKERS, Buffer.concat([mirror.files.get(TICKERS)!, Buffer.from(' ')]));
}

/** Raises the closes of the last half-month by a tenth. */
async function changeCloses(): Promise<void> {
  const path = [...mirror.files.keys()]
    .filter((each) => /cnsfails/.test(each))
    .sort()
    .at(-1)!;
  const zip = join(folder, 'last.zip');
  writeFileSync(zip, mirror.files.get(path)!);
  const higher = (_: string, close: string, end: string): string => `|${(1.1 * Number(close)).toFixed(2)}${end}`;
  const text = (await closesIn(zip)).replaceAll(/\|(\d+\.\d+)(\r?\n)/g, higher);
  mirror.files.set(path, zipOf({ 'last.txt': text }));
}

/** Responds to the first request with half of another file, then disconnects. */
function firstAnswer(etag: string, length: number): Manners {
  let isFirst = true;
  return {
    answer: (_, response) => {
      if (!isFirst) return false;
      isFirst = false;
      response.writeHead(200, { etag, 'content-length': length });
      return response.write(Buffer.alloc(100_000), () => setTimeout(() => response.destroy(), 50)) || true;
    },
  };
}

/** All responses were the old or the new data. */
function expectServed(universes: ReadonlySet<string>): void {
  expect([...answers.keys()].filter((answer) => !universes.has(answer))).toEqual([]);
  expect([...answers.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
}

describe.skipIf(!isThere)('a served market during failures', { timeout: 1_200_000 }, () => {
  const universes = new Set<string>();

  beforeAll(async () => {
    mirror = await Mirror.open();
    await putMarket(mirror, true);
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
    while (!/http:\S+\n/.test(said)) await once(server.stdout!, 'data');
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
  });

  const faults: [string, Manners | null, RegExp, NodeJS.ProcessEnv?][] = [
    [
      'a contact that is refused',
      { answer: (_, response) => !!response.writeHead(403).end() },
      /answers 403: the contact is refused/,
    ],
    [
      'too many requests',
      { answer: (_, response) => !!response.writeHead(429, { 'retry-after': '7200' }).end() },
      /429, too busy, asks to retry in 120 minutes/,
    ],
    [
      'an owner out of service',
      { answer: (_, response) => !!response.writeHead(503, { 'retry-after': '3600' }).end() },
      /503, too busy, asks to retry in 60 minutes/,
    ],
    [
      'a page in the place of an archive',
      { answer: (_, response) => !!response.end('<title>Sorry</title>') },
      /is not a complete zip archive/,
    ],
    ['an address that is gone', { answer: (_, response) => !!response.writeHead(404).end() }, /PANSCREEN_URL_COMPANYFACTS/],
    ['a full disk while files come', null, /disk of .* is full: free some space/, { PANSCREEN_TEST_DISK: 'fetch:5000' }],
    [READING, null, /no space left.*: free some space/, { PANSCREEN_TEST_DISK: 'ingest:5000' }],
    [PUBLISHING, null, /no space left.*: free some space/, { PANSCREEN_TEST_DISK: 'ingest:5000' }],
  ];

  const passing: [string, () => Manners, RegExp][] = [
    ['cut in mid-file', () => ({ cutAfter: 200_000 }), /companyfacts.zip: .*; again in 1 s/],
    ['without ETag and date', () => ({ isNameless: true }), /companyfacts\.zip/],
    ['of another file from the middle on', () => firstAnswer('"old"', mirror.files.get(FACTS)!.length), /; again in 1 s/],
    ['longer by their length than they are', () => firstAnswer('"long"', 1e6), /; again in 1 s/],
    [
      'at another address for good',
      () => ({ answer: (_, response) => !!response.writeHead(301, { location: MOVED }).end() }),
      /has moved to http.*moved\.zip/,
    ],
  ];

  it.each(faults)('continues after %s, with a message', async (name, manners, line, more = {}) => {
    const before = manifest();
    changeTickers();
    // Other figures, so that there is something to publish.
    if (more.PANSCREEN_TEST_DISK) await changeCloses();
    // Companies are read again, and stored before anything is published.
    if (name === READING) rmSync(`${data}.work`, { recursive: true });
    if (manners) mirror.manners.set(FACTS, manners);
    const preload = { NODE_OPTIONS: `--import ${pathToFileURL(resolve('tests/fetch/fullDisk.mjs')).href}` };
    const { status, stderr } = await market(more.PANSCREEN_TEST_DISK ? { ...more, ...preload } : {});
    expect(stderr).toMatch(line);
    expect(status).toBe(1);
    if (more.PANSCREEN_TEST_DISK) expect(manifest()).toBe(before);
    expect(stderr.includes('joining and publishing')).toBe(name === PUBLISHING || manners !== null);
    mirror.manners.clear();
    const next = await market();
    expect([0, 3], next.stderr).toContain(next.status);
    universes.add(universe());
    expectServed(universes);
  });

  it.each(passing)('are complete from a server whose responses are %s', async (_, mannersOf, line) => {
    rmSync(join(`${data}.files`, 'sec/companyfacts.zip'));
    rmSync(join(`${data}.files`, '.fetch/companyfacts.zip.json'));
    mirror.files.set(MOVED, mirror.files.get(FACTS)!);
    mirror.manners.set(FACTS, mannersOf());
    const { status, stderr } = await market();
    mirror.manners.clear();
    mirror.files.delete(MOVED);
    expect([0, 3], stderr).toContain(status);
    expect(stderr).toMatch(line);
    expect(readFileSync(join(`${data}.files`, 'sec/companyfacts.zip')).equals(mirror.files.get(FACTS)!)).toBe(true);
    universes.add(universe());
    expectServed(universes);
  });

  it(`killed at ${KILLS} places of downloading and building, it has the old or the new data, whole, and continues`, async () => {
    const kills = new Kills(folder);
    changeTickers();
    await changeCloses();
    expect(await kills.run(marketArgs())).toBe(false);
    universes.add(universe());
    const places = killPlaces(kills.changes, KILLS, 20_261_124);
    expect(new Set(places).size, 'each kill is at a place of its own').toBe(KILLS);
    for (const place of places) {
      changeTickers();
      await changeCloses();
      expect(await kills.run(marketArgs(), place), `change ${place}`).toBe(true);
      const now = readManifest(manifest());
      for (const answer of Object.values(now.answers))
        expect(readFileSync(join(data, 'files', answer.file)).byteLength).toBe(answer.bytes);
      universes.add(universe());
    }
    const { status, stderr } = await market();
    expect([0, 3], stderr).toContain(status);
    universes.add(universe());
    expectServed(universes);
    // No partial file remains, and nothing that grows with each kill.
    expect(readdirSync(data).filter((name) => /\.(?:part|lock|new)$/.test(name))).toEqual([]);
    expect(readdirSync(join(data, 'files')).filter((name) => /\.part$/.test(name))).toEqual([]);
  });
});
