/** Scrolling and the headers' distributions: Panscreen with all features, alternating with the bare grid library. */
import type { Browser, CDPSession, Page } from 'playwright';
import { columnWidths, openPeer, type ServedGrid, serveAgGrid, serveGlide, servePerspective } from './grid.ts';
import { openBrowser, SCREEN, serveProduct } from './product.ts';
import { median, notMeasured, quantile, type Result } from './results.ts';

const ROUNDS = 4;
const FRAMES = 180;
/** For a grid that takes several display frames per painted frame. */
const SLOW_FRAMES = 60;
const ACROSS_PX = 120;
const DOWN_PX = 600;
const EDITS = 24;
/** A pause before the first edit, in which the worker rehearses one. */
const LOOK_MS = 2000;

interface Scrolled {
  readonly frames: number[];
  /** Work of the main thread per frame. */
  readonly taskMs: number;
  /** The same per newly painted frame: a grid that keeps one for several frames has fewer. */
  readonly pictureMs: number;
}

/** The scrolling elements; after >>> in the shadow root of what precedes it. */
const GLIDE = '.dvn-scroller';
const AG_GRID = '.ag-grid-viewport';
const PERSPECTIVE = 'perspective-viewer-datagrid >>> regular-table';

const DIRECTIONS = [
  ['across', ACROSS_PX, 0],
  ['down', 0, DOWN_PX],
] as const;

const PEERS = [
  { name: 'AG Grid alone', serve: serveAgGrid, selector: '.ag-row', scroller: AG_GRID, frameCount: FRAMES },
  {
    name: 'Perspective alone',
    serve: servePerspective,
    selector: 'body[data-ready]',
    scroller: PERSPECTIVE,
    frameCount: SLOW_FRAMES,
  },
] as const;

interface Failed {
  readonly name: string;
  readonly reason: string;
}

interface Open {
  readonly name: string;
  readonly scroller: string;
  readonly frameCount: number;
  /** Whether it may let frames pass without a new picture: its table tells. */
  readonly isTable: boolean;
  readonly page: Page;
  readonly session: CDPSession;
}

async function grid(browser: Browser, shown: Pick<Open, 'name' | 'scroller' | 'frameCount'>): Promise<Open> {
  const page = await browser.newPage({ viewport: SCREEN });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return { ...shown, isTable: shown.scroller === PERSPECTIVE, page, session };
}

/** The product, or the grid library that it uses. */
async function open(browser: Browser, name: string, address: string): Promise<Open> {
  const opened = await grid(browser, { name, scroller: GLIDE, frameCount: FRAMES });
  await opened.page.goto(address);
  return opened;
}

/** Installed peers, with the reason instead of a page for one that doesn't load. */
async function openPeers(
  browser: Browser,
  asked: string,
): Promise<{ readonly served: ServedGrid[]; readonly opened: Open[]; readonly failed: Failed[] }> {
  const served: ServedGrid[] = [];
  const opened: Open[] = [];
  const failed: Failed[] = [];
  for (const { serve, selector, ...shown } of PEERS) {
    const peer = await serve();
    if (!peer) continue;
    served.push(peer);
    const contender = await grid(browser, shown);
    const reason = await openPeer(contender.page, peer.address + asked, selector);
    if (reason === null) opened.push(contender);
    else failed.push({ name: shown.name, reason });
  }
  return { served, opened, failed };
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

/** Scrolls down and back up by that many pixels per frame. */
async function scroll({ page, session, scroller, frameCount, isTable }: Open, dx: number, dy: number): Promise<Scrolled> {
  const before = await taskSeconds(session);
  const { frames, pictures } = await page.evaluate(
    async ({ dx, dy, count, selector, isTable }) => {
      let scroller: Element | null | undefined;
      for (const part of selector.split(' >>> ')) scroller = (scroller ? scroller.shadowRoot : document)?.querySelector(part);
      if (!scroller) throw new Error('there is no grid');
      const frames: number[] = [];
      /** The names of the columns and the first row. */
      const shown = (): string =>
        ['thead', 'tbody tr'].map((part) => scroller.querySelector(`table ${part}`)?.textContent ?? '').join();
      let picture = isTable ? shown() : '';
      let pictures = 0;
      let last = await new Promise(requestAnimationFrame);
      for (let frame = 0; frame < count; frame++) {
        const sign = frame < count / 2 ? 1 : -1;
        scroller.scrollLeft += sign * dx;
        scroller.scrollTop += sign * dy;
        const now = await new Promise(requestAnimationFrame);
        frames.push(now - last);
        last = now;
        const before = picture;
        if (isTable) picture = shown();
        if (!isTable || picture !== before) pictures++;
      }
      return { frames, pictures };
    },
    { dx, dy, count: frameCount, selector: scroller, isTable },
  );
  const ms = 1000 * ((await taskSeconds(session)) - before);
  return { frames, taskMs: ms / frameCount, pictureMs: ms / pictures };
}

/** Until every country is loaded and every column's header shows its distribution. */
async function settled(page: Page): Promise<number> {
  await page.waitForFunction(() => performance.getEntriesByName('distributions').length > 0, null, { timeout: 120_000 });
  const text = await page.textContent('.status-rows');
  return Number(/of ([\d,]+) rows/.exec(text ?? '')?.[1]?.replaceAll(',', ''));
}

interface Refreshed {
  readonly refreshMs: number[];
  readonly longTasksMs: number[];
}

/** Milliseconds from an edit until the distributions of all columns are those of its result, and the main thread's tasks over 50 ms. */
function refresh(page: Page): Promise<Refreshed> {
  return page.evaluate(async (count) => {
    const box = document.querySelector<HTMLTextAreaElement>('#screen-text');
    if (!box) throw new Error('the page has no text box');
    const setter = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!;
    const longTasksMs: number[] = [];
    const observer = new PerformanceObserver((list) => longTasksMs.push(...list.getEntries().map(({ duration }) => duration)));
    observer.observe({ type: 'longtask' });
    const refreshMs: number[] = [];
    for (let edit = 0; edit < count; edit++) {
      performance.clearMarks('distributions');
      const from = performance.now();
      setter.call(box, `marketCapitalization >= ${edit + 1}e8 | sort marketCapitalization desc`);
      box.dispatchEvent(new Event('input', { bubbles: true }));
      while (performance.getEntriesByName('distributions').length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
      refreshMs.push(performance.getEntriesByName('distributions').at(-1)!.startTime - from);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    observer.disconnect();
    return { refreshMs, longTasksMs };
  }, EDITS);
}

/** Measures the contenders in turn, for several rounds: frame lengths and the main thread's work. */
async function scrollAll(contenders: readonly Open[], dx: number, dy: number): Promise<ReadonlyMap<Open, readonly Scrolled[]>> {
  const scrolled = new Map(contenders.map((contender) => [contender, [] as Scrolled[]]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const contender of contenders) {
      await contender.page.bringToFront();
      scrolled.get(contender)?.push(await scroll(contender, dx, dy));
    }
  }
  return scrolled;
}

async function scrollResults(
  rows: number,
  alone: Open,
  contenders: readonly Open[],
  failed: readonly Failed[],
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [direction, dx, dy] of DIRECTIONS) {
    const scrolled = await scrollAll(contenders, dx, dy);
    const of = (contender: Open): readonly Scrolled[] => scrolled.get(contender) ?? [];
    const p95 = (contender: Open): number =>
      quantile(
        of(contender).flatMap(({ frames }) => frames),
        0.95,
      );
    const task = (contender: Open): number => median(of(contender).map(({ taskMs }) => taskMs));
    const picture = (contender: Open): string => median(of(contender).map(({ pictureMs }) => pictureMs)).toFixed(1);
    const frameWork = `scroll ${direction}: frame p95`;
    const taskWork = `scroll ${direction}: task a frame`;
    const shared = { rows, where: 'chromium' } as const;
    for (const contender of contenders) {
      const [frame, work] = [p95(contender), task(contender)];
      const note = contender.isTable ? { note: `${picture(contender)} ms for each picture that it draws` } : {};
      results.push(
        { ...shared, contender: contender.name, workload: frameWork, medianMs: frame, vsLimit: frame / p95(alone) },
        { ...shared, contender: contender.name, workload: taskWork, medianMs: work, vsLimit: work / task(alone), ...note },
      );
    }
    for (const { name, reason } of failed) {
      for (const workload of [frameWork, taskWork]) results.push(notMeasured({ ...shared, contender: name, workload }, reason));
    }
  }
  return results;
}

/** Measures over the demo universe, or over PANSCREEN_DATA. */
export async function measureScroll(): Promise<Result[]> {
  const product = await serveProduct();
  const bare = await serveGlide();
  const browser = await openBrowser();
  let served: readonly ServedGrid[] = [];
  try {
    const plain = await open(browser, 'panscreen, distributions', `${product.address}stocks/screener`);
    const rows = await settled(plain.page);
    const widths = await columnWidths(plain.page);
    await plain.page.waitForTimeout(LOOK_MS);
    const { refreshMs, longTasksMs } = await refresh(plain.page);
    const lens = await open(browser, 'panscreen, distributions and lens', `${product.address}stocks/screener?lens=universe`);
    await settled(lens.page);
    const asked = `?rows=${rows}&widths=${widths.join()}`;
    const alone = await open(browser, 'glide alone', bare.address + asked);
    await alone.page.waitForSelector(GLIDE);
    const peers = await openPeers(browser, asked);
    served = peers.served;
    return [
      ...(await scrollResults(rows, alone, [alone, plain, lens, ...peers.opened], peers.failed)),
      {
        workload: 'edit to all distributions',
        rows,
        where: 'chromium',
        contender: 'panscreen',
        medianMs: median(refreshMs),
        vsLimit: null,
        note: `p95 ${quantile(refreshMs, 0.95).toFixed(0)} ms over ${EDITS} edits of ${widths.length} columns; main thread over 50 ms: ${longTasksMs.length} times, longest ${Math.max(0, ...longTasksMs).toFixed(0)} ms`,
      },
    ];
  } finally {
    await browser.close();
    await bare.stop();
    for (const peer of served) await peer.stop();
    product.stop();
  }
}
