/** Scrolling and the headers' distributions: the product with everything on, beside the grid library alone, in turns. */
import type { Browser, CDPSession, Page } from 'playwright';
import { columnWidths, serveAgGrid, serveGlide, servePerspective } from './grid.ts';
import { openBrowser, SCREEN, serveProduct } from './product.ts';
import { quantile, type Result } from './results.ts';

const ROUNDS = 4;
const FRAMES = 180;
/** Of one that takes several frames of a display for each of its own. */
const SLOW_FRAMES = 60;
const ACROSS_PX = 120;
const DOWN_PX = 600;
const EDITS = 24;
/** Somebody looks at the page before the first edit; meanwhile the worker rehearses one. */
const LOOK_MS = 2000;

interface Scrolled {
  readonly frames: number[];
  /** Work of the main thread per frame. */
  readonly taskMs: number;
  /** The same per picture of other cells: a grid that keeps its last one for some frames has fewer of these. */
  readonly pictureMs: number;
}

/** The elements that scroll; what stands behind >>> is in the shadow of what stands before it. */
const GLIDE = '.dvn-scroller';
const AG_GRID = '.ag-grid-viewport';
const PERSPECTIVE = 'perspective-viewer-datagrid >>> regular-table';

interface Open {
  readonly name: string;
  readonly scroller: string;
  readonly frameCount: number;
  /** Whether it may let frames pass without a new picture: its table tells. */
  readonly isTable: boolean;
  readonly page: Page;
  readonly session: CDPSession;
}

async function open(browser: Browser, name: string, address: string, scroller = GLIDE, frameCount = FRAMES): Promise<Open> {
  const page = await browser.newPage({ viewport: SCREEN });
  await page.goto(address);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return { name, scroller, frameCount, isTable: scroller === PERSPECTIVE, page, session };
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

/** Scrolls there, and back, by so many pixels a frame. */
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

/** Until every country has come and every column's header is drawn from its distribution. */
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

/** Measures over the demo universe, or over PANSCREEN_DATA. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one measurement, in the order in which it happens
export async function measureScroll(): Promise<Result[]> {
  const product = await serveProduct();
  const bare = await serveGlide();
  const ag = await serveAgGrid();
  const perspective = await servePerspective();
  const browser = await openBrowser();
  try {
    const plain = await open(browser, 'panscreen, distributions', `${product.address}stocks/screener`);
    const rows = await settled(plain.page);
    const widths = await columnWidths(plain.page);
    await plain.page.waitForTimeout(LOOK_MS);
    const refreshed = await refresh(plain.page);
    const lens = await open(browser, 'panscreen, distributions and lens', `${product.address}stocks/screener?lens=universe`);
    await settled(lens.page);
    const alone = await open(browser, 'glide alone', `${bare.address}?rows=${rows}&widths=${widths.join()}`);
    await alone.page.waitForSelector('.dvn-scroller');
    const contenders = [alone, plain, lens];
    if (ag) {
      const peer = await open(browser, 'AG Grid alone', `${ag.address}?rows=${rows}&widths=${widths.join()}`, AG_GRID);
      await peer.page.waitForSelector('.ag-row');
      contenders.push(peer);
    }
    if (perspective) {
      const asked = `${perspective.address}?rows=${rows}&widths=${widths.join()}`;
      const peer = await open(browser, 'Perspective alone', asked, PERSPECTIVE, SLOW_FRAMES);
      await peer.page.waitForSelector('body[data-ready]');
      contenders.push(peer);
    }
    const results: Result[] = [];
    for (const [direction, dx, dy] of [
      ['across', ACROSS_PX, 0],
      ['down', 0, DOWN_PX],
    ] as const) {
      const frames = new Map(contenders.map((contender) => [contender, [] as number[]]));
      const tasks = new Map(contenders.map((contender) => [contender, [] as number[]]));
      const pictures = new Map(contenders.map((contender) => [contender, [] as number[]]));
      for (let round = 0; round < ROUNDS; round++) {
        for (const contender of contenders) {
          await contender.page.bringToFront();
          const scrolled = await scroll(contender, dx, dy);
          frames.get(contender)?.push(...scrolled.frames);
          tasks.get(contender)?.push(scrolled.taskMs);
          pictures.get(contender)?.push(scrolled.pictureMs);
        }
      }
      const p95 = (contender: Open): number => quantile(frames.get(contender) ?? [], 0.95);
      const task = (contender: Open): number => quantile(tasks.get(contender) ?? [], 0.5);
      for (const contender of contenders) {
        const shared = { rows, where: 'chromium', contender: contender.name } as const;
        results.push(
          {
            ...shared,
            workload: `scroll ${direction}: frame p95`,
            medianMs: p95(contender),
            vsLimit: p95(contender) / p95(alone),
          },
          {
            ...shared,
            workload: `scroll ${direction}: task a frame`,
            medianMs: task(contender),
            vsLimit: task(contender) / task(alone),
            ...(contender.isTable
              ? { note: `${quantile(pictures.get(contender) ?? [], 0.5).toFixed(1)} ms for each picture that it draws` }
              : {}),
          },
        );
      }
    }
    const { refreshMs, longTasksMs } = refreshed;
    results.push({
      workload: 'edit to all distributions',
      rows,
      where: 'chromium',
      contender: 'panscreen',
      medianMs: quantile(refreshMs, 0.5),
      vsLimit: null,
      note: `p95 ${quantile(refreshMs, 0.95).toFixed(0)} ms over ${EDITS} edits of ${widths.length} columns; main thread over 50 ms: ${longTasksMs.length} times, longest ${Math.max(0, ...longTasksMs).toFixed(0)} ms`,
    });
    return results;
  } finally {
    await browser.close();
    await bare.stop();
    await ag?.stop();
    await perspective?.stop();
    product.stop();
  }
}
