import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bucket } from '../../../src/bucket.ts';
import type { CountryData } from '../../../src/ingest/publish/publish.ts';
import { publishedRowCount, publishTo } from '../../../src/ingest/publish/target.ts';
import { openMirror } from '../../../src/server/mirror.ts';
import { openPublished } from '../../../src/server/published.ts';
import { createServer, stopServer } from '../../../src/server/server.ts';
import { get, listen } from '../../server/http.ts';
import { HOW_TO_GET_ONE, hasObjectStore, type ObjectStore, startObjectStore } from '../../support/swift.ts';
import { country } from '../country.ts';

const isThere = hasObjectStore();
if (!isThere) console.log(HOW_TO_GET_ONE);

const json = { type: 'application/json', cacheControl: 'no-cache' };
const progress = (): void => {};
const settings = ['AWS_ENDPOINT_URL', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION'] as const;
const before = Object.fromEntries(settings.map((name) => [name, process.env[name]]));
const scratch = mkdtempSync(join(tmpdir(), 'panscreen-bucket-'));
const name = `panscreen-${process.pid}`;

describe('an address', () => {
  it.each([
    ['s3://a', 'not an address such as'],
    ['s3://Bucket/x', 'not an address such as'],
    ['s3://bucket/../x', 'has “..” in it'],
  ])('refuses %s', (address, message) => {
    expect(() => new Bucket(address, {})).toThrow(message);
  });

  it('refuses half a pair of keys and an invalid endpoint', () => {
    expect(() => new Bucket('s3://bucket', { AWS_ACCESS_KEY_ID: 'a' })).toThrow('the other is not');
    expect(() => new Bucket('s3://bucket', { AWS_ENDPOINT_URL: 'localhost' })).toThrow('AWS_ENDPOINT_URL is not a URL');
  });

  it('names the host that does not respond', async () => {
    const bucket = new Bucket('s3://bucket/x', { AWS_ENDPOINT_URL: 'http://127.0.0.1:9' });
    await expect(bucket.get('manifest.json')).rejects.toThrow('s3://bucket/x: 127.0.0.1:9 does not answer');
  });
});

describe.skipIf(!isThere)('a real object store', () => {
  let store: ObjectStore;
  let out: string;
  let count = 0;

  beforeAll(async () => {
    store = await startObjectStore();
    process.env.AWS_ENDPOINT_URL = store.endpoint;
    process.env.AWS_ACCESS_KEY_ID = store.accessKeyId;
    process.env.AWS_SECRET_ACCESS_KEY = store.secretAccessKey;
    process.env.AWS_REGION = 'us-east-1';
    const { AwsClient } = await import('aws4fetch');
    const client = new AwsClient({ ...store, region: 'us-east-1', service: 's3' });
    expect((await client.fetch(`${store.endpoint}/${name}`, { method: 'PUT' })).ok).toBe(true);
  });

  afterAll(async () => {
    await store?.stop();
    for (const setting of settings) {
      if (before[setting] === undefined) delete process.env[setting];
      else process.env[setting] = before[setting];
    }
    rmSync(scratch, { recursive: true });
  });

  const bucketOf = (address: string): Bucket => new Bucket(address, process.env);
  const fresh = (): string => {
    out = `s3://${name}/a place/${count++}`;
    return out;
  };
  const mirror = (): ReturnType<typeof openMirror> => openMirror(out, join(scratch, `mirror${count++}`));

  it('stores, lists page by page and removes objects, and recognizes an unchanged one', async () => {
    const bucket = bucketOf(fresh());
    expect(await bucket.get('none')).toBeNull();
    for (let object = 0; object < 5; object++) await bucket.put(`files/é &${object}`, Uint8Array.of(object), json);
    const first = await bucket.get('files/é &1');
    if (first === null || first === 'same') expect.fail('the object is not there');
    expect([...first.bytes]).toEqual([1]);
    expect(await bucket.get('files/é &1', first.etag)).toBe('same');
    expect([...(await bucket.list('files'))]).toEqual([0, 1, 2, 3, 4].map((object) => [`files/é &${object}`, 1]));
    expect((await bucket.list('files', 2)).size).toBe(5);
    await bucket.remove('files/é &1');
    expect(await bucket.get('files/é &1')).toBeNull();
    await expect(bucketOf('s3://no-such-bucket/x').put('a', Uint8Array.of(1), json)).rejects.toThrow(
      /no-such-bucket\/x\/a: 404 /,
    );
  });

  it('publishes the files first and the manifest last, and keeps the previous build', async () => {
    const bucket = bucketOf(fresh());
    expect(await publishedRowCount(out)).toBeNull();
    const first = await publishTo(out, [country('US', 40, 1), country('DE', 3, 1)], progress);
    expect(await publishedRowCount(out)).toBe(43);
    const firstFiles = [...(await bucket.list('files')).keys()];
    const second = await publishTo(out, [country('US', 40, 2), country('DE', 3, 1)], progress);
    expect(second.build).not.toBe(first.build);
    const secondFiles = [...(await bucket.list('files')).keys()];
    expect(firstFiles.every((file) => secondFiles.includes(file))).toBe(true);
    await publishTo(out, [country('US', 40, 3), country('DE', 3, 1)], progress);
    const thirdFiles = [...(await bucket.list('files')).keys()];
    expect(firstFiles.every((file) => thirdFiles.includes(file))).toBe(false);
    expect((await mirror().manifest())?.build).not.toBe(second.build);
  });

  it('a failure in the middle leaves the old build as it was', async () => {
    fresh();
    const { build } = await publishTo(out, [country('US', 40, 1)], progress);
    const files = await bucketOf(out).list('files');
    async function* failing(): AsyncGenerator<CountryData> {
      yield country('US', 40, 2);
      throw new Error('the disk of the source is gone');
    }
    await expect(publishTo(out, failing(), progress)).rejects.toThrow('the disk of the source is gone');
    expect((await mirror().manifest())?.build).toBe(build);
    expect(await bucketOf(out).list('files')).toEqual(files);
  });

  it('a publication made meanwhile is not overwritten', async () => {
    fresh();
    await publishTo(out, [country('US', 40, 1)], progress);
    async function* slow(): AsyncGenerator<CountryData> {
      await publishTo(out, [country('US', 40, 2)], progress);
      yield country('US', 40, 3);
    }
    await expect(publishTo(out, slow(), progress)).rejects.toThrow('was published by another process in the meantime');
  });

  it('a damaged object is an error, never served', async () => {
    const bucket = bucketOf(fresh());
    await publishTo(out, [country('US', 40, 1)], progress);
    const found = await mirror().find('vector/US');
    await bucket.put(`files/${found?.answer.file}`, new Uint8Array(found?.answer.bytes ?? 0), json);
    await expect(mirror().readAnswer('vector/US')).rejects.toThrow('is not what its name says');
  });

  it('several servers serve the same build, and follow to the next one', async () => {
    fresh();
    await publishTo(out, [country('US', 40, 1)], progress);
    const servers: Server[] = [];
    const ports: number[] = [];
    for (let index = 0; index < 3; index++) {
      const server = createServer({ published: out, page: scratch, log: () => {} });
      servers.push(server);
      ports.push(await listen(server));
    }
    const buildOf = async (port: number): Promise<string> =>
      String((await get(port, '/api/screener/countries')).headers['x-panscreen-build']);
    const [first, ...others] = await Promise.all(ports.map(buildOf));
    expect(others).toEqual([first, first]);
    const bodies = await Promise.all(
      ports.map(async (port) => (await get(port, '/api/screener/vector/US')).body.toString('hex')),
    );
    expect(new Set(bodies).size).toBe(1);
    const { build } = await publishTo(out, [country('US', 40, 2)], progress);
    await expect.poll(async () => new Set(await Promise.all(ports.map(buildOf)))).toEqual(new Set([build]));
    // A page load that began before the switch goes on in its build.
    const old = await get(ports[0]!, `/api/screener/vector/US?build=${first}`);
    expect([old.status, old.headers['x-panscreen-build']]).toEqual([200, first]);
    for (const server of servers) await stopServer(server);
  });

  it('a server checks at once for a build first seen by another', async () => {
    fresh();
    await publishTo(out, [country('US', 40, 1)], progress);
    const late = mirror();
    await late.manifest();
    const { build } = await publishTo(out, [country('US', 40, 2)], progress);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await late.find('vector/US', build))?.build).toBe(build);
  });

  it('the last build is served while the store is unavailable', async () => {
    fresh();
    const { build } = await publishTo(out, [country('US', 40, 1)], progress);
    const published = openPublished(out);
    expect((await published.manifest())?.build).toBe(build);
    expect((await published.readAnswer('vector/US')).byteLength).toBeGreaterThan(0);
    if (process.env.PANSCREEN_S3_ENDPOINT) return;
    await store.stop();
    await new Promise((resolve) => setTimeout(resolve, 5100));
    expect((await published.manifest())?.build).toBe(build);
    expect((await published.readAnswer('vector/US')).byteLength).toBeGreaterThan(0);
  });
});
