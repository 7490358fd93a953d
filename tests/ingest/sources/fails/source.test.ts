import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../src/ingest/formats/day.ts';
import { ingest } from '../../../../src/ingest/ingest.ts';
import { isReceiptDescription } from '../../../../src/ingest/join/shareKind.ts';
import type { Report } from '../../../../src/ingest/report/report.ts';
import { FAILS_HEADER } from '../../../../src/ingest/sources/fails/rows.ts';
import { isSession } from '../../../../src/ingest/sources/fails/session.ts';
import { readIndexing } from '../../../../src/wire/indexing.ts';
import { FILES_FOLDER, MANIFEST_FILE, readManifest } from '../../../../src/wire/manifest.ts';
import { type PublishedRow, publishedRows } from '../../published.ts';
import { zipOf } from '../../zips.ts';

const scratch = mkdtempSync(join(tmpdir(), 'panscreen-fails-'));
afterAll(() => rmSync(scratch, { recursive: true }));
let count = 0;

const dayOf = (iso: string): number => Date.parse(iso) / DAY_MS;
const textOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');

/** Settlement days from one to another, all of one month. */
function days(from: string, to: string): number[] {
  const all: number[] = [];
  for (let day = dayOf(from); day <= dayOf(to); day++) if (isSession(day)) all.push(day);
  return all;
}

interface Fail {
  readonly cusip: string;
  readonly symbol: string;
  readonly name: string;
  /** The price of a settlement day; null for no row. */
  readonly price: (day: number, at: number) => number | null;
}

interface Known {
  readonly symbol: string;
  readonly name: string;
  readonly isin?: string;
  /** Shares outstanding by the day of filing; the period ended 40 days before. */
  readonly shares?: Readonly<Record<string, number>>;
  /** First filing in the shares of all of them, as the SEC source says. */
  readonly sharesSince?: string;
  /** Shares that one share became in the split before it. */
  readonly sharesRatio?: number;
}

/** Ingests fails of the given days with tables of the other data. */
async function ingested(
  fails: readonly Fail[],
  known: readonly Known[],
  all: readonly number[],
  asOf = new Date((all.at(-1)! + 60) * DAY_MS).toISOString().slice(0, 10),
): Promise<{ rows: ReadonlyMap<string, PublishedRow>; report: Report; out: string }> {
  const folder = join(scratch, `run${count++}`);
  const [failsFolder, tables] = [join(folder, 'fails'), join(folder, 'tables')];
  for (const path of [failsFolder, tables]) mkdirSync(path, { recursive: true });
  const halves = new Map<string, string[]>();
  for (const [at, day] of all.entries()) {
    const text = textOf(day);
    const half = `${text.slice(0, 6)}${Number(text.slice(6)) <= 15 ? 'a' : 'b'}`;
    const lines = halves.get(half) ?? [];
    halves.set(half, lines);
    for (const { cusip, symbol, name, price } of fails) {
      const close = price(day, at);
      if (close !== null) lines.push([text, cusip, symbol, 100, name, close.toFixed(2)].join('|'));
    }
  }
  for (const [half, lines] of halves) {
    const text = [FAILS_HEADER, ...lines, `Trailer record count ${lines.length}`, 'Trailer total quantity of shares 1', ''].join(
      '\r\n',
    );
    writeFileSync(join(failsFolder, `cnsfails${half}.zip`), zipOf({ [`cnsfails${half}.txt`]: text }));
  }
  const csv = (name: string, header: string, rows: readonly (readonly (string | number)[])[]): void =>
    writeFileSync(join(tables, `${name}.csv`), [header, ...rows.map((row) => row.join(','))].join('\n'));
  csv(
    'securities',
    'symbol,country,name,isin',
    known.map(({ symbol, name, isin = '' }) => [symbol, 'US', name, isin]),
  );
  csv(
    'statements',
    'symbol,periodEnd,period,filed,sharesSince,sharesRatio,currency,commonStockSharesOutstanding,totalAssets',
    known.flatMap(({ symbol, shares = {}, sharesSince = '', sharesRatio = '' }) =>
      Object.entries(shares).map(([filed, number]) => {
        const end = new Date((dayOf(filed) - 40) * DAY_MS).toISOString().slice(0, 10);
        return [symbol, end, 'quarter', filed, sharesSince, sharesRatio, 'USD', number, 1e9];
      }),
    ),
  );
  const out = join(folder, 'out');
  const report = await ingest({
    from: [
      { source: 'tables', path: tables },
      { source: 'fails', path: failsFolder },
    ],
    out,
    asOf,
    progress: () => {},
  });
  return { rows: publishedRows(out), report, out };
}

const AUTUMN = days('2020-08-03', '2020-09-30');
const SPLIT = dayOf('2020-09-02');
const APPLE = { cusip: '037833100', symbol: 'AAPL', name: 'APPLE INC' };
const apple: Fail = { ...APPLE, price: (day, at) => (day < SPLIT ? 480 + at : 120 + at / 4) };
const COUNTED: Known = {
  symbol: 'AAPL',
  name: 'Apple Inc.',
  shares: { '2020-07-31': 4_283_939_000, '2020-10-30': 16_976_763_000 },
};

describe('prices of fails-to-deliver files', () => {
  it('are unadjusted closes of the previous session: they give a market value, statistics and their day', async () => {
    const steady: Fail = { ...APPLE, price: (_, at) => 100 * 1.001 ** at };
    const { rows, report, out } = await ingested([steady], [{ ...COUNTED, shares: { '2020-07-31': 4e9 } }], AUTUMN);
    const row = rows.get('AAPL')!;
    expect(row.value('close')).toBeCloseTo(100 * 1.001 ** (AUTUMN.length - 1), 1);
    expect(row.value('date') / 86_400).toBe(dayOf('2020-09-29'));
    expect(row.value('marketCapitalization') / row.value('close')).toBeCloseTo(4e9, -3);
    expect(row.value('stats.21.rateBack')).toBeCloseTo(1.001 ** 21, 3);
    const files = readManifest(readFileSync(join(out, MANIFEST_FILE), 'utf8')).answers;
    const indexing = readFileSync(join(out, FILES_FOLDER, files['vector-indexing/US']!.file), 'utf8');
    expect(readIndexing(JSON.parse(indexing), {}).coverage).toEqual({
      sources: [
        { name: 'tables', day: null },
        { name: 'fails', day: '2020-09-29' },
      ],
      exchanges: [{ exchange: '', rowCount: 1, pricedCount: 1, statedCount: 1 }],
    });
    expect(report.lines().join('\n')).toContain('1 symbols have closes, the last of 2020-09-29');
  });

  it('of an archive that ended years ago are included, with their day and the flag of an old price', async () => {
    const steady: Fail = { ...APPLE, price: () => 100 };
    const row = (await ingested([steady], [COUNTED], AUTUMN, '2029-01-02')).rows.get('AAPL')!;
    expect([row.value('close'), row.value('date') / 86_400]).toEqual([100, dayOf('2020-09-29')]);
    expect(row.field('sourceFlags')).toMatch(/stalePrice:close;/);
  });

  it('give no statistic with a session missing in its window', async () => {
    const holed: Fail = { ...APPLE, price: (_, at) => (at === AUTUMN.length - 8 ? null : 100 + at) };
    const row = (await ingested([holed], [COUNTED], AUTUMN)).rows.get('AAPL')!;
    expect(row.value('stats.5.rateBack')).toBeGreaterThan(1);
    expect(row.value('stats.21.rateBack')).toBeNaN();
  });

  it('lose nothing by a split that the share counts of the filings confirm', async () => {
    const row = (await ingested([apple], [COUNTED], AUTUMN)).rows.get('AAPL')!;
    expect(row.value('stats.21.rateBack')).toBeCloseTo((120 + (AUTUMN.length - 1) / 4) / (120 + (AUTUMN.length - 22) / 4), 3);
    expect(row.value('marketCapitalization') / row.value('close')).toBeCloseTo(16_976_763_000, -4);
  });

  it('give nothing across an unconfirmed split, and no market value from shares of another basis', async () => {
    const { rows, report } = await ingested([apple], [{ ...COUNTED, shares: { '2020-07-31': 4_283_939_000 } }], AUTUMN);
    const row = rows.get('AAPL')!;
    expect([row.value('stats.21.rateBack'), row.value('marketCapitalization')]).toEqual([Number.NaN, Number.NaN]);
    expect(row.value('stats.5.rateBack')).toBeGreaterThan(1);
    expect(report.lines().join('\n')).toMatch(/ratio of a split and is not adjusted/);
  });

  it('give no market value from a close in old shares and counts restated for a split', async () => {
    // As the SEC source gives them: all counts in the shares of the last filing, the first one behind the split.
    const restated: Known = {
      ...COUNTED,
      shares: { '2020-07-31': 17_135_756_000, '2020-10-30': 16_976_763_000 },
      sharesSince: '2020-10-30',
    };
    const until = (day: string) => AUTUMN.filter((each) => each <= dayOf(day));
    const before = await ingested([apple], [restated], until('2020-08-28'), '2020-10-31');
    const row = before.rows.get('AAPL')!;
    expect(row.value('close')).toBeGreaterThan(400);
    expect(row.value('marketCapitalization')).toBeNaN();
    expect(row.field('sourceFlags')).toMatch(/inconsistent:[^ ]*commonStockSharesOutstanding/);
    expect(before.report.lines().join('\n')).toContain('a close before a split that a later filing tells of');
    // A jump in the closes happened before the last of them.
    const behind = (await ingested([apple], [restated], AUTUMN, '2020-10-31')).rows.get('AAPL')!;
    expect(behind.value('marketCapitalization') / behind.value('close')).toBeCloseTo(16_976_763_000, -4);
    // Without a split, nothing is doubtful.
    const { sharesSince: _, ...steady } = restated;
    const plain = (await ingested([apple], [steady], until('2020-08-28'), '2020-10-31')).rows.get('AAPL')!;
    expect(plain.value('marketCapitalization') / plain.value('close')).toBeCloseTo(16_976_763_000, -4);
  });

  it('are not taken for closes behind a split because they fell by something else than its ratio', async () => {
    const restated: Known = {
      ...COUNTED,
      shares: { '2020-07-31': 17_135_756_000, '2020-10-30': 16_976_763_000 },
      sharesSince: '2020-10-30',
      sharesRatio: 4,
    };
    const until = AUTUMN.filter((day) => day <= dayOf('2020-08-28'));
    const fallen: Fail = { ...APPLE, price: (day) => (day < dayOf('2020-08-14') ? 480 : 300) };
    const row = (await ingested([fallen], [restated], until, '2020-10-31')).rows.get('AAPL')!;
    expect(row.value('close')).toBe(300);
    expect(row.value('marketCapitalization')).toBeNaN();
    const behind = (await ingested([apple], [restated], AUTUMN, '2020-10-31')).rows.get('AAPL')!;
    expect(behind.value('marketCapitalization') / behind.value('close')).toBeCloseTo(16_976_763_000, -4);
  });

  it('before a report whose count differs by the ratio of a split make a market value in doubt', async () => {
    const until = AUTUMN.filter((day) => day <= dayOf('2020-08-28'));
    const flagsOf = async (known: Known): Promise<unknown> => {
      const row = (await ingested([apple], [known], until, '2020-10-31')).rows.get('AAPL')!;
      expect(row.value('marketCapitalization')).toBeGreaterThan(0);
      return row.field('sourceFlags');
    };
    // The source has not restated the older count, so the date of the split is unknown.
    expect(await flagsOf(COUNTED)).toMatch(/inconsistent:[^ ]*marketCapitalization/);
    const issued = { ...COUNTED, shares: { '2020-07-31': 4_283_939_000, '2020-10-30': 4_500_000_000 } };
    expect(await flagsOf(issued)).not.toMatch(/inconsistent/);
  });

  it('tell of a split of three for two by the counts of the filings, and doubt what it changes until those are there', async () => {
    const price = (day: number): number => (day < SPLIT ? 90 : 61.2);
    const counts = { '2020-07-31': 20_000_000, '2020-10-30': 30_100_000 };
    const whole = (await ingested([{ ...APPLE, price }], [{ ...COUNTED, shares: counts }], AUTUMN)).rows.get('AAPL')!;
    expect(whole.value('stats.21.rateBack')).toBeCloseTo((61.2 * 1.5) / 90, 4);
    const early = { ...COUNTED, shares: { '2020-07-31': 20_000_000 } };
    const untold = (await ingested([{ ...APPLE, price }], [early], AUTUMN)).rows.get('AAPL')!;
    expect(untold.field('sourceFlags')).toMatch(/inconsistent:[^ ]*marketCapitalization[^ ]*stats\.21\.rateBack/);
    // Unchanged share counts show that the market fell.
    const steady = { ...COUNTED, shares: { '2020-07-31': 20_000_000, '2020-10-30': 20_100_000 } };
    const fallen = (await ingested([{ ...APPLE, price }], [steady], AUTUMN)).rows.get('AAPL')!;
    expect(fallen.value('stats.21.rateBack')).toBeCloseTo(61.2 / 90, 4);
    expect(fallen.field('sourceFlags') ?? '').not.toMatch(/inconsistent/);
  });

  it('find a split in sessions without a close, by the ratio in the filings', async () => {
    // The market rose 12 % meanwhile: the closes are a ratio of 3.57 apart.
    const gap = new Set(days('2020-08-27', '2020-09-03'));
    const holed: Fail = { ...APPLE, price: (day) => (gap.has(day) ? null : day < SPLIT ? 400 : 112) };
    const confirmed = (await ingested([holed], [COUNTED], AUTUMN)).rows.get('AAPL')!;
    expect(confirmed.value('marketCapitalization') / 112).toBeCloseTo(16_976_763_000, -4);
    const untold = await ingested([holed], [{ ...COUNTED, shares: { '2020-07-31': 4_283_939_000 } }], AUTUMN);
    expect(untold.rows.get('AAPL')!.value('marketCapitalization')).toBeNaN();
  });

  it('continue over a reverse split with its new CUSIP, without a gain', async () => {
    const spring = days('2020-04-01', '2020-04-30');
    const turn = dayOf('2020-04-16');
    const old: Fail = {
      cusip: '165167107',
      symbol: 'CHK',
      name: 'CHESAPEAKE ENERGY CORP',
      price: (day) => (day < turn ? 0.18 : null),
    };
    const fresh: Fail = {
      ...old,
      cusip: '165167735',
      name: 'CHESAPEAKE ENERGY CORP COM NEW',
      price: (day) => (day < turn ? null : 17.77),
    };
    const known = { symbol: 'CHK', name: 'Chesapeake Energy Corporation' };
    const before = (await ingested([old, fresh], [{ ...known, shares: { '2020-02-27': 1_957_600_000 } }], spring)).rows.get(
      'CHK',
    )!;
    expect([before.value('stats.5.rateBack'), before.value('stats.21.rateBack')]).toEqual([1, Number.NaN]);
    expect(before.value('marketCapitalization')).toBeNaN();
    const shares = { '2020-02-27': 1_957_600_000, '2020-05-11': 9_780_000 };
    const after = (await ingested([old, fresh], [{ ...known, shares }], spring)).rows.get('CHK')!;
    expect(after.value('stats.21.rateBack')).toBeNaN();
    expect(after.value('marketCapitalization') / 17.77).toBeCloseTo(9_780_000, -2);
    expect(after.field('cusip')).toBe('165167735');
  });

  it('follow a CUSIP when the symbol changes, and never join two companies of one symbol', async () => {
    const turn = dayOf('2020-09-02');
    const renamed = (symbol: string, isBefore: boolean): Fail => ({
      cusip: '30303M102',
      symbol,
      name: 'META PLATFORMS INC',
      price: (day, at) => (day < turn === isBefore ? 200 + at : null),
    });
    const gone: Fail = { cusip: '594918104', symbol: 'META', name: 'METAL WORKS CO', price: (day) => (day < turn ? 3 : null) };
    const { rows, report } = await ingested(
      [renamed('FB', true), renamed('META', false), gone],
      [{ symbol: 'META', name: 'Meta Platforms' }],
      AUTUMN,
    );
    const [now, back] = [AUTUMN.length - 1, AUTUMN.length - 22];
    expect(rows.get('META')!.value('stats.21.rateBack')).toBeCloseTo((200 + now) / (200 + back), 4);
    expect(report.lines().join('\n')).toContain('another company has the symbol now (CUSIP 594918104)');
  });

  it('of a depositary receipt, which its description tells, make no market value', async () => {
    const price = (): number => 130;
    const valued = async (name: string): Promise<number> => {
      const known = { ...COUNTED, symbol: 'TM', name: 'Toyota Motor Corp' };
      const fail = { cusip: '892331307', symbol: 'TM', name, price };
      return (await ingested([fail], [known], AUTUMN)).rows.get('TM')!.value('marketCapitalization');
    };
    expect(await valued('TOYOTA MOTOR CRP SPONSORED ADR')).toBeNaN();
    expect(await valued('TOYOTA MOTOR CORP')).toBeGreaterThan(1e11);
  });

  it.each([
    ['BP PLC ADS(RP 6 ORD)', true],
    ['TAIWAN SEMICON MFG LTD(5COMSH)', true],
    ['ALIBABA GROUP HLDG LTD SPONSOR', true],
    ['ABCAM PLC UNSPON ADR (UK)', true],
    ['AMADA CO. LTD AMERICAN DEPOSIT', true],
    ['ALLSTATE CORP DEPOSITARY SHS R', false],
    ['ASML HOLDING NV NY REG SHS NEW', false],
    ['ADS-TEC ENERGY PLC', false],
    ['APPLE INC', false],
  ])('the description %s is that of a receipt: %s', (description, isReceipt) => {
    expect(isReceiptDescription(description)).toBe(isReceipt);
  });

  it('find a share class without its separator, and refuse the CUSIP of another issuer', async () => {
    const price = (): number => 200;
    const { rows } = await ingested(
      [
        { cusip: '084670702', symbol: 'BRKB', name: 'BERKSHIRE HATHWY INC(HLDG CO)B', price },
        { cusip: '05338F306', symbol: 'XYZ', name: 'SOMEBODY ELSE', price },
      ],
      [
        { symbol: 'BRK-B', name: 'Berkshire Hathaway Inc.' },
        { symbol: 'XYZ', name: 'Block', isin: 'US8522341036' },
      ],
      AUTUMN,
    );
    expect(rows.get('BRK-B')!.value('close')).toBe(200);
    expect(rows.get('XYZ')!.value('close')).toBeNaN();
  });
});
