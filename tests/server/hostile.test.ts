/** Hostile or odd requests: no other file is served, every response has the headers, and the server continues. */
import { afterEach, describe, expect, test } from 'vitest';
import { SECURITY_HEADERS } from '../../src/server/headers.ts';
import { fixture } from './fixture.ts';
import { get, sendRaw } from './http.ts';

const logged: string[] = [];
const made = fixture({ log: (line) => logged.push(line) });

afterEach(() => expect(logged).toEqual([]));

const raw = (lines: readonly string[]): Promise<string> =>
  sendRaw(made.port, `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);

describe('paths', () => {
  const ups = [
    '..',
    '%2e%2e',
    '%252e%252e',
    '%25252e%25252e',
    '.%2e',
    '%2e%2e%2f',
    '%2e%2e%5c',
    '..%255c',
    '..\\',
    '..%c0%af',
    '..%ef%bc%8f',
    '%u002e%u002e',
    '..%00',
    '..%0a',
    '..;',
    '...',
    '....//',
    './.',
    '．．',
    '%e2%80%a5',
    '..%20',
    '..%09',
    '~',
    '-',
  ];
  const targets = ['secret.txt', 'published/manifest.json', 'etc/passwd'];

  test.each(ups)('%j leads nowhere', async (up) => {
    const encoded = up.replace(/[^\u0021-\u007e]/g, encodeURIComponent);
    for (const target of targets) {
      for (const path of [
        `/${encoded}/${target}`,
        `/${encoded}/${encoded}/${encoded}/${encoded}/${target}`,
        `/assets/${encoded}/${encoded}/${target}`,
        `//${encoded}/${target}`,
        `/api/screener/vector/${encoded}/${encoded}/${target}`,
        `/api/screener/vector/US?build=${encoded}/${target}`,
        `/stocks/screener?s=${encoded}/${target}`,
      ]) {
        const { status, body, headers } = await get(made.port, path);
        const isCall = path.includes('?');
        expect([path, isCall ? status : status === 400 || status === 404]).toEqual([path, isCall ? 200 : true]);
        expect(body.toString('latin1')).not.toMatch(/^secret|"answers"|root:/);
        expect(headers['content-security-policy']).toBe(SECURITY_HEADERS['content-security-policy']);
      }
    }
  });

  test.each(['//evil.example/', '///', '/\\evil.example', 'http://evil.example//x', '*', 'x', '?x'])(
    'the target %j is answered as a path of ours, never by a redirect',
    async (target) => {
      const reply = await raw([`GET ${target} HTTP/1.1`, 'Host: a']);
      expect(reply).toMatch(/^HTTP\/1\.1 (?:200|400|404) /);
      expect(reply.toLowerCase()).not.toContain('location:');
    },
  );

  test('URLs up to the limit are accepted, longer ones refused at any length', async () => {
    expect((await get(made.port, `/?s=${'a'.repeat(8192 - 4)}`)).status).toBe(200);
    for (const length of [8192, 12_000, 16_000]) expect((await get(made.port, `/?s=${'a'.repeat(length)}`)).status).toBe(414);
    for (const length of [17_000, 70_000]) {
      expect(await sendRaw(made.port, `GET /${'a'.repeat(length)} HTTP/1.1\r\nHost: a\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 |^$/);
    }
    expect((await get(made.port, `/${'a/'.repeat(4000)}`)).status).toBe(404);
    expect((await get(made.port, `/${'%25'.repeat(2700)}`)).status).toBe(404);
  });
});

describe('the Host header', () => {
  test.each(['a', 'a:80', '127.0.0.1:8080', '[::1]:8080', 'xn--bcher-kva.example', 'evil.example', ''])(
    '%j is taken',
    async (host) => {
      expect(await raw(['GET /api/screener/countries HTTP/1.1', `Host: ${host}`])).toMatch(/^HTTP\/1\.1 200 /);
    },
  );

  test.each(['a b', 'a/b', 'a@b', 'a:80:80', 'a:x', '<script>', 'a\\b', '[::1', 'a?b', 'a#b', 'a, b', 'bücher.example'])(
    '%j is 400',
    async (host) => {
      expect(await raw(['GET / HTTP/1.1', `Host: ${host}`])).toMatch(/^HTTP\/1\.1 400 /);
    },
  );

  test('none or two are 400; HTTP/1.0 needs none; its value appears nowhere', async () => {
    expect(await raw(['GET / HTTP/1.1'])).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(['GET / HTTP/1.1', 'Host: a', 'Host: b'])).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(['GET / HTTP/1.0'])).toMatch(/^HTTP\/1\.1 200 /);
    const reply = await raw([
      'GET /nowhere HTTP/1.1',
      'Host: evil.example',
      'X-Forwarded-Host: evil.example',
      'Forwarded: host=evil.example',
    ]);
    expect(reply).not.toContain('evil.example');
  });
});

describe('methods', () => {
  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH', 'PROPFIND', 'LINK', 'PURGE', 'QUERY'])(
    '%s is refused',
    async (method) => {
      const reply = await raw([`${method} / HTTP/1.1`, 'Host: a', 'X-Secret: echo', 'Content-Length: 0']);
      expect(reply).toMatch(/^HTTP\/1\.1 (?:405|400) /);
      expect(reply).not.toContain('echo');
      expect(reply).toContain('content-security-policy: ');
    },
  );

  test.each([
    'get / HTTP/1.1',
    'GETGET / HTTP/1.1',
    ' GET / HTTP/1.1',
    'CONNECT evil.example:443 HTTP/1.1',
    'PRI * HTTP/2.0',
    'GET  / HTTP/1.1 x',
    '\0 / HTTP/1.1',
  ])('%j is no request of ours', async (line) => {
    expect(await raw([line, 'Host: a'])).not.toMatch(/^HTTP\/1\.1 2/);
  });

  test('a body is not awaited, an upgrade is ignored', async () => {
    expect(await raw(['GET / HTTP/1.1', 'Host: a', 'Upgrade: websocket', 'Sec-WebSocket-Key: x'])).toMatch(/^HTTP\/1\.1 200 /);
    expect(await raw(['GET / HTTP/1.1', 'Host: a', 'Upgrade: h2c', 'HTTP2-Settings: x'])).toMatch(/^HTTP\/1\.1 200 /);
    expect(await raw(['POST / HTTP/1.1', 'Host: a', 'Expect: 100-continue', 'Content-Length: 1000000000'])).toMatch(
      /HTTP\/1\.1 405 /,
    );
  });
});

describe('smuggling', () => {
  const SECOND = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
  test.each([
    ['both lengths', `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SECOND}`],
    ['chunked and length', `Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${SECOND}`],
    ['two lengths', `Content-Length: 0\r\nContent-Length: 40\r\n\r\n${SECOND}`],
    ['a list of lengths', `Content-Length: 0, 40\r\n\r\n${SECOND}`],
    ['a signed length', `Content-Length: +0\r\n\r\n${SECOND}`],
    ['a space before the colon', `Content-Length : 40\r\n\r\n${SECOND}`],
    ['an odd coding', `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${SECOND}`],
    ['chunked not last', `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${SECOND}`],
    ['a folded header', `Transfer-Encoding:\r\n chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${SECOND}`],
    ['a broken chunk', `Transfer-Encoding: chunked\r\n\r\nzz\r\n${SECOND}`],
    ['a chunk with a bare line feed', `Transfer-Encoding: chunked\r\n\r\n0\n\n${SECOND}`],
    ['a header with a bare return', `X: a\rTransfer-Encoding: chunked\r\n\r\n${SECOND}`],
  ])('%s: refused, and the connection ends before the second request', async (_, rest) => {
    const reply = await sendRaw(made.port, `GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\n${rest}`);
    expect(reply).toContain('HTTP/1.1 400 ');
    expect(reply).not.toContain('HTTP/1.1 404 ');
  });

  test('a refused method closes the connection, so that its body is not read as a request', async () => {
    const reply = await sendRaw(made.port, `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc${SECOND}`);
    expect(reply.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 405']);
  });
});

describe('headers', () => {
  test('200 are accepted, thousands or a long one refused', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `X-${index}: a`);
    expect(await raw(['GET / HTTP/1.1', 'Host: a', ...many(200)])).toMatch(/^HTTP\/1\.1 200 /);
    expect(await raw(['GET / HTTP/1.1', 'Host: a', ...many(3000)])).toMatch(/^HTTP\/1\.1 431 |^$/);
    expect(await raw(['GET / HTTP/1.1', 'Host: a', `Accept-Encoding: ${'br,'.repeat(5000)}`])).toMatch(
      /^HTTP\/1\.1 200 |^HTTP\/1\.1 431 /,
    );
    expect(await raw(['GET / HTTP/1.1', 'Host: a', `If-None-Match: ${'"a",'.repeat(3900)}`])).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('ranges and conditions', () => {
  test.each([
    'bytes=0-0',
    'bytes=0-',
    'bytes=-5',
    'bytes=5-2',
    'bytes=999999-',
    'bytes=0-1,3-4',
    'bytes=',
    'items=0-1',
    'bytes=0-0,0-0,0-0',
    `bytes=${'0-,'.repeat(2000)}`,
  ])('the range %j gets the whole', async (range) => {
    for (const path of ['/assets/a-1.js', '/api/screener/vector/US']) {
      const whole = await get(made.port, path);
      const { status, headers, body } = await get(made.port, path, { range, 'if-range': String(whole.headers.etag) });
      expect([status, headers['content-range'], headers['accept-ranges'], body.equals(whole.body)]).toEqual([
        200,
        undefined,
        'none',
        true,
      ]);
    }
  });

  test.each(['/', '/assets/a-1.js', '/api/screener/countries', '/api/screener/vector/US'])(
    '%s: 304 where the tag is known, whatever stands beside it',
    async (path) => {
      const { headers } = await get(made.port, path);
      const tag = String(headers.etag);
      const status = async (known: string, method = 'GET') =>
        (await get(made.port, path, { 'if-none-match': known }, method)).status;
      for (const known of [tag, `W/${tag}`, `"a", ${tag}`, `"a",${tag},"b"`, `W/"a" , W/${tag}`, '*', ` ${tag} `])
        expect([known, await status(known)]).toEqual([known, 304]);
      for (const other of ['"a"', tag.slice(1, -1), `${tag}x`, `w/${tag}`, '""', ',', `"${tag}"`])
        expect([other, await status(other)]).toEqual([other, 200]);
      expect(await status(tag, 'HEAD')).toBe(304);
      expect((await get(made.port, path, { 'if-modified-since': 'Wed, 21 Oct 2099 07:28:00 GMT' })).status).toBe(200);
    },
  );
});
