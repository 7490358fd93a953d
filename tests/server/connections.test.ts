/** Misbehaving clients: their resources on the server are bounded, and others are still answered. */
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { VECTOR_IDS } from '../../src/catalogue/catalogue.ts';
import { publish } from '../../src/ingest/publish/publish.ts';
import { createServer, stopServer } from '../../src/server/server.ts';
import { country } from '../ingest/country.ts';
import { get, listen, sendRaw } from './http.ts';

/** 9 MB: more than the system buffers of one connection, and than the server keeps in memory of a file. */
const LARGE_ROWS = 18_000;
const LARGE_BYTES = 4 * LARGE_ROWS * VECTOR_IDS.length;
const MEDIUM_ROWS = 3000;
const MEDIUM_BYTES = 4 * MEDIUM_ROWS * VECTOR_IDS.length;
const VECTOR = (code: string): string => `GET /api/screener/vector/${code} HTTP/1.1\r\nHost: a\r\n\r\n`;

let folder: string;
let server: Server;
let port: number;
const sockets = new Set<Socket>();
const logged: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'panscreen-connections-'));
  await publish(folder, [country('US', LARGE_ROWS), country('DE', MEDIUM_ROWS)]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function start(change: (server: Server) => void = () => undefined): Promise<void> {
  server = createServer({ published: folder, page: folder, log: (line) => logged.push(line) });
  change(server);
  port = await listen(server);
}

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await stopServer(server);
  expect(logged).toEqual([]);
});

/** A client that keeps its side of the connection open whatever the server does. */
function halfOpen(text: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(text));
  socket.on('error', () => undefined);
  sockets.add(socket);
  return socket;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Open files of this process, which includes the server, in the published folder. */
async function openFiles(): Promise<number> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
  );
  return links.filter((path) => path.startsWith(folder)).length;
}

const connectionCount = (): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));

describe('half-open clients that ignore a refusal', () => {
  const CONNECTIONS = 150;
  test.each([
    ['never end their request', 'GET / HTTP/1.1\r\nHost: a\r\nX-', '408'],
    ['send what is no request', 'nonsense\r\n\r\n', '400'],
    ['send too long a head', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}`, '431'],
    ['ask for a tunnel', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', '405'],
  ])('and %s lose their connections; others are answered', async (_, text, status) => {
    await start((given) => {
      given.maxConnections = CONNECTIONS;
      given.headersTimeout = 500;
    });
    const replies = await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        let reply = '';
        const socket = halfOpen(text);
        socket.on('data', (chunk) => {
          reply += chunk.toString('latin1');
        });
        await new Promise((resolve) => socket.once('end', resolve).once('close', resolve));
        return reply.slice('HTTP/1.1 '.length, 'HTTP/1.1 xxx'.length);
      }),
    );
    expect([...new Set(replies)]).toEqual([status]);
    await expect.poll(connectionCount).toBe(0);
    expect((await get(port, '/api/screener/countries')).status).toBe(200);
  });
});

describe('pipelined requests', () => {
  const REQUESTS = 300;
  const CLIENTS = 8;

  test('of a client that does not read need one file and one chunk per connection', async () => {
    await start();
    await get(port, '/api/screener/vector/US');
    const before = process.memoryUsage();
    for (let client = 0; client < CLIENTS; client++) halfOpen(VECTOR('US').repeat(REQUESTS)).pause();
    let files = 0;
    let bytes = 0;
    for (let look = 0; look < 20; look++) {
      await pause(100);
      files = Math.max(files, await openFiles());
      bytes = Math.max(bytes, process.memoryUsage().arrayBuffers - before.arrayBuffers);
    }
    expect(files).toBeGreaterThan(0);
    expect(files).toBeLessThanOrEqual(CLIENTS);
    expect(bytes).toBeLessThan(CLIENTS * 512 * 1024);
    expect((await get(port, '/api/screener/countries')).status).toBe(200);
  });

  test('are all answered in order if the client reads', async () => {
    await start();
    const paths = Array.from({ length: REQUESTS }, (_, index) => (index % 3 === 0 ? 'vector/DE' : `nothing-${index}`));
    const socket = halfOpen(paths.map((path) => `GET /api/screener/${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
    let rest = Buffer.alloc(0);
    const seen: [string, number][] = [];
    for await (const chunk of socket) {
      rest = Buffer.concat([rest, chunk as Buffer]);
      for (;;) {
        const end = rest.indexOf('\r\n\r\n');
        const head = rest.subarray(0, Math.max(end, 0)).toString('latin1');
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
        if (end < 0 || rest.length < end + 4 + length) break;
        const body = rest.subarray(end + 4, end + 4 + length);
        seen.push([/nothing-\d+/.exec(body.toString('latin1', 0, 100))?.[0] ?? 'vector/DE', length]);
        rest = rest.subarray(end + 4 + length);
      }
      if (seen.length === REQUESTS) break;
    }
    expect(seen.map(([path]) => path)).toEqual(paths);
    expect(new Set(seen.filter(([path]) => path === 'vector/DE').map(([, length]) => length))).toEqual(new Set([MEDIUM_BYTES]));
  });

  test('that end in garbage get complete responses, then the refusal', async () => {
    await start();
    const reply = await sendRaw(port, `${VECTOR('DE')}${VECTOR('DE')}nonsense\r\n\r\n`);
    const lengths = reply
      .split(/HTTP\/1\.1 (?=\d{3} )/)
      .slice(1)
      .map((answer) => [answer.slice(0, 3), answer.length - answer.indexOf('\r\n\r\n') - 4]);
    expect(lengths).toEqual([
      ['200', MEDIUM_BYTES],
      ['200', MEDIUM_BYTES],
      ['400', expect.any(Number)],
    ]);
  });

  test('of any number are answered if the client reads', async () => {
    await start();
    const count = 20_000;
    const socket = halfOpen('HEAD /nothing HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count));
    let tail = '';
    let answered = 0;
    for await (const chunk of socket) {
      const text = tail + (chunk as Buffer).toString('latin1');
      answered += text.split('\r\n\r\n').length - 1;
      tail = text.slice(text.lastIndexOf('\r\n\r\n') + 4);
      if (answered === count) break;
    }
    expect(answered).toBe(count);
  });
});

describe('slow readers', () => {
  const CLIENTS = 100;

  test('of a kilobyte at a time need one chunk each, and are disconnected', async () => {
    await start();
    await get(port, '/api/screener/vector/US');
    const before = process.memoryUsage().arrayBuffers;
    const from = performance.now();
    const lived = Array.from({ length: CLIENTS }, async () => {
      const socket = halfOpen(VECTOR('US'));
      socket.pause();
      const sips = setInterval(() => socket.read(1024), 500);
      const closed = new Promise<number>((resolve) => socket.once('close', () => resolve(performance.now() - from)));
      // A client notices the reset by sending.
      const knocks = setInterval(() => socket.write('x'), 1000);
      const ms = await closed;
      clearInterval(sips);
      clearInterval(knocks);
      return ms;
    });
    let held = 0;
    for (let look = 0; look < 20; look++) {
      await pause(250);
      held = Math.max(held, process.memoryUsage().arrayBuffers - before);
      expect((await get(port, '/api/screener/countries')).status).toBe(200);
    }
    expect(held / CLIENTS).toBeLessThan(200 * 1024);
    expect(Math.max(...(await Promise.all(lived)))).toBeLessThan(60_000);
    await expect.poll(openFiles).toBe(0);
  });

  test('that are slow but steady get everything', async () => {
    await start();
    const socket = halfOpen(VECTOR('US'));
    let bytes = 0;
    for await (const chunk of socket) {
      bytes += (chunk as Buffer).length;
      if (bytes < 4 << 20) await pause(50);
      if (bytes > LARGE_BYTES) break;
    }
    expect(bytes).toBeGreaterThan(LARGE_BYTES);
  });
});
