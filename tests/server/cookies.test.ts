import { expect, test } from 'vitest';
import { Random } from '../random.ts';
import { fixture } from './fixture.ts';
import { get, type Reply } from './http.ts';

const plain = fixture();
const secure = fixture({ isSecure: true });
const YEAR_S = 365 * 86_400;
const MONTH_S = 30 * 86_400;

const visit = (cookie: string, headers: Record<string, string> = {}, path = '/'): Promise<Reply> =>
  get(plain.port, path, { cookie, ...headers });

test('html sends both choices again, for as long as the page keeps them', async () => {
  for (const path of ['/', '/stocks/screener', '/nowhere']) {
    const { headers } = await visit('analytics=true; language=de', {}, path);
    expect(headers['set-cookie']).toEqual([
      `analytics=true; Max-Age=${YEAR_S}; Path=/; SameSite=Lax`,
      `language=de; Max-Age=${YEAR_S}; Path=/; SameSite=Lax`,
    ]);
    expect(headers['cache-control']).toBe('private, no-cache');
  }
  expect((await visit('analytics=false')).headers['set-cookie']).toEqual([
    `analytics=false; Max-Age=${MONTH_S}; Path=/; SameSite=Lax`,
  ]);
});

test('also with a 304, and over https only for https', async () => {
  const { headers } = await get(secure.port, '/', { cookie: 'language=zh-CN' });
  expect(headers['set-cookie']).toEqual([`language=zh-CN; Max-Age=${YEAR_S}; Path=/; SameSite=Lax; Secure`]);
  const again = await get(secure.port, '/', { cookie: 'language=zh-CN', 'if-none-match': String(headers.etag) });
  expect([again.status, again.headers['set-cookie']?.length]).toEqual([304, 1]);
});

test('nothing is sent without a choice, or with anything but the page itself', async () => {
  const { headers } = await visit('other=true');
  expect([headers['set-cookie'], headers['cache-control']]).toEqual([undefined, 'no-cache']);
  for (const path of ['/assets/a-1.js', '/api/screener/countries', '/favicon.svg']) {
    expect((await visit('language=de', {}, path)).headers['set-cookie']).toBeUndefined();
  }
  expect((await visit('language=de', { 'sec-fetch-dest': 'iframe' })).headers['set-cookie']).toBeUndefined();
  expect((await visit('language=de', { 'sec-fetch-dest': 'document' })).headers['set-cookie']?.length).toBe(1);
});

test.each([
  'analytics=1',
  'analytics=TRUE',
  'analytics="true"',
  'analytics=true,false',
  'analytics=%74rue',
  'analytics={"__proto__":1}',
  'language=xx',
  'language=__proto__',
  'language=de%0d%0aX: y',
  'language=../de',
  'language',
  '=de',
  '__proto__=true',
  'constructor=true',
  'toString=de',
  'analytics=x; analytics=true',
  `a=${'b'.repeat(8200)}; language=de`,
])('%s is no choice', async (cookie) => {
  expect((await visit(cookie)).headers['set-cookie']).toBeUndefined();
});

test('1,000 tampered cookies return nothing but a choice', async () => {
  const random = new Random(11);
  const pieces = [
    'analytics',
    'language',
    '=',
    ';',
    'true',
    'false',
    'de',
    'ar',
    '"',
    '{}',
    '__proto__',
    ' ',
    ',',
    '%3d',
    'é',
    '\t',
    '&',
    '<',
  ];
  let given = 0;
  for (let round = 0; round < 1000; round++) {
    const cookie = Array.from({ length: 1 + random.below(9) }, () => pieces[random.below(pieces.length)]).join('');
    const { status, headers } = await visit(Buffer.from(cookie, 'utf8').toString('latin1'));
    expect(status, cookie).toBe(200);
    for (const line of headers['set-cookie'] ?? []) {
      expect(line, cookie).toMatch(/^(?:analytics=(?:true|false)|language=(?:de|ar)); Max-Age=\d+; Path=\/; SameSite=Lax$/);
      given++;
    }
  }
  expect(given).toBeGreaterThan(0);
});
