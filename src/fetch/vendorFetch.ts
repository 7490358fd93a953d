/** Downloads a vendor's closes within its rate limit, least recently checked symbols first, so that runs continue each other. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isoDay } from '../ingest/formats/day.ts';
import { holdFolder } from '../ingest/publish/folderLock.ts';
import type { Progress } from '../ingest/report/progress.ts';
import { HISTORY_DAYS } from '../ingest/sources/series.ts';
import { vendorFile } from '../ingest/sources/vendorPrices.ts';
import { download } from './download.ts';
import { FetchFault } from './fault.ts';
import { type KeptFile, Notes, readState, STATE_FOLDER } from './kept.ts';
import { sleep } from './patience.ts';
import type { Vendor } from './vendors.ts';

const HOUR_MS = 3_600_000;
/** A symbol checked within this time is up to date. */
const FRESH_MS = 20 * HOUR_MS;
const SYMBOL = /^[A-Z0-9]{1,8}(?:[-.][A-Z0-9]{1,3})?$/;

export interface VendorOptions {
  readonly files: string;
  readonly key: string;
  readonly version: string;
  /** By importance. */
  readonly symbols: readonly string[];
  readonly perHour: number;
  readonly mirror?: string;
  readonly env: NodeJS.ProcessEnv;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

export interface VendorFetched {
  readonly freshCount: number;
  readonly requestCount: number;
  /** Why it ended early; null if it is complete. */
  readonly fault: string | null;
}

/** Symbols of `company_tickers.json`, which the SEC sorts by size. */
export async function symbolsOf(files: string): Promise<string[]> {
  const text = await readFile(join(files, 'sec/company_tickers.json'), 'utf8').catch(() => {
    throw new Error(`${files} holds no sec/company_tickers.json: fetch us first, or name the symbols with --symbols A,B`);
  });
  const listed = Object.values(JSON.parse(text) as Record<string, { ticker?: unknown }>);
  return listed.flatMap(({ ticker }) => (typeof ticker === 'string' && SYMBOL.test(ticker) ? [ticker] : []));
}

const noteName = (vendor: Vendor, symbol: string): string => `${vendor.id}-${vendorFile(symbol)}`;

/** Symbols due for a check: never checked ones first, then the least recently checked. */
async function due(vendor: Vendor, symbols: readonly string[], notes: Notes): Promise<string[]> {
  const asked = new Map<string, number>();
  for (const symbol of new Set(symbols)) {
    const note = await readState<KeptFile>(notes.note(noteName(vendor, symbol)));
    asked.set(symbol, note ? Date.parse(note.checkedAt) : 0);
  }
  return [...asked]
    .filter(([, at]) => Date.now() - at >= FRESH_MS)
    .sort(([, a], [, b]) => a - b)
    .map(([symbol]) => symbol);
}

/** Downloads all due symbols unless the vendor refuses or the signal stops it. Skips symbols that the vendor lacks. */
export async function fetchVendor(vendor: Vendor, options: VendorOptions): Promise<VendorFetched> {
  const { files, key, symbols, mirror, env, progress, signal } = options;
  const notes = await Notes.open(resolve(files));
  const hold = await holdFolder(join(files, STATE_FOLDER));
  await notes.tidy();
  const since = isoDay(Math.floor(Date.now() / (24 * HOUR_MS)) - HISTORY_DAYS);
  let [freshCount, requestCount, nextAt] = [0, 0, 0];
  const turn = async (): Promise<void> => {
    const now = performance.now();
    if (nextAt > now) await sleep(nextAt - now, signal);
    nextAt = Math.max(now, nextAt) + HOUR_MS / options.perHour;
    requestCount++;
  };
  try {
    const wanted = await due(vendor, symbols, notes);
    for (const [at, symbol] of wanted.entries()) {
      progress(`${vendor.owner.name}: ${at} of ${wanted.length} symbols`, { done: at, of: wanted.length });
      const url = vendor.urlOf(symbol, since);
      const file = {
        name: noteName(vendor, symbol),
        url: mirror ? `${mirror.replace(/\/+$/, '')}${url.replace(/^https:\/\/[^/]+/, '')}` : url,
        secretQuery: vendor.secretQueryOf(key),
        path: join(files, vendor.id, vendorFile(symbol)),
        kind: 'prices' as const,
        headers: { 'user-agent': `panscreen/${options.version}`, ...vendor.headersOf(key) },
      };
      const outcome = await download(file, { notes, env, progress: () => {}, signal, turn });
      freshCount += Number(outcome === 'fresh');
    }
    return { freshCount, requestCount, fault: null };
  } catch (error) {
    if (!(error instanceof FetchFault) && !signal.aborted) throw error;
    return { freshCount, requestCount, fault: signal.aborted ? 'stopped' : (error as Error).message };
  } finally {
    await hold.release();
  }
}
