/** A published folder with planted files: only the build is served, and nothing hangs. */
import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { publish } from '../../src/ingest/publish/publish.ts';
import { createServer, stopServer } from '../../src/server/server.ts';
import type { Manifest, PublishedFile } from '../../src/wire/manifest.ts';
import { country } from '../ingest/country.ts';
import { putForward } from './clock.ts';
import { get, listen } from './http.ts';

/** One vector that the server keeps in memory, and one that it reads for each response: 9 MB. */
const SMALL_ROWS = 30;
const LARGE_ROWS = 18_000;
/** Long enough for any response of a busy machine. */
const SOON_MS = 30_000;
/** Less than the time allowed for pending responses. */
const STOPPED_MS = 9000;
/** After this time a server checks the published data again. */
const AGAIN_MS = 1050;

let made: string;
let folder: string;
let server: Server;
let port: number;
let logged: string[];

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'panscreen-planted-made-'));
  await publish(made, [country('US', LARGE_ROWS), country('DE', SMALL_ROWS)]);
});
afterAll(() => vi.restoreAllMocks());
afterAll(() => rm(made, { recursive: true, force: true }));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'panscreen-planted-'));
  await cp(made, folder, { recursive: true });
});

afterEach(async () => {
  const from = performance.now();
  await stopServer(server);
  expect(performance.now() - from).toBeLessThan(STOPPED_MS);
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  logged = [];
  server = createServer({ published: folder, page: folder, log: (line) => logged.push(line) });
  port = await listen(server);
}

const manifestNow = async (): Promise<Manifest> => JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
const call = (name: string) => get(port, `/api/screener/${name}`);
const soon = <Value>(work: Promise<Value>): Promise<Value> =>
  Promise.race([work, new Promise<never>((_, reject) => setTimeout(reject, SOON_MS, new Error('no answer')).unref())]);

/** Replaces a file by something else, of the same length if possible. */
const PLANTED: readonly [string, RegExp, (path: string, file: PublishedFile) => Promise<void>][] = [
  [
    'a link to a file of the same length',
    /is a link/,
    async (path, { bytes }) => {
      await writeFile(`${path}.secret`, 's'.repeat(bytes));
      await symlink(`${path}.secret`, path);
    },
  ],
  ['a link to itself', /is a link/, (path) => symlink(path, path)],
  ['a pipe', /is not a file/, async (path) => void execFileSync('mkfifo', [path])],
  ['a folder', /is not a file/, async (path) => void (await mkdir(path))],
  ['other bytes of the same length', /is not what its name says/, (path, { bytes }) => writeFile(path, 's'.repeat(bytes))],
  ['a longer file', /the manifest says/, (path, { bytes }) => writeFile(path, 's'.repeat(bytes + 1))],
  [
    'a file cut short',
    /the manifest says/,
    async (path, { bytes }) => {
      await writeFile(path, 's'.repeat(bytes));
      await truncate(path, bytes - 1);
    },
  ],
];

describe.each(['DE', 'US'])('instead of the vector of %s', (code) => {
  test.each(PLANTED)('%s is an error of only this call', async (_, reason, plant) => {
    const answer = (await manifestNow()).answers[`vector/${code}`]!;
    const path = join(folder, 'files', answer.file);
    await rm(path);
    await plant(path, answer);
    await start();
    const replies = await soon(Promise.all(Array.from({ length: 8 }, () => call(`vector/${code}`))));
    for (const { status, body, headers } of replies) {
      expect(status).toBe(500);
      expect(JSON.parse(body.toString())).toEqual({ error: expect.stringContaining('log of the server') });
      expect(headers['cache-control']).toBe('no-store');
    }
    expect(logged.length).toBe(8);
    expect(logged[0]).toMatch(reason);
    expect(logged[0]).toContain(answer.file);
    expect((await soon(call(`vector/${code === 'DE' ? 'US' : 'DE'}`))).status).toBe(200);
    expect((await soon(call(`vector-indexing/${code}`))).status).toBe(200);
  });

  test('later changes of bytes are noticed when the file is read again', async () => {
    await start();
    const before = await call(`vector/${code}`);
    const answer = (await manifestNow()).answers[`vector/${code}`]!;
    await writeFile(`${folder}/new`, 's'.repeat(answer.bytes));
    await rename(`${folder}/new`, join(folder, 'files', answer.file));
    const after = await call(`vector/${code}`);
    if (code === 'DE') expect(after.body.equals(before.body)).toBe(true);
    else expect(after.status).toBe(500);
  });
});

describe('a manifest', () => {
  const change = async (edit: (manifest: Manifest) => unknown): Promise<void> => {
    const edited = edit(await manifestNow());
    await writeFile(join(folder, 'manifest.json'), typeof edited === 'string' ? edited : JSON.stringify(edited));
  };
  const withAnswer = (name: string, edit: object) => (manifest: Manifest) => ({
    ...manifest,
    answers: { ...manifest.answers, [name]: { ...manifest.answers[name], ...edit } },
  });
  const WRONG: readonly [string, string, (manifest: Manifest) => unknown][] = [
    ['is cut short', 'is not valid JSON', (manifest) => JSON.stringify(manifest).slice(0, -1)],
    ['is empty', 'is not valid JSON', () => ''],
    ['gives an answer a type that a browser runs', 'another type', withAnswer('vector/US', { type: 'text/html' })],
    ['names a file by no hash', 'names no file', withAnswer('vector/US', { file: 'secret.txt' })],
    ['has markup for a build', 'names no build', (manifest) => ({ ...manifest, build: '<script>' })],
    ['has a line break in its build', 'names no build', (manifest) => ({ ...manifest, build: 'a\r\nset-cookie: a=b' })],
  ];

  test.each(WRONG)('that %s is an error from the start', async (_, reason, edit) => {
    await change(edit);
    await start();
    expect((await soon(call('countries'))).status).toBe(500);
    expect(logged.join()).toContain(reason);
  });

  test.each(WRONG)('that %s later leaves the current build, with one log line', async (_, reason, edit) => {
    await start();
    const before = await call('countries');
    expect(before.status).toBe(200);
    const good = await readFile(join(folder, 'manifest.json'));
    await change(edit);
    for (let look = 0; look < 2; look++) {
      putForward(AGAIN_MS);
      const { status, headers } = await soon(call('countries'));
      expect([status, headers['x-panscreen-build']]).toEqual([200, before.headers['x-panscreen-build']]);
      expect((await soon(call('vector/US'))).status).toBe(200);
    }
    expect(logged.length).toBe(1);
    expect(logged[0]).toContain(reason);
    await writeFile(join(folder, 'manifest.json'), good);
    const { build } = await publish(folder, [country('US', 2)]);
    putForward(AGAIN_MS);
    await expect.poll(async () => (await call('countries')).headers['x-panscreen-build']).toBe(build);
  });

  test.each([
    ['a pipe', async (path: string) => void execFileSync('mkfifo', [path])],
    ['a folder', async (path: string) => void (await mkdir(path))],
    ['a link', (path: string) => symlink(join(folder, 'elsewhere.json'), path)],
  ])('that is %s is an error and not waited for', async (_, plant) => {
    const path = join(folder, 'manifest.json');
    await rename(path, join(folder, 'elsewhere.json'));
    await plant(path);
    await start();
    const replies = await soon(Promise.all(Array.from({ length: 8 }, () => call('countries'))));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 500));
    expect((await soon(get(port, '/'))).status).toBe(404);
  });
});
