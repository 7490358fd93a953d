/**
 * A history of 12 to 204 months × 12,000 securities: a screen of six columns with two sorts over all dates, a changed number in it, another
 * date, the first rows, transferred bytes; and the cost of building snapshots of synthetic companies.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoHistory } from '../src/demo/history.ts';
import type { HistorySource } from '../src/engine/history/source.ts';
import { appendBlock, BLOCK_DATES_MAX } from '../src/ingest/history/append.ts';
import { publishHistory } from '../src/ingest/history/buildHistory.ts';
import { type HistoryStore, openStore } from '../src/ingest/history/store.ts';
import { Report } from '../src/ingest/report/report.ts';
import { encodeCodes, encodeNumbers, HISTORY_FILE, type HistoryFile } from '../src/wire/history.ts';
import { processorTime, wallTime } from './clock.ts';
import { measureHistoryInBrowser } from './historyInBrowser.ts';
import { measureReading, SECURITIES } from './historyReading.ts';
import type { Options } from './options.ts';
import type { Result } from './results.ts';

const MONTHS = [12, 48, 108, 204];
const BUILD = { securities: 500, months: 24, seed: 1, asOfDay: Date.parse('2020-12-31') / 86_400_000 };
const NUMBERS = [
  'usdRate',
  'marketCapitalization',
  'netIncome',
  'preferredDividends',
  'totalShareholderEquity',
  'totalShareholderEquityPriorYear',
  'stats.252.rateBack',
  'close',
];

const dateOf = (month: number): string => new Date(Date.UTC(2006, month + 1, 0)).toISOString().slice(0, 10);

/** Deterministic figures that compress as badly as real ones. */
function figures(count: number, seed: number): Float32Array {
  let state = seed >>> 0;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % 20 === 0 ? Number.NaN : 1e6 * Math.exp(state / 2 ** 30);
  });
}

async function writeBlock(store: HistoryStore, from: number, to: number): Promise<void> {
  const dates = Array.from({ length: to - from }, (_, at) => dateOf(from + at));
  const count = dates.length * SECURITIES;
  const numbers: Record<string, HistoryFile> = {};
  for (const [at, id] of NUMBERS.entries())
    numbers[id] = await store.write(
      encodeNumbers(id === 'usdRate' ? new Float32Array(count).fill(1) : figures(count, from * 97 + at)),
      'f32',
    );
  const text = async (labels: readonly string[], codeOf: (security: number) => number) => ({
    codes: await store.write(encodeCodes(Uint32Array.from({ length: count }, (_, at) => codeOf(at % SECURITIES))), 'u32'),
    labels: await store.write(new TextEncoder().encode(JSON.stringify(['', ...labels])), 'json'),
  });
  const texts = {
    id: await text(
      Array.from({ length: SECURITIES }, (_, at) => `S${String(at).padStart(6, '0')}`),
      (security) => security + 1,
    ),
    currency: await text(['USD'], () => 1),
    type: await text(['Equity', 'Etf'], (security) => (security % 7 === 0 ? 2 : 1)),
  };
  const columns = await store.write(new TextEncoder().encode(JSON.stringify({ numbers, texts })), 'json');
  const coverage = dates.map(() => ({ listed: SECURITIES, priced: SECURITIES, withStatements: SECURITIES, guessed: 0 }));
  await appendBlock(store, { dates, coverage, securityCount: SECURITIES, columns }, { every: 'month', todays: [], note: null });
}

function sourceOf(folder: string, travelled: () => { bytes: number; plain: number }): HistorySource {
  const read = (file: HistoryFile, path: string): Buffer => {
    const bytes = readFileSync(join(folder, path));
    const counts = travelled();
    counts.plain += bytes.byteLength;
    counts.bytes += file.br?.bytes ?? bytes.byteLength;
    return bytes;
  };
  return {
    manifest: async () => readFileSync(join(folder, HISTORY_FILE), 'utf8'),
    bytes: async (file, path) => new Uint8Array(read(file, path)),
    text: async (file, path) => read(file, path).toString('utf8'),
  };
}

async function measureBuilding(): Promise<Result> {
  const out = mkdtempSync(join(tmpdir(), 'panscreen-bench-'));
  const since = Date.parse('2019-01-01') / 86_400_000;
  const from = process.cpuUsage();
  const started = performance.now();
  await publishHistory(
    { out, since, until: Number.POSITIVE_INFINITY, every: 'month', report: new Report(), progress: () => {} },
    async () => demoHistory(BUILD),
  );
  const { user, system } = process.cpuUsage(from);
  const bytes = readdirSync(join(out, 'files')).reduce((sum, name) => sum + statSync(join(out, 'files', name)).size, 0);
  rmSync(out, { recursive: true });
  const rows = BUILD.securities * BUILD.months;
  return {
    workload: 'history: build',
    rows,
    where: 'node',
    contender: 'panscreen',
    medianMs: performance.now() - started,
    vsLimit: null,
    note: `${((user + system) / 1e3 / rows).toFixed(2)} ms of CPU time and ${Math.round(bytes / rows)} bytes per security and date, ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB at most`,
  };
}

/** In Node, and at the full length in Chromium, by the clock. */
export async function measureHistory({ clock: named, where }: Options): Promise<Result[]> {
  const clock = named === 'processor' ? processorTime : wallTime;
  const results: Result[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'panscreen-bench-'));
  try {
    const store = await openStore(folder);
    let written = 0;
    for (const months of MONTHS) {
      for (; written < months; written = Math.min(months, written + BLOCK_DATES_MAX))
        await writeBlock(store, written, Math.min(months, written + BLOCK_DATES_MAX));
      if (!where.includes('node')) continue;
      let travelled = { bytes: 0, plain: 0 };
      const taken = (): typeof travelled => {
        const since = travelled;
        travelled = { bytes: 0, plain: 0 };
        return since;
      };
      results.push(...(await measureReading('node', months, clock, () => sourceOf(folder, () => travelled), taken)));
    }
    if (where.includes('chromium')) results.push(...(await measureHistoryInBrowser(folder, MONTHS.at(-1)!)));
    await store.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
  if (where.includes('node')) results.push(await measureBuilding());
  return results;
}
