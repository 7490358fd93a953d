/**
 * The home page and the screener, cold, on the built server: largest contentful paint, total blocking time (what long tasks take beyond
 * 50 ms), cumulative layout shift, and bytes over the wire by kind until the browser is idle. As web.dev defines them.
 */
import type { Browser, Page } from 'playwright';
import { openBrowser, serveProduct } from './product.ts';
import { quantile, type Result } from './results.ts';
import { weigh } from './sizes.ts';

const LOADS = 3;
const LONG_TASK_MS = 50;
const SETTLE_MS = 3000;
const PAGES = [
  { name: 'home', path: '' },
  { name: 'screener', path: 'stocks/screener' },
] as const;

interface Visit {
  readonly paintMs: number;
  readonly blockingMs: number;
  readonly shift: number;
  readonly idleMs: number;
  /** Bytes over the wire before idle, by kind of request. */
  readonly bytes: Readonly<Record<string, number>>;
}

/** Runs in the page before its own scripts. */
function watch(longTaskMs: number): void {
  const seen = { paint: 0, blocking: 0, shift: 0, idle: 0 };
  Object.assign(globalThis, { seen });
  const observe = (type: string, take: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('largest-contentful-paint', (entry) => {
    seen.paint = entry.startTime;
  });
  observe('longtask', (entry) => {
    seen.blocking += Math.max(0, entry.duration - longTaskMs);
  });
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.shift += value;
  });
  addEventListener('load', () =>
    requestIdleCallback(() => {
      seen.idle = performance.now();
    }),
  );
}

async function visit(page: Page, address: string): Promise<Visit> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const kinds = new Map<string, { kind: string; at: number }>();
  const bytes = new Map<string, { bytes: number; at: number }>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
    const kind = request.url.includes('/api/') ? 'data' : (type ?? 'Other').toLowerCase();
    kinds.set(requestId, { kind, at: timestamp });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    bytes.set(requestId, { bytes: encodedDataLength, at: timestamp });
  });
  await page.addInitScript(watch, LONG_TASK_MS);
  await page.goto(address, { waitUntil: 'load' });
  await page.waitForTimeout(SETTLE_MS);
  const seen = await page.evaluate(
    () => (globalThis as unknown as { seen: Record<'paint' | 'blocking' | 'shift' | 'idle', number> }).seen,
  );
  const started = Math.min(...[...kinds.values()].map(({ at }) => at));
  const byKind: Record<string, number> = {};
  for (const [id, { kind, at }] of kinds) {
    if ((at - started) * 1000 > seen.idle) continue;
    byKind[kind] = (byKind[kind] ?? 0) + (bytes.get(id)?.bytes ?? 0);
  }
  return { paintMs: seen.paint, blockingMs: seen.blocking, shift: seen.shift, idleMs: seen.idle, bytes: byKind };
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;

async function measure(address: string, browser: Browser): Promise<Result[]> {
  const results: Result[] = [];
  for (const { name, path } of PAGES) {
    const visits: Visit[] = [];
    for (let round = 0; round < LOADS; round++) {
      const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, serviceWorkers: 'block' });
      visits.push(await visit(await context.newPage(), address + path));
      await context.close();
    }
    const median = (of: (each: Visit) => number): number => quantile(visits.map(of), 0.5);
    const row = (workload: string, medianMs: number, note: string): Result => ({
      workload: `${name}: ${workload}`,
      rows: 0,
      where: 'chromium',
      contender: 'panscreen',
      medianMs,
      vsLimit: null,
      note,
    });
    const bytes = Object.entries(visits[0]!.bytes).map(([kind, sum]) => `${kind} ${kilobytes(sum)}`);
    results.push(
      row(
        'largest paint',
        median((each) => each.paintMs),
        `layout shift ${median((each) => each.shift).toFixed(3)}`,
      ),
      row(
        'blocking time',
        median((each) => each.blockingMs),
        'long tasks beyond 50 ms each',
      ),
      row(
        'idle',
        median((each) => each.idleMs),
        `over the wire until then: ${bytes.join(', ')}`,
      ),
    );
  }
  return results;
}

/** Weight of the built page against its limits, which don't depend on the machine. */
export function weights(): Result[] {
  return weigh('dist/app').map(({ name, gzip, brotli, limit }) => ({
    workload: `${name}: bytes`,
    rows: 0,
    where: 'node',
    contender: 'panscreen',
    medianMs: Number.NaN,
    vsLimit: gzip / limit,
    isHardLimit: true,
    note: `${kilobytes(gzip)} gzip, ${kilobytes(brotli)} brotli, at most ${kilobytes(limit)} gzip`,
  }));
}

/** Measures the pages over the demo universe, or over PANSCREEN_DATA. */
export async function measureShell(): Promise<Result[]> {
  const { address, stop } = await serveProduct();
  try {
    const browser = await openBrowser();
    try {
      return [...(await measure(address, browser)), ...weights()];
    } finally {
      await browser.close();
    }
  } finally {
    stop();
  }
}
