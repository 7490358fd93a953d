import { describe, expect, test } from 'vitest';
import { SECURITY_HEADERS, TRANSPORT_SECURITY } from '../../src/server/headers.ts';
import { fixture } from './fixture.ts';
import { get, sendRaw } from './http.ts';
import { observatory } from './observatory.ts';

/** The scanner's own result for these headers. */
const POINTS_MIN = 130;

const secure = fixture({ isSecure: true });
const plain = fixture();

describe('every kind of response has an A+', () => {
  test.each([
    ['the home page', '/', 200, {}],
    ['the screener', '/stocks/screener', 200, {}],
    ['the page with cookies', '/', 200, { cookie: 'analytics=true; language=de' }],
    ['an unknown path', '/nowhere', 404, {}],
    ['a script', '/assets/a-1.js', 200, {}],
    ['a picture', '/favicon.svg', 200, {}],
    ['a call', '/api/screener/countries', 200, {}],
    ['a vector', '/api/screener/vector/US', 200, { 'accept-encoding': 'br' }],
    ['an unknown call', '/api/screener/nothing', 404, {}],
    ['a path that is none', '/%zz', 400, {}],
    ['a URL that is too long', `/?s=${'a'.repeat(9000)}`, 414, {}],
  ] as const)('%s', async (_, path, status, headers) => {
    const reply = await get(secure.port, path, { ...headers });
    expect(reply.status).toBe(status);
    const isHtml = reply.headers['content-type']?.startsWith('text/html');
    const graded = observatory(reply.headers, isHtml ? reply.body.toString() : '');
    expect(graded.grade).toBe('A+');
    expect(graded.points).toBeGreaterThanOrEqual(POINTS_MIN);
  });

  test('a 304, a HEAD and a refused method', async () => {
    const { headers } = await get(secure.port, '/');
    for (const reply of [
      await get(secure.port, '/', { 'if-none-match': String(headers.etag) }),
      await get(secure.port, '/', {}, 'HEAD'),
      await get(secure.port, '/', {}, 'POST'),
    ]) {
      expect(observatory(reply.headers).points, String(reply.status)).toBeGreaterThanOrEqual(POINTS_MIN);
    }
  });

  test('requests that Node itself refuses', async () => {
    const reply = await sendRaw(secure.port, 'nonsense\r\n\r\n');
    const lines = reply.split('\r\n').map((line) => line.split(/: (.*)/s, 2));
    expect(observatory(Object.fromEntries(lines)).points).toBeGreaterThanOrEqual(POINTS_MIN);
  });

  test('without https no transport header is sent', async () => {
    const { headers } = await get(plain.port, '/');
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(observatory({ ...headers, ...TRANSPORT_SECURITY }).points).toBeGreaterThanOrEqual(POINTS_MIN);
  });
});

describe('points are deducted', () => {
  const headers = { ...SECURITY_HEADERS, ...TRANSPORT_SECURITY };
  const policy = headers['content-security-policy'];
  const points = (changed: Record<string, string | string[] | undefined>, html = ''): number => {
    const all = { ...headers, ...changed };
    return observatory(Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)), html).points;
  };

  test.each([
    ['no policy', { 'content-security-policy': undefined }, 55],
    ['inline scripts', { 'content-security-policy': policy.replace("'wasm-unsafe-eval'", "'unsafe-inline'") }, 80],
    ['evaluated scripts', { 'content-security-policy': policy.replace("'wasm-unsafe-eval'", "'unsafe-eval'") }, 110],
    ['scripts from anywhere', { 'content-security-policy': policy.replace("script-src 'self'", 'script-src https:') }, 80],
    ['inline styles', { 'content-security-policy': policy.replace("style-src 'self'", "style-src 'unsafe-inline'") }, 120],
    ['an open default', { 'content-security-policy': policy.replace("default-src 'none'", "default-src 'self'") }, 125],
    ['frames', { 'content-security-policy': policy.replace("frame-ancestors 'none'", '') }, 80],
    ['no transport header', { 'strict-transport-security': undefined }, 80],
    ['a short transport header', { 'strict-transport-security': 'max-age=60' }, 120],
    ['a cookie without secure', { 'set-cookie': ['a=b; SameSite=Lax'] }, 125],
    ['sniffing', { 'x-content-type-options': undefined }, 125],
    ['a telling referrer', { 'referrer-policy': 'unsafe-url' }, 120],
    ['credentials for all', { 'access-control-allow-origin': '*', 'access-control-allow-credentials': 'true' }, 50],
  ])('for %s', (_, changed, expected) => {
    expect(points({})).toBe(130);
    expect(points(changed)).toBe(expected);
  });

  test('for a script of another host', () => {
    expect(points({}, '<script src="https://cdn.example/a.js"></script>')).toBe(50);
  });
});
