import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { IDENTITIES } from '../../../src/ingest/figures/identities.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import type { IngestOptions } from '../../../src/ingest/options.ts';
import { qualityPage } from '../../../src/ingest/report/qualityPage.ts';
import type { Report } from '../../../src/ingest/report/report.ts';
import { publishedRows } from '../published.ts';

const scratch = mkdtempSync(join(tmpdir(), 'panscreen-quality-'));
afterAll(() => rmSync(scratch, { recursive: true }));

let count = 0;
let from = '';
let out = '';
beforeEach(() => {
  from = join(scratch, `from${count}`);
  out = join(scratch, `out${count++}`);
  mkdirSync(from);
});

const write = (name: string, lines: readonly string[]): void => writeFileSync(join(from, name), `${lines.join('\n')}\n`);
const run = (options: Partial<IngestOptions> = {}): Promise<Report> =>
  ingest({ from, out, asOf: '2024-12-31', progress: () => {}, ...options });
const securities = (rows: number): void =>
  write('securities.csv', [
    'symbol,country,marketCapitalization',
    ...Array.from({ length: rows }, (_, row) => `S${row},${row % 2 ? 'US' : 'DE'},1000`),
  ]);
/** 120 securities with one session each; `badCount` of them close above the high. */
const bars = (badCount: number): void => {
  securities(120);
  write('prices.csv', [
    'symbol,date,open,high,low,close',
    ...Array.from({ length: 120 }, (_, row) => `S${row},2024-10-31,10,11,9,${row < badCount ? 12 : 10}`),
  ]);
};

it('counts bars outside of high and low, jumps, sheets that don’t balance, capitalizations that differ and impossible filing days', async () => {
  securities(3);
  write('prices.csv', [
    'symbol,date,open,high,low,close',
    'S0,2024-10-29,10,11,9,10',
    'S0,2024-10-30,10,11,9,12',
    'S0,2024-10-31,20,21,19,20',
    'S1,2024-10-31,10,9,11,10',
    'S2,2024-10-31,,,,10',
  ]);
  write('statements.csv', [
    'symbol,periodEnd,period,filed,totalAssets,totalLiabilities,totalShareholderEquity,minorityInterest,commonStockSharesOutstanding',
    'S0,2023-12-31,annual,2024-01-03,100,60,40,,50',
    'S1,2023-12-31,annual,2024-01-02,100,60,20,20,50',
    'S2,2023-12-31,annual,,100,60,20,,100',
  ]);
  const report = await run();
  const found = JSON.parse(JSON.stringify(report)).quality;
  const unchecked = { checked: 0, found: 0, examples: [] };
  expect(found.findings).toEqual({
    ...Object.fromEntries(IDENTITIES.map((name) => [name, unchecked])),
    bars: {
      checked: 4,
      found: 2,
      examples: ['S0 2024-10-30: close 12.0, high 11.0, low 9.0', 'S1 2024-10-31: close 10.0, high 9.0, low 11.0'],
    },
    jumps: { checked: 2, found: 1, examples: ['S0 2024-10-31: 12 → 20'] },
    balances: { checked: 3, found: 1, examples: ['S2 2023-12-31: 20.0 % apart'] },
    capitalizations: { checked: 3, found: 1, examples: ['S1: shares × price is 0.500 times the stated one'] },
    filings: { checked: 2, found: 1, examples: ['S1: the period to 2023-12-31 is filed 2024-01-02'] },
  });
  expect(found.sources[0].tables.prices).toEqual({ read: 5, joined: 5, dropped: {} });
  expect(found.sources[0].values).toMatchObject({ totalAssets: 3, minorityInterest: 1, close: 5, high: 4 });
  expect(found.countries.US).toMatchObject({ rows: 1, missing: { totalAssets: 0, totalRevenue: 1 } });
  expect(found.countries.DE).toMatchObject({ rows: 2, missing: { totalAssets: 0, totalRevenue: 2 } });
  expect(report.lines().join('\n')).toContain('1 of 2 sessions have a close more than 50 % above');
});

it('stops a publication at a limit and says which and why; the old data stay; a flag overrides it', async () => {
  bars(0);
  await run();
  const before = readdirSync(out, { recursive: true }).sort();
  bars(12);
  let refused: Report | null = null;
  const message =
    'not published: 12 of 120 price bars have open or close outside of high and low, or a high below the low, such as S0 2024-10-31: close 12.0, high 11.0, low 9.0 (10.0 %, the limit is 5 %: --limit bars=…); --publish-anyway publishes whatever the limits say';
  await expect(
    run({
      refused: async (report) => {
        refused = report;
      },
    }),
  ).rejects.toThrow(message);
  expect(readdirSync(out, { recursive: true }).sort()).toEqual(before);
  expect(publishedRows(out).get('S0')?.value('close')).toBe(10);
  expect(qualityPage(refused!)).toContain('Not published.');
  await run({ limits: { bars: 0.1 } });
  expect(publishedRows(out).get('S0')?.value('close')).toBe(12);
  bars(60);
  const { quality } = await run({ publishesAnyway: true });
  expect(quality.stops).toHaveLength(1);
});

it('stops if half of the securities are missing, or most rows can’t be read', async () => {
  securities(120);
  await run();
  securities(50);
  await expect(run()).rejects.toThrow(
    'not published: there are 50 securities, in the published build 120 (58.3 %, the limit is 50 %',
  );
  write('securities.csv', ['symbol,country', ...Array.from({ length: 120 }, (_, row) => `S${row},${row < 40 ? 'US' : 'XX'}`)]);
  await expect(run({ limits: { fewer: 1 } })).rejects.toThrow(
    'not published: 80 of 120 rows of securities from tables are dropped, most of them because: country XX is not among ours',
  );
  expect(publishedRows(out).size).toBe(120);
});

it('is a page that runs and loads nothing, whatever a file contains', async () => {
  write('securities.csv', ['symbol,country,<script>x</script>', 'A<b>,US,1', 'B,<img src=x>,1']);
  const page = qualityPage(await run());
  expect(page).toContain('country &lt;IMG SRC=X&gt; is not among ours');
  expect(page).not.toMatch(/<(script|img|link|iframe)|<[^>]*\s(src|href|on\w+)=|url\(/i);
  expect(page).toContain('color-scheme:light dark');
  expect(page).toContain("default-src 'none'");
});
