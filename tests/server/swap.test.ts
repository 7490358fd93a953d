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

/** The seed of the figures in a response, from the value in row 0, column 1. */
const seedOf = (vector: Buffer): number => vector.readFloatLE(4) / 2;

test('while builds are swapped under load, responses are complete and a page load stays in its named build', async () => {
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
        // No load lasts longer than two swaps here.
        expect([headers['x-panscreen-build'], seedOf(body)]).toEqual([build, seed]);
      }
      loads[id]!++;
    }
  };
  const readers = Promise.all(loads.map((_, id) => reader(id)));
  for (let seed = 2; seed <= 6; seed++) {
    const { build } = await publish(folder, [country('US', 1000, seed), country('DE', 100, seed)]);
    // If named, it is loaded at once. Then each reader completes its load.
    expect((await get(port, `/api/screener/vector/US?build=${build}`)).headers['x-panscreen-build']).toBe(build);
    const before = [...loads];
    const isThrough = () => loads.every((count, id) => count > before[id]! + 1);
    await Promise.race([readers, expect.poll(isThrough, { timeout: 60_000 }).toBe(true)]);
  }
  isPublishing = false;
  await readers;
});

test('the previous build is served if named, otherwise the current one', async () => {
  const before = String((await get(port, '/api/screener/countries')).headers['x-panscreen-build']);
  await publish(folder, [country('US', 1000, 2)]);
  await expect.poll(async () => (await get(port, '/api/screener/countries')).headers['x-panscreen-build']).not.toBe(before);
  const old = await get(port, `/api/screener/vector/DE?build=${before}`);
  expect([old.status, old.headers['x-panscreen-build'], seedOf(old.body)]).toEqual([200, before, 1]);
  expect((await get(port, '/api/screener/vector/DE')).status).toBe(404);
  expect(seedOf((await get(port, '/api/screener/vector/US?build=unknown')).body)).toBe(2);
});

test('responses of a named build are immutable; those of the current build are revalidated', async () => {
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
  // The build has been removed: its replacement must be recognizable.
  await expect.poll(() => cacheOf(`?build=${first}`)).toBe('no-cache');
});

test('a build first seen by another server of the folder is served at once', async () => {
  await get(port, '/api/screener/countries');
  const { build } = await publish(folder, [country('US', 1000, 4)]);
  const { headers } = await get(port, `/api/screener/vector/US?build=${build}`);
  expect(headers['x-panscreen-build']).toBe(build);
});
