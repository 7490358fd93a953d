import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publish } from '../../src/ingest/publish/publish.ts';
import { createServer, stopServer } from '../../src/server/server.ts';
import { country } from '../ingest/country.ts';
import { get, listen } from './http.ts';

let folder: string;
let server: ReturnType<typeof createServer>;
let port: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'panscreen-swap-'));
  await publish(folder, [country('US', 1000, 1), country('DE', 100, 1)]);
  server = createServer({ published: folder, page: folder });
  port = await listen(server);
});

afterEach(async () => {
  await stopServer(server);
  await rm(folder, { recursive: true, force: true });
});

/** The seed of the figures in an answer: what the value at column 1 of row 0 was made with. */
const seedOf = (vector: Buffer): number => vector.readFloatLE(4) / 2;

test('while builds are swapped under load every answer is whole, and a page load that names its build stays in it', async () => {
  let isPublishing = true;
  const loads = [0, 0, 0];
  const reader = async (id: number): Promise<void> => {
    while (isPublishing) {
      const countries = await get(port, '/api/screener/countries');
      expect(countries.status).toBe(200);
      const seed = JSON.parse(countries.body.toString()).US - 1_763_596_800;
      const build = String(countries.headers['x-panscreen-build']);
      for (const code of ['US', 'DE']) {
        const { status, headers, body } = await get(port, `/api/screener/vector/${code}?build=${build}`);
        expect([status, body.byteLength]).toEqual([200, Number(headers['content-length'])]);
        // No load outlives two swaps here.
        expect([headers['x-panscreen-build'], seedOf(body)]).toEqual([build, seed]);
      }
      loads[id]!++;
    }
  };
  const readers = Promise.all(loads.map((_, id) => reader(id)));
  for (let seed = 2; seed <= 6; seed++) {
    const { build } = await publish(folder, [country('US', 1000, seed), country('DE', 100, seed)]);
    // Named, it is looked for at once. Then each reader comes to the end of what it has begun.
    expect((await get(port, `/api/screener/vector/US?build=${build}`)).headers['x-panscreen-build']).toBe(build);
    const before = [...loads];
    const isThrough = () => loads.every((count, id) => count > before[id]! + 1);
    await Promise.race([readers, expect.poll(isThrough, { timeout: 60_000 }).toBe(true)]);
  }
  isPublishing = false;
  await readers;
});

test('the build before is served to who names it, the present one to everybody else', async () => {
  const before = String((await get(port, '/api/screener/countries')).headers['x-panscreen-build']);
  await publish(folder, [country('US', 1000, 2)]);
  await expect.poll(async () => (await get(port, '/api/screener/countries')).headers['x-panscreen-build']).not.toBe(before);
  const old = await get(port, `/api/screener/vector/DE?build=${before}`);
  expect([old.status, old.headers['x-panscreen-build'], seedOf(old.body)]).toEqual([200, before, 1]);
  expect((await get(port, '/api/screener/vector/DE')).status).toBe(404);
  expect(seedOf((await get(port, '/api/screener/vector/US?build=unknown')).body)).toBe(2);
});

test('answers of a named build never change, and say so; those of the present one are asked for again', async () => {
  const first = String((await get(port, '/api/screener/countries')).headers['x-panscreen-build']);
  const cacheOf = async (query: string, headers: Record<string, string> = {}): Promise<unknown> =>
    (await get(port, `/api/screener/vector/US${query}`, headers)).headers['cache-control'];
  const forEver = 'public, max-age=31536000, immutable';
  expect(await cacheOf(`?build=${first}`)).toBe(forEver);
  const { etag } = (await get(port, `/api/screener/vector/US?build=${first}`)).headers;
  const known = await get(port, `/api/screener/vector/US?build=${first}`, { 'if-none-match': String(etag) });
  expect([known.status, known.headers['cache-control']]).toEqual([304, forEver]);
  for (const query of ['', '?build=', '?build=unknown', `?build=${first}0`]) expect(await cacheOf(query)).toBe('no-cache');
  await publish(folder, [country('US', 1000, 2), country('DE', 100, 2)]);
  await expect.poll(async () => (await get(port, '/api/screener/countries')).headers['x-panscreen-build']).not.toBe(first);
  expect(await cacheOf(`?build=${first}`)).toBe(forEver);
  await publish(folder, [country('US', 1000, 3), country('DE', 100, 3)]);
  // The build is gone: what is given instead may not be taken for it.
  await expect.poll(() => cacheOf(`?build=${first}`)).toBe('no-cache');
});

test('a build that another server of the folder has seen first is given at once', async () => {
  await get(port, '/api/screener/countries');
  const { build } = await publish(folder, [country('US', 1000, 4)]);
  const { headers } = await get(port, `/api/screener/vector/US?build=${build}`);
  expect(headers['x-panscreen-build']).toBe(build);
});
