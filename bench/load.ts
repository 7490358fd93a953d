/** Loading (`visits.ts`), the first paint compared with the bare grid library, and memory after loading. */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import { columnWidths, openPeer, serveAgGrid, serveGlide } from './grid.ts';
import { openBrowser, SCREEN, serveProduct } from './product.ts';
import { median, notMeasured, type Result, ratios } from './results.ts';
import { ALL_MS, load, measureVisits, rowsOf } from './visits.ts';

const FLOAT_BYTES = 4;
const PAINTS = 15;

interface HeapUsage {
  readonly usedSize: number;
  readonly backingStorageSize?: number;
}

/** Script memory including arrays, in the page and in its worker. */
export async function bytesInUse(page: Page): Promise<{ page: number; worker: number; arrays: number }> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const sum = ({ usedSize, backingStorageSize = 0 }: HeapUsage): number => usedSize + backingStorageSize;
  await session.send('HeapProfiler.collectGarbage');
  const inPage = (await session.send('Runtime.getHeapUsage')) as HeapUsage;
  let arrays = inPage.backingStorageSize ?? 0;
  let ids = 0;
  const replies = new Map<number, (answer: { result?: HeapUsage }) => void>();
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const reply = JSON.parse(message) as { id: number; result?: HeapUsage };
    replies.get(reply.id)?.(reply);
  });
  const ask = (sessionId: string, method: string): Promise<{ result?: HeapUsage }> =>
    new Promise((resolve) => {
      const id = ++ids;
      replies.set(id, resolve);
      void session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) });
    });
  const workers: string[] = [];
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    // The copies for times without a network are another worker's.
    if (targetInfo.type === 'worker') workers.push(sessionId);
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  let worker = 0;
  for (const sessionId of workers) {
    await ask(sessionId, 'HeapProfiler.enable');
    await ask(sessionId, 'HeapProfiler.collectGarbage');
    const { result } = await ask(sessionId, 'Runtime.getHeapUsage');
    worker += result ? sum(result) : Number.NaN;
    arrays += result?.backingStorageSize ?? 0;
  }
  await session.detach();
  return { page: sum(inPage), worker, arrays };
}

/** Memory shared by page and worker is in neither's figures: the worker counts it when allocating. */
async function countShared(context: BrowserContext): Promise<void> {
  await context.route(/\/assets\/worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    const counting = `globalThis.sharedBytes = 0;
globalThis.SharedArrayBuffer = class extends SharedArrayBuffer {
  constructor(length) { super(length); globalThis.sharedBytes += length; }
};
`;
    await route.fulfill({ response, body: counting + (await response.text()) });
  });
}

async function sharedBytes(page: Page): Promise<number> {
  const counts = page.workers().map((worker) => worker.evaluate(() => (globalThis as { sharedBytes?: number }).sharedBytes ?? 0));
  return (await Promise.all(counts)).reduce((sum, bytes) => sum + bytes, 0);
}

/** Long after everything is loaded, counted and prefetched. */
async function measureMemory(browser: Browser, address: string): Promise<Result> {
  const context = await browser.newContext({ viewport: SCREEN });
  await countShared(context);
  const page = await load(context, address);
  await page.waitForFunction(() => performance.getEntriesByName('distributions').length > 0, null, { timeout: ALL_MS });
  // Idle back ends run their self-test, with their own arrays.
  await page.waitForFunction(() => localStorage.getItem('panscreen.backends'), null, { timeout: ALL_MS, polling: 500 });
  await page.waitForTimeout(5000);
  const columns = (await columnWidths(page)).length;
  const rows = await rowsOf(page);
  const used = await bytesInUse(page);
  const shared = await sharedBytes(page);
  await context.close();
  const cells = rows * columns * FLOAT_BYTES;
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
  return {
    workload: 'memory in the page, MB',
    rows,
    where: 'chromium',
    contender: 'panscreen',
    medianMs: (used.page + used.worker + shared) / 1e6,
    vsLimit: (used.page + used.worker + shared) / cells,
    note: `page ${megabytes(used.page)}, worker ${megabytes(used.worker)}, together ${megabytes(used.arrays)} in arrays, shared ${megabytes(shared)}; of ${columns} columns × rows × ${FLOAT_BYTES} bytes = ${megabytes(cells)}; goal ≤ 2.5`,
  };
}

/** A grid that one link or button removes and another restores. */
interface Painted {
  readonly page: Page;
  readonly leave: string;
  readonly enter: string;
  /** True once it shows cells; run in the page. */
  readonly isShown: () => boolean;
  readonly times: number[];
}

/** Milliseconds from the request until the grid shows its cells. */
async function measurePaint(browser: Browser, address: string): Promise<Result[]> {
  const glide = await serveGlide();
  const ag = await serveAgGrid();
  try {
    const context = await browser.newContext({ viewport: SCREEN });
    const page = await load(context, address);
    await page.waitForFunction(() => performance.getEntriesByName('distributions').length > 0, null, { timeout: ALL_MS });
    const rows = await rowsOf(page);
    const asked = `?rows=${rows}&widths=${(await columnWidths(page)).join()}`;
    const buttons = { leave: '#leave', enter: '#enter' };
    const own: Painted = {
      page,
      leave: 'a.top-name',
      enter: '.home a[href$="stocks/screener"], a[href$="stocks/screener"]',
      isShown: hasInk,
      times: [],
    };
    const alone = await context.newPage();
    await alone.goto(glide.address + asked);
    await alone.waitForSelector('.dvn-scroller');
    const bare: Painted = { ...buttons, page: alone, isShown: hasInk, times: [] };
    const agPage = await context.newPage();
    const reason = ag && (await openPeer(agPage, ag.address + asked, '.ag-row'));
    const peer: Painted | null = ag && reason === null ? { ...buttons, page: agPage, isShown: hasRows, times: [] } : null;
    for (let round = 0; round <= PAINTS; round++) {
      for (const grid of peer ? [own, bare, peer] : [own, bare]) {
        const ms = await repaint(grid);
        if (round > 0) grid.times.push(ms);
      }
    }
    await context.close();
    const painted = ratios(own.times, bare.times);
    const shared = { workload: 'grid painted, data in memory', rows, where: 'chromium' } as const;
    const of = (contender: string, { times }: Painted): Result => ({
      ...shared,
      contender,
      medianMs: median(times),
      vsLimit: ratios(times, bare.times).middle,
    });
    const note = `the whole desk, not the grid alone, ${painted.best}; goal ≤ 1.5; of AG Grid ≤ 0.5`;
    return [
      of('glide alone', bare),
      ...(peer ? [of('AG Grid alone', peer)] : []),
      ...(reason ? [notMeasured({ ...shared, contender: 'AG Grid alone' }, reason)] : []),
      { ...of('panscreen', own), note },
    ];
  } finally {
    await glide.stop();
    await ag?.stop();
  }
}

/** True when the canvas has ink in its middle. */
function hasInk(): boolean {
  const canvas = document.querySelector<HTMLCanvasElement>('canvas[data-testid="data-grid-canvas"]');
  const context = canvas?.getContext('2d');
  if (!canvas || !context || canvas.width < 300 || canvas.height < 300) return false;
  const { data } = context.getImageData(0, Math.round(canvas.height / 2), Math.round(canvas.width / 2), 40);
  for (let at = 4; at < data.length; at += 4) if (Math.abs(data[at + 1]! - data[1]!) > 60) return true;
  return false;
}

/** True when rows of AG Grid fill its middle. */
function hasRows(): boolean {
  const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  return middle?.closest('.ag-row')?.querySelector('.ag-cell')?.textContent === '12.34';
}

/** Leaves the grid and returns: milliseconds from the click to the frame with cells. */
async function repaint({ page, leave, enter, isShown }: Painted): Promise<number> {
  await page.bringToFront();
  await page.locator(leave).first().dispatchEvent('click');
  await page.waitForFunction(() => !document.querySelector('.dvn-scroller, .ag-row'));
  await page.waitForSelector(enter);
  await page.waitForTimeout(300);
  return page.evaluate(`(async () => {
    const isShown = ${isShown};
    const from = performance.now();
    document.querySelector(${JSON.stringify(enter)})?.click();
    do await new Promise(requestAnimationFrame);
    while (!isShown());
    return performance.now() - from;
  })()`);
}

/** Measures over the demo universe, or over PANSCREEN_DATA. */
export async function measureLoad(): Promise<Result[]> {
  const product = await serveProduct();
  const browser = await openBrowser();
  try {
    return [
      ...(await measureVisits(browser, product.address)),
      ...(await measurePaint(browser, product.address)),
      await measureMemory(browser, product.address),
    ];
  } finally {
    await browser.close();
    product.stop();
  }
}
