/** Every refusal, by Node or the server, has the headers and a reason in JSON. */
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECURITY_HEADERS, TRANSPORT_SECURITY } from '../../src/server/headers.ts';
import { createServer, stopServer } from '../../src/server/server.ts';
import { listen, sendRaw } from './http.ts';

let folder: string;
const servers: Server[] = [];
const ports: number[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'panscreen-refusals-'));
  for (const isSecure of [true, false]) {
    const server = createServer({ published: folder, page: join(folder, 'nothing'), isSecure, log: () => undefined });
    server.headersTimeout = 500;
    servers.push(server);
    ports.push(await listen(server));
  }
});
afterAll(async () => {
  for (const server of servers) await stopServer(server);
  await rm(folder, { recursive: true, force: true });
});

test.each([
  [400, 'nonsense\r\n\r\n'],
  [400, 'GET / HTTP/1.1\r\n\r\n'],
  [400, 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'],
  [400, 'GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  [400, 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n'],
  [404, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  [405, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n'],
  [405, 'POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n'],
  [405, 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n'],
  [408, 'GET / HTTP/1.1\r\nHost: a\r\n'],
  [414, `GET /?s=${'a'.repeat(9000)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`],
  [417, 'GET / HTTP/1.1\r\nHost: a\r\nExpect: the-moon\r\n\r\n'],
  [431, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`],
  [503, 'GET /api/screener/countries HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
])('a %i has all headers and says why: %j', async (status, text) => {
  for (const [index, port] of ports.entries()) {
    const [head = '', body = ''] = (await sendRaw(port, text)).split('\r\n\r\n');
    const headers = new Map(
      head
        .split('\r\n')
        .slice(1)
        .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)] as const),
    );
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect([name, headers.get(name)]).toEqual([name, value]);
    const transport = TRANSPORT_SECURITY['strict-transport-security'];
    expect(headers.get('strict-transport-security')).toBe(index === 0 ? transport : undefined);
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['application/json;charset=utf-8', 'no-store']);
    expect(JSON.parse(body)).toEqual({ error: expect.any(String) });
    expect(headers.get('allow')).toBe(status === 405 ? 'GET, HEAD' : undefined);
  }
});
