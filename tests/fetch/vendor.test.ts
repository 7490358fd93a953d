import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { fetchVendor, type VendorFetched } from '../../src/fetch/vendorFetch.ts';
import { keyOf, VENDORS } from '../../src/fetch/vendors.ts';
import { ingest } from '../../src/ingest/ingest.ts';
import { publishedRows } from '../ingest/published.ts';
import { Mirror } from './mirror.ts';

const scratch = mkdtempSync(join(tmpdir(), 'panscreen-vendor-'));
afterAll(() => rmSync(scratch, { recursive: true }));
let count = 0;
let folder: string;
let mirror: Mirror;
beforeEach(async () => {
  mirror = await Mirror.open();
  folder = join(scratch, `run${count++}`);
});
afterEach(() => mirror.close());

const KEY = 'secret-0123456789';
const [TIINGO, EODHD] = VENDORS as [(typeof VENDORS)[number], (typeof VENDORS)[number]];
/** In both vendors' layouts: closes as quoted and adjusted; a two-for-one split on the second day. */
const TABLES = {
  tiingo:
    'date,close,high,low,open,volume,adjClose,adjHigh,adjLow,adjOpen,adjVolume,divCash,splitFactor\n' +
    '2026-11-19,100.0,101.0,99.0,100.0,1000,50.0,50.5,49.5,50.0,2000,0.0,1.0\n' +
    '2026-11-20,51.0,52.0,50.0,51.0,2000,51.0,52.0,50.0,51.0,2000,0.0,2.0\n',
  eodhd: 'Date,Open,High,Low,Close,Adjusted_close,Volume\n2026-11-19,100,101,99,100,50,1000\n2026-11-20,51,52,50,51,51,2000\n',
} as const;

const lines: string[] = [];
const run = (vendor = TIINGO, symbols: readonly string[] = ['AAPL', 'BRK-B', 'NONE']): Promise<VendorFetched> =>
  fetchVendor(vendor, {
    files: folder,
    key: KEY,
    version: 'test',
    symbols,
    perHour: 3.6e6,
    mirror: mirror.base,
    env: {},
    progress: (line) => void lines.push(line),
    signal: new AbortController().signal,
  });

/** Has every symbol but NONE, up to a maximum number of responses. */
function serve(id: keyof typeof TABLES, most = Number.POSITIVE_INFINITY): void {
  let left = most;
  mirror.manners.get = () => ({
    answer: (request, response) => {
      const isKeyed = request.headers.authorization === `Token ${KEY}` || request.url!.includes(`api_token=${KEY}`);
      const status = !isKeyed ? 401 : request.url!.includes('NONE') ? 404 : left-- > 0 ? 200 : 429;
      response.writeHead(status, status === 429 ? { 'retry-after': '3600' } : {}).end(status === 200 ? TABLES[id] : 'no');
      return true;
    },
  });
}

it.each(['tiingo', 'eodhd'] as const)(
  '%s: closes are downloaded by symbol, and the key is in no file and no message',
  async (id) => {
    serve(id);
    const vendor = id === 'tiingo' ? TIINGO : EODHD;
    expect(await run(vendor)).toEqual({ freshCount: 2, requestCount: 3, fault: null });
    expect(readdirSync(join(folder, id)).sort()).toEqual(['AAPL.csv', 'BRK-B.csv']);
    const notes = readdirSync(join(folder, '.fetch')).map((name) => readFileSync(join(folder, '.fetch', name), 'utf8'));
    expect([...notes, ...lines].filter((text) => text.includes(KEY))).toEqual([]);
    const tables = join(folder, 'tables');
    mkdirSync(tables);
    writeFileSync(join(tables, 'securities.csv'), 'symbol,country,name\nAAPL,US,Apple Inc.\n');
    const from = [
      { source: 'tables', path: tables },
      { source: id, path: join(folder, id) },
    ] as const;
    await ingest({ from, out: join(folder, 'out'), asOf: '2026-11-22', progress: () => {} });
    const apple = publishedRows(join(folder, 'out')).get('AAPL')!;
    expect([apple.value('close'), apple.value('volume'), apple.value('date')]).toEqual([
      51,
      2000,
      Math.fround(Date.parse('2026-11-20') / 1000),
    ]);
  },
);

it('a symbol that is a device name on Windows gets another file name everywhere', async () => {
  serve('tiingo');
  expect(await run(TIINGO, ['CON', 'CONN'])).toMatchObject({ freshCount: 2 });
  expect(readdirSync(join(folder, 'tiingo')).sort()).toEqual(['CONN.csv', 'CON_.csv']);
  const tables = join(folder, 'tables');
  mkdirSync(tables);
  writeFileSync(join(tables, 'securities.csv'), 'symbol,country,name\nCON,US,Concentra Group\n');
  const from = [
    { source: 'tables' as const, path: tables },
    { source: 'tiingo' as const, path: join(folder, 'tiingo') },
  ];
  await ingest({ from, out: join(folder, 'out'), asOf: '2026-11-21', progress: () => {} });
  expect(publishedRows(join(folder, 'out')).get('CON')!.value('close')).toBe(51);
});

it('a used-up tier ends the run in one line, and the next run continues with the remaining symbols', async () => {
  const symbols = ['A', 'B', 'C', 'D', 'E'];
  serve('tiingo', 2);
  const first = await run(TIINGO, symbols);
  expect([first.freshCount, first.fault]).toEqual([
    2,
    expect.stringMatching(/^tiingo-C.csv: 429, too busy, asks to retry in 60 minutes/),
  ]);
  serve('tiingo');
  mirror.taken();
  expect((await run(TIINGO, symbols)).freshCount).toBe(3);
  expect(mirror.taken().map((request) => /daily\/(\w)/.exec(request)?.[1])).toEqual(['C', 'D', 'E']);
  expect((await run(TIINGO, symbols)).requestCount).toBe(0);
});

it('a key comes from the environment or a file; a wrong one is reported without being shown', async () => {
  writeFileSync(join(scratch, 'key'), `${KEY}\n`);
  expect(await keyOf(TIINGO, { PANSCREEN_TIINGO_KEY_FILE: join(scratch, 'key') })).toBe(KEY);
  expect(await keyOf(EODHD, { PANSCREEN_EODHD_KEY: KEY })).toBe(KEY);
  await expect(keyOf(TIINGO, {})).rejects.toThrow('put it in PANSCREEN_TIINGO_KEY');
  await expect(keyOf(TIINGO, { PANSCREEN_TIINGO_KEY: 'with blank inside' })).rejects.toThrow(
    /^what PANSCREEN_TIINGO_KEY contains is not an API key$/,
  );
  mirror.manners.get = () => ({ answer: (_, response) => response.writeHead(401).end() !== undefined });
  const { fault } = await run(EODHD, ['AAPL']);
  expect(fault).toMatch(/answers 401: the key is refused/);
  expect(fault).not.toContain(KEY);
});
