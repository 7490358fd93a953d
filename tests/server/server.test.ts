import { mkdir, mkdtemp, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VECTOR_IDS } from '../../src/catalogue/catalogue.ts';
import { publish } from '../../src/ingest/publish/publish.ts';
import { openPublished } from '../../src/server/published.ts';
import { createServer, stopServer } from '../../src/server/server.ts';
import { country } from '../ingest/country.ts';
import { get, listen, sendRaw } from './http.ts';

const INDEX = `<!doctype html><title>Panscreen</title><script type="module" src="./assets/a-1.js"></script>${' '.repeat(600)}`;
let root: string;
let server: Server;
let port: number;
const logged: string[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'panscreen-server-'));
  const page = join(root, 'page');
  await mkdir(join(page, 'assets'), { recursive: true });
  await writeFile(join(page, 'index.html'), INDEX);
  await writeFile(join(page, 'assets/a-1.js'), `export const text = '${'a'.repeat(1000)}';`);
  await writeFile(join(page, '.secret'), 'secret');
  await writeFile(join(root, 'secret.txt'), 'secret');
  await publish(join(root, 'published'), [country('US', 4000), country('DE', 3)]);
  server = createServer({ published: join(root, 'published'), page, log: (line) => logged.push(line) });
  port = await listen(server);
});

afterAll(async () => {
  await stopServer(server);
  await rm(root, { recursive: true, force: true });
});

describe('the five calls', () => {
  test('answer with their type, a strong ETag, the build and a length', async () => {
    const build = (await openPublished(join(root, 'published')).manifest())?.build;
    for (const [call, type] of [
      ['countries', 'application/json;charset=utf-8'],
      ['reverse-index', 'application/json;charset=utf-8'],
      ['header-index', 'application/json;charset=utf-8'],
      ['vector-indexing/DE', 'application/json;charset=utf-8'],
      ['vector/DE', 'application/octet-stream'],
    ]) {
      const { status, headers, body } = await get(port, `/api/screener/${call}`);
      expect([status, headers['content-type'], headers['cache-control'], headers.vary]).toEqual([
        200,
        type,
        'no-cache',
        'Accept-Encoding',
      ]);
      expect(headers.etag).toMatch(/^"[0-9a-f]{32}\.[a-z0-9.]+"$/);
      expect(headers['x-panscreen-build']).toBe(build);
      expect(Number(headers['content-length'])).toBe(body.byteLength);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    }
  });

  test('a large vector is streamed whole', async () => {
    const { body } = await get(port, '/api/screener/vector/US');
    expect(body.byteLength).toBe(4 * 4000 * VECTOR_IDS.length);
    expect(body.readFloatLE(4)).toBe(2);
    expect(body.readFloatLE(0)).toBe(Number.NEGATIVE_INFINITY);
  });

  test.each([
    ['br', 'br'],
    ['gzip, deflate, br;q=0.9', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
    ['identity', undefined],
    ['br;q=x', undefined],
    ['', undefined],
  ])('accept-encoding “%s” gives %s', async (accept, encoding) => {
    const plain = await get(port, '/api/screener/vector-indexing/US');
    const { headers, body } = await get(port, '/api/screener/vector-indexing/US', { 'accept-encoding': accept });
    expect(headers['content-encoding']).toBe(encoding);
    expect(Number(headers['content-length'])).toBe(body.byteLength);
    expect(headers.etag === plain.headers.etag).toBe(encoding === undefined);
    const text = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
    expect(text.equals(plain.body)).toBe(true);
  });

  test('304 for the ETag of the same encoding only', async () => {
    const path = '/api/screener/vector-indexing/US';
    const plain = await get(port, path);
    const brotli = await get(port, path, { 'accept-encoding': 'br' });
    const status = async (tag: unknown, encoding = ''): Promise<number> =>
      (await get(port, path, { 'if-none-match': String(tag), 'accept-encoding': encoding })).status;
    expect(await status(plain.headers.etag)).toBe(304);
    expect(await status(`"x", W/${plain.headers.etag}`)).toBe(304);
    expect(await status('*')).toBe(304);
    expect(await status(brotli.headers.etag, 'br')).toBe(304);
    expect(await status(brotli.headers.etag)).toBe(200);
    expect(await status('"x"')).toBe(200);
    const unchanged = await get(port, path, { 'if-none-match': String(plain.headers.etag) });
    expect(unchanged.body.byteLength).toBe(0);
    expect(unchanged.headers.etag).toBe(plain.headers.etag);
  });

  test('HEAD returns only headers', async () => {
    const { status, headers, body } = await get(port, '/api/screener/vector/US', {}, 'HEAD');
    expect([status, body.byteLength, Number(headers['content-length'])]).toEqual([200, 0, 16_000 * VECTOR_IDS.length]);
  });

  test('an unknown call is 404, in JSON', async () => {
    for (const path of [
      '/api',
      '/api/',
      '/api/screener',
      '/api/screener/',
      '/api/screener/vector/XX',
      '/api/screener/constructor',
    ]) {
      const { status, headers, body } = await get(port, path);
      expect([path, status, headers['content-type']]).toEqual([path, 404, 'application/json;charset=utf-8']);
      expect(JSON.parse(body.toString())).toEqual({ error: `there is no call ${path}` });
    }
  });

  test('a truncated file on disk is an error, not a short response', async () => {
    const folder = join(root, 'damaged');
    await publish(folder, [country('US', 4000)]);
    const file = (await openPublished(folder).find('vector/US'))?.answer.file ?? '';
    await truncate(join(folder, 'files', file), 1000);
    const damaged = createServer({ published: folder, page: root, log: (line) => logged.push(line) });
    const damagedPort = await listen(damaged);
    expect((await get(damagedPort, '/api/screener/vector/US')).status).toBe(500);
    expect(logged.at(-1)).toContain('has 1000 bytes');
    await stopServer(damaged);
  });

  test('for a removed file the manifest is read again, even if it looks unchanged', async () => {
    const [one, two] = [join(root, 'one'), join(root, 'two')];
    await publish(one, [country('US', 3)]);
    await publish(two, [country('US', 4)]);
    const manifests = await Promise.all([one, two].map((folder) => readFile(join(folder, 'manifest.json'), 'utf8')));
    const put = async (text: string): Promise<void> => {
      await writeFile(join(one, 'manifest.json'), text.padEnd(Math.max(...manifests.map(({ length }) => length))));
      await utimes(join(one, 'manifest.json'), 1, 1);
    };
    await put(manifests[0]!);
    const published = openPublished(one);
    const before = await published.manifest();
    await put(manifests[1]!);
    await rm(join(one, 'files'), { recursive: true });
    expect((await published.manifest())?.build).toBe(before?.build);
    await expect(published.open(before!.answers.countries!)).rejects.toThrow('ENOENT');
    expect((await published.manifest())?.build).toBe(JSON.parse(manifests[1]!).build);
  });

  test('without published data 503, then 200 as soon as there are any', async () => {
    const folder = join(root, 'later');
    const early = createServer({ published: folder, page: root });
    const earlyPort = await listen(early);
    const { status, body } = await get(earlyPort, '/api/screener/countries');
    expect([status, JSON.parse(body.toString())]).toEqual([503, { error: 'no data are published yet' }]);
    await publish(folder, [country('US', 1)]);
    await expect.poll(async () => (await get(earlyPort, '/api/screener/countries')).status).toBe(200);
    await stopServer(early);
  });
});

describe('the page', () => {
  test('both routes return index.html, any other path the same with 404', async () => {
    for (const [path, status, link] of [
      ['/', 200, './assets/a-1.js'],
      ['/?s=type%20=%20Equity', 200, './assets/a-1.js'],
      ['/stocks/screener', 200, '../assets/a-1.js'],
      ['/stocks/screener?s=x', 200, '../assets/a-1.js'],
      ['/stocks/screener/', 200, '../../assets/a-1.js'],
      ['/stocks', 404, './assets/a-1.js'],
      ['/nowhere', 404, './assets/a-1.js'],
      ['/a/b/c', 404, '../../assets/a-1.js'],
      ['/assets/a-0.js', 404, '../assets/a-1.js'],
      ['/.secret', 404, './assets/a-1.js'],
    ] as const) {
      const reply = await get(port, path);
      expect([path, reply.status, reply.headers['content-type']]).toEqual([path, status, 'text/html;charset=utf-8']);
      expect(reply.headers['cache-control']).toBe('no-cache');
      expect(reply.body.toString()).toContain(`src="${link}"`);
    }
  });

  test('assets are immutable and compressed', async () => {
    const { headers, body } = await get(port, '/assets/a-1.js', { 'accept-encoding': 'gzip, br' });
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toBe('text/javascript;charset=utf-8');
    expect(brotliDecompressSync(body).toString()).toContain('export const text');
    expect((await get(port, '/assets/a-1.js', { 'if-none-match': String(headers.etag), 'accept-encoding': 'br' })).status).toBe(
      304,
    );
  });

  test('a 404 is never turned into a 304', async () => {
    expect((await get(port, '/nowhere', { 'if-none-match': '*' })).status).toBe(404);
  });

  test('without a built page the calls still work', async () => {
    const bare = createServer({ published: join(root, 'published'), page: join(root, 'nothing') });
    const barePort = await listen(bare);
    expect((await get(barePort, '/')).status).toBe(404);
    expect((await get(barePort, '/api/screener/countries')).status).toBe(200);
    await stopServer(bare);
  });
});

describe('refusals', () => {
  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH'])('%s is 405', async (method) => {
    const { status, headers } = await get(port, '/api/screener/countries', {}, method);
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  const traversals = [
    '..',
    '%2e%2e',
    '.%2e',
    '%2e.',
    '..%2f..',
    '..%5c..',
    '..\\..',
    '%2e%2e%2f%2e%2e',
    '....//..',
    '..;',
    '%c0%ae%c0%ae',
    '..%00',
  ];
  test.each(
    traversals.flatMap((up) => [
      `/${up}/secret.txt`,
      `/assets/${up}/${up}/secret.txt`,
      `/api/screener/vector/${up}/${up}/secret.txt`,
    ]),
  )('traversal %s stays out', async (path) => {
    const { status, body } = await get(port, path);
    expect([400, 404]).toContain(status);
    expect(body.toString()).not.toContain('secret"');
    expect(body.toString()).not.toMatch(/^secret/);
  });

  test.each(['/%', '/%zz', '/%ff', '/a%00b', '/a%0ab', '/a/../b', '/%5c'])('%s is 400', async (path) => {
    expect((await get(port, path)).status).toBe(400);
  });

  test('an over-long URL is 414, over-long headers 431', async () => {
    expect((await get(port, `/?s=${'a'.repeat(8192)}`)).status).toBe(414);
    expect(await sendRaw(port, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1.1 431 /);
  });

  test.each([
    'nonsense\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    'GET / HTTP/9.9\r\nHost: a\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nA: \0\r\n\r\n',
  ])('malformed %j is 400, with all headers', async (text) => {
    const reply = await sendRaw(port, text);
    expect(reply).toMatch(/^HTTP\/1.1 400 /);
    expect(reply).toContain('content-security-policy: ');
  });

  test('an absolute target works like its path', async () => {
    const reply = await sendRaw(port, 'GET http://a/api/screener/countries HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(reply).toMatch(/^HTTP\/1.1 200 /);
  });

  test('a range gets the whole response, even an odd one', async () => {
    for (const range of ['bytes=5-2', 'bytes=0-1', 'bytes=x']) {
      expect((await get(port, '/assets/a-1.js', { range })).status).toBe(200);
    }
  });
});

test('the command line reads the same responses', async () => {
  const published = openPublished(join(root, 'published'));
  const bytes = await published.readAnswer('vector/DE');
  expect(bytes.byteLength).toBe(4 * 3 * VECTOR_IDS.length);
  await expect(published.readAnswer('vector/XX')).rejects.toThrow('no answer for vector/XX');
});
