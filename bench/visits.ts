/** Loading: Panscreen alternating with a page that only fetches the responses of the five calls, cold and warm; and the main thread's tasks meanwhile. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright';
import { withoutBundles } from '../tests/e2e/withoutBundles.ts';
import type { Desk } from '../tests/e2e/work.ts';
import { BarePage, newProfile } from './barePage.ts';
import { SCREEN } from './product.ts';
import { median, type Result, ratios } from './results.ts';
import { processorTasks } from './tasks.ts';

const ROUNDS = 5;
const LONG_TASK_MS = 50;
/** A browser's connections to one host. */
const PARALLEL = 6;
/** Timeout of a load. */
export const ALL_MS = 120_000;
/** Interval between checks from outside whether all data have arrived. */
const LOOK_MS = 100;
/** Time for the page's idle work, such as offline copies, to finish before the next visit. */
const IDLE_MS = 4000;
/** Time for an empty page to load and become idle. */
const SETTLED_MS = 500;

interface Loaded {
  /** Milliseconds from navigation on. */
  readonly first: number;
  readonly all: number;
  /** Length of the main thread's tasks over 50 ms, until all data had arrived. */
  readonly long: readonly number[];
  readonly rows: number;
}

interface Watched {
  first?: number;
  all?: number;
  long: [number, number][];
}

/** Runs in the page before its own scripts: notes when rows are painted first, and when those of every country are. */
function watch(): void {
  const seen: Watched = { long: [] };
  Object.assign(globalThis, { loadSeen: seen });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.long.push([startTime, duration]);
  }).observe({ type: 'longtask', buffered: true });
  const look = (): void => {
    const status = document.querySelector('.status-rows')?.textContent ?? '';
    if (/^[1-9]/.test(status)) seen.first ??= performance.now();
    // Without a filter all rows are shown: if fewer than all securities, the last countries are not painted yet.
    const [shown] = status.match(/\d[\d,]*/) ?? [];
    const [total] = document.querySelector('.top-universe')?.textContent?.match(/\d[\d,]*/) ?? [];
    if (shown !== undefined && shown === total && !document.querySelector('.top-loading')) seen.all = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Loads the product in a new page; resolves when all data have arrived. */
export async function load(context: BrowserContext, address: string, onCall?: (url: string) => void): Promise<Page> {
  const page = await context.newPage();
  if (onCall) page.on('request', (request) => onCall(request.url()));
  await page.addInitScript(watch);
  await page.goto(`${address}stocks/screener`, { waitUntil: 'commit' });
  await page.waitForFunction(() => (globalThis as { loadSeen?: Watched }).loadSeen?.all, null, {
    timeout: ALL_MS,
    polling: LOOK_MS,
  });
  return page;
}

/** The number of rows that the page shows. */
export async function rowsOf(page: Pick<Desk, 'evaluate'>): Promise<number> {
  const text = await page.evaluate(() => document.querySelector('.status-rows')?.textContent ?? '', null);
  return Number(/of ([\d,]+) rows/.exec(text)?.[1]?.replaceAll(',', ''));
}

/** Addresses of all that a visit fetches: by the five calls, or in bundles as it does where the server has them. */
async function callsOf(browser: Browser, address: string, by: 'calls' | 'bundles'): Promise<readonly string[]> {
  const context = await browser.newContext({ viewport: SCREEN });
  if (by === 'calls') await withoutBundles(context);
  const calls: string[] = [];
  await load(context, address, (url) => {
    const isMade = by === 'bundles' || !url.includes('/api/screener/bundles');
    if (isMade && (url.startsWith(`${address}api/`) || url.startsWith(`${address}assets/`))) calls.push(url);
  });
  await context.close();
  return calls;
}

/** A visit observed only from the page: following requests costs the driver a tenth of a core. */
export async function visit(browser: Browser, profile: string, address: string, idleMs: number): Promise<Loaded> {
  const page = await BarePage.open(browser, profile, `${address}stocks/screener`, SCREEN, watch);
  const from = performance.now();
  for (;;) {
    // While navigating, there is no page to query.
    const seen = await page.evaluate(() => (globalThis as { loadSeen?: Watched }).loadSeen ?? null, null).catch(() => null);
    if (seen?.first !== undefined && seen.all !== undefined) {
      const { first, all } = seen;
      const long = seen.long.filter(([start]) => start < all).map(([, duration]) => duration);
      const loaded = { first, all, long, rows: await rowsOf(page) };
      const errors = await page.errors();
      if (errors.length > 0) throw new Error(`the page threw while it loaded: ${errors.join('; ')}`);
      await pause(idleMs);
      await page.close();
      return loaded;
    }
    if (performance.now() - from > ALL_MS) throw new Error(`the page has not loaded after ${ALL_MS / 1000} s`);
    await pause(LOOK_MS);
  }
}

/** Milliseconds from navigation until all these responses have arrived, in an empty page of the same server. */
async function fetchAlone(browser: Browser, profile: string, address: string, urls: readonly string[]): Promise<number> {
  const page = await BarePage.open(browser, profile, `${address}robots.txt`, SCREEN);
  await pause(SETTLED_MS);
  const ms = await page.evaluate(
    async ({ urls, parallel }) => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const from = performance.now();
      const queue = [...urls];
      const work = async (): Promise<void> => {
        for (let url = queue.shift(); url; url = queue.shift()) await (await fetch(url)).arrayBuffer();
      };
      await Promise.all(Array.from({ length: parallel }, work));
      return performance.now() - from + (navigation?.responseEnd ?? 0);
    },
    { urls, parallel: PARALLEL },
  );
  await page.close();
  return ms;
}

interface Rounds {
  readonly loads: Loaded[];
  /** Fetching the responses of the five calls. */
  readonly alone: number[];
  /** Fetching the bundles instead. */
  readonly bundles: number[];
}

/** Each contender has its own browser profile per round: the first visit is cold, the second warm. */
async function loadAlternately(browser: Browser, address: string): Promise<{ cold: Rounds; warm: Rounds }> {
  const cold: Rounds = { loads: [], alone: [], bundles: [] };
  const warm: Rounds = { loads: [], alone: [], bundles: [] };
  // It warms up the server too.
  const urls = { calls: await callsOf(browser, address, 'calls'), bundles: await callsOf(browser, address, 'bundles') };
  for (let round = 0; round < ROUNDS; round++) {
    const [ours, theirs, others] = [await newProfile(browser), await newProfile(browser), await newProfile(browser)];
    for (const rounds of [cold, warm]) {
      rounds.loads.push(await visit(browser, ours, address, rounds === cold ? IDLE_MS : 0));
      rounds.alone.push(await fetchAlone(browser, theirs, address, urls.calls));
      rounds.bundles.push(await fetchAlone(browser, others, address, urls.bundles));
    }
  }
  return { cold, warm };
}

function loadResults(visit: string, { loads, alone, bundles }: Rounds): Result[] {
  const rows = loads.at(-1)?.rows ?? Number.NaN;
  const [first, all] = [loads.map((each) => each.first), loads.map((each) => each.all)];
  const [toAll, toFirst] = [ratios(all, alone), ratios(first, all)];
  const long = loads.map((each) => each.long.length);
  const longest = Math.max(0, ...loads.flatMap((each) => each.long));
  const shared = { rows, where: 'chromium' } as const;
  return [
    { ...shared, workload: `load ${visit}: the bytes`, contender: 'fetch alone', medianMs: median(alone), vsLimit: 1 },
    {
      ...shared,
      workload: `load ${visit}: the bundles`,
      contender: 'fetch alone',
      medianMs: median(bundles),
      vsLimit: ratios(bundles, alone).middle,
      note: `the product takes ${ratios(all, bundles).middle.toFixed(2)} times as long`,
    },
    {
      ...shared,
      workload: `load ${visit}: all`,
      contender: 'panscreen',
      medianMs: median(all),
      vsLimit: toAll.middle,
      note: `of fetching the answers of the five calls, ${toAll.best}; goal ≤ 2`,
    },
    {
      ...shared,
      workload: `load ${visit}: first rows`,
      contender: 'panscreen',
      medianMs: median(first),
      vsLimit: toFirst.middle,
      note: `of the time to all, ${toFirst.best}; goal ≤ 0.25`,
    },
    {
      ...shared,
      workload: `load ${visit}: tasks over ${LONG_TASK_MS} ms`,
      contender: 'panscreen',
      medianMs: longest,
      vsLimit: null,
      note: `the longest; ${median(long)} in a visit (median); goal none`,
    },
  ];
}

/** Separate visits, since the trace takes time: CPU time of their longest tasks. */
async function measureTasks(browser: Browser, address: string): Promise<Result> {
  const longest: number[] = [];
  let rows = Number.NaN;
  for (let round = 0; round < ROUNDS; round++) {
    const profile = await newProfile(browser);
    const tasks = await processorTasks(browser, async () => {
      ({ rows } = await visit(browser, profile, address, 0));
    });
    longest.push(Math.max(...tasks));
  }
  return {
    workload: 'load cold: longest task, processor',
    rows,
    where: 'chromium',
    contender: 'panscreen',
    medianMs: median(longest),
    vsLimit: null,
    note: `of the main thread, ${longest.map((ms) => ms.toFixed(0)).join(', ')} ms in ${ROUNDS} visits`,
  };
}

export async function measureVisits(browser: Browser, address: string): Promise<Result[]> {
  const { cold, warm } = await loadAlternately(browser, address);
  return [...loadResults('cold', cold), ...loadResults('warm', warm), await measureTasks(browser, address)];
}
