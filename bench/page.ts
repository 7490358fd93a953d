/** The built page in a real browser, at 2560 × 1440: loading, editing a step, scrolling. */
import type { Page } from 'playwright';
import { openBrowser, SCREEN, serveProduct } from './product.ts';
import { quantile, type Result } from './results.ts';

const EDITS = 40;
const SCROLL_FRAMES = 240;
const LOADS = 3;

/** Milliseconds from navigation until the grid first shows rows, and until every country has loaded and the result is shown. */
async function load(page: Page, address: string): Promise<{ first: number; all: number; rows: number }> {
  await page.goto(`${address}stocks/screener`, { waitUntil: 'commit' });
  const first = await (
    await page.waitForFunction(() =>
      /^[1-9]/.test(document.querySelector('.status-rows')?.textContent ?? '') ? performance.now() : null,
    )
  ).jsonValue();
  const all = await (
    await page.waitForFunction(() => {
      const figure = (place: string) => /\d[\d,]*/.exec(document.querySelector(place)?.textContent ?? '')?.[0];
      const isShown = figure('.status-rows') !== undefined && figure('.status-rows') === figure('.top-universe');
      return isShown && !document.querySelector('.top-loading') ? performance.now() : null;
    })
  ).jsonValue();
  const rows = await page.evaluate(() =>
    Number(/of ([\d,]+) rows/.exec(document.querySelector('.status-rows')?.textContent ?? '')?.[1]?.replaceAll(',', '')),
  );
  return { first: first ?? Number.NaN, all: all ?? Number.NaN, rows };
}

/** Milliseconds from the change of a step's text to the frame that follows the new count on the screen. */
function edits(page: Page): Promise<number[]> {
  return page.evaluate(async (count) => {
    const box = document.querySelector<HTMLTextAreaElement>('#screen-text');
    const status = document.querySelector('.status-rows');
    if (!box || !status) throw new Error('the page has no text box or no status line');
    const setter = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!;
    const times: number[] = [];
    for (let edit = 0; edit < count; edit++) {
      const before = status.textContent;
      const from = performance.now();
      setter.call(box, `marketCapitalization >= ${edit + 1}e8 | sort marketCapitalization desc`);
      box.dispatchEvent(new Event('input', { bubbles: true }));
      while (status.textContent === before) await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      times.push(performance.now() - from);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    return times;
  }, EDITS);
}

/** Position of the first number column's bars in the grid: right of symbol, name, country and sector. */
const BARS_PX = { x: 88 + 216 + 132 + 164 + 8, y: 22 + 44 };
const BAR_STEP_PX = 4;
const DRAGS = 100;

interface Dragged {
  readonly times: number[];
  /** Frames that were painted from the pointer's event up to the one with the new rows. */
  readonly frames: number[];
}

/** Drags a bound in the bars of a header, there and back: milliseconds and frames from each move of the pointer until the frame that shows its rows. */
async function drags(page: Page): Promise<Dragged> {
  await page.getByLabel('Screen as text').fill('type = Equity | close >= 1 | beta >= 0 | sort marketCapitalization desc');
  await page.waitForTimeout(3000);
  return page.evaluate(
    async ({ bars, step, count }) => {
      const canvas = document.querySelector('canvas[data-testid="data-grid-canvas"]');
      const status = document.querySelector('.status-rows');
      if (!canvas || !status) throw new Error('the page has no grid or no status line');
      const { left, top } = canvas.getBoundingClientRect();
      const point = (type: string, x: number): void => {
        const place = { clientX: left + x, clientY: top + bars.y, button: 0, bubbles: true, cancelable: true };
        canvas.dispatchEvent(new PointerEvent(type, place));
      };
      const [times, frames]: [number[], number[]] = [[], []];
      point('pointerdown', bars.x);
      await new Promise((resolve) => setTimeout(resolve, 500));
      for (let round = 0; round < count; round++) {
        const place = round % 40;
        const before = status.textContent;
        await new Promise(requestAnimationFrame);
        const from = performance.now();
        point('pointermove', bars.x + step * (1 + (place < 20 ? place : 40 - place)));
        let frame = 0;
        // Where no row is in a bin, nothing changes.
        while (status.textContent === before && frame < 30) {
          await new Promise(requestAnimationFrame);
          frame++;
        }
        if (frame === 30) continue;
        times.push(performance.now() - from);
        frames.push(frame);
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
      point('pointerup', bars.x);
      return { times, frames };
    },
    { bars: BARS_PX, step: BAR_STEP_PX, count: DRAGS },
  );
}

interface Scrolled {
  /** Longest run of frames in which a cell of the examined row was empty. */
  readonly blankRun: number;
  readonly frames: number[];
}

/** Scrolls by that many pixels per frame and searches the middle row of every frame for empty cells. */
function scroll(page: Page, across: number, down: number): Promise<Scrolled> {
  return page.evaluate(
    async ({ dx, dy, count }) => {
      const scroller = document.querySelector('.dvn-scroller');
      const canvas = document.querySelector<HTMLCanvasElement>('canvas[data-testid="data-grid-canvas"]');
      const context = canvas?.getContext('2d');
      if (!scroller || !canvas || !context) throw new Error('there is no grid');
      const scale = canvas.width / canvas.clientWidth;
      // No column is narrower, so a span of this width without ink is an empty cell.
      const span = Math.round(260 * scale);
      // A wide column with a short text looks empty too: cells that stay empty after the scrolling are not counted.
      const hasEmptyCell = (): boolean => {
        const { data, width, height } = context.getImageData(
          0,
          Math.round(canvas.height / 2),
          canvas.width,
          Math.round(26 * scale),
        );
        const inked = new Uint8Array(width);
        for (let x = 0; x < width; x++) {
          let low = 255;
          let high = 0;
          for (let y = 2; y < height - 2; y += 2) {
            const value = data[4 * (y * width + x) + 1]!;
            low = Math.min(low, value);
            high = Math.max(high, value);
          }
          inked[x] = high - low > 40 ? 1 : 0;
        }
        for (let x = 0, empty = 0; x < width; x++) {
          empty = inked[x] ? 0 : empty + 1;
          if (empty > span) return true;
        }
        return false;
      };
      const start = { left: scroller.scrollLeft, top: scroller.scrollTop };
      const frames: number[] = [];
      const suspects: { frame: number; left: number; top: number }[] = [];
      let last = performance.now();
      for (let frame = 0; frame < count; frame++) {
        scroller.scrollLeft += dx;
        scroller.scrollTop += dy;
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        frames.push(now - last);
        if (hasEmptyCell()) suspects.push({ frame, left: scroller.scrollLeft, top: scroller.scrollTop });
        last = performance.now();
      }
      let blankRun = 0;
      let run = 0;
      let before = -1;
      for (const { frame, left, top } of suspects) {
        scroller.scrollLeft = left;
        scroller.scrollTop = top;
        await new Promise((resolve) => setTimeout(resolve, 150));
        if (hasEmptyCell()) continue;
        run = frame === before + 1 ? run + 1 : 1;
        before = frame;
        blankRun = Math.max(blankRun, run);
      }
      scroller.scrollLeft = start.left;
      scroller.scrollTop = start.top;
      return { blankRun, frames };
    },
    { dx: across, dy: down, count: SCROLL_FRAMES },
  );
}

/** Measures the page over the demo universe, or over PANSCREEN_DATA. */
export async function measurePage(): Promise<Result[]> {
  const { address, stop } = await serveProduct();
  const browser = await openBrowser();
  try {
    const loads: { first: number; all: number; rows: number }[] = [];
    let page = await browser.newPage({ viewport: SCREEN });
    for (let round = 0; round < LOADS; round++) {
      if (round > 0) {
        await page.context().close();
        page = await browser.newPage({ viewport: SCREEN });
      }
      loads.push(await load(page, address));
    }
    const rows = loads.at(-1)?.rows ?? 0;
    const edited = await edits(page);
    const dragged = await drags(page);
    const acrossNow = await scroll(page, 120, 0);
    const down = await scroll(page, 0, 600);
    const result = (workload: string, medianMs: number, note: string): Result => ({
      workload,
      rows,
      where: 'chromium',
      contender: 'panscreen',
      medianMs,
      vsLimit: null,
      note,
    });
    return [
      result(
        'load: first rows',
        quantile(
          loads.map(({ first }) => first),
          0.5,
        ),
        'usable with the first country',
      ),
      result(
        'load: all',
        quantile(
          loads.map(({ all }) => all),
          0.5,
        ),
        'all countries decoded, all ratios computed, result shown',
      ),
      result('edit to paint', quantile(edited, 0.5), `p95 ${quantile(edited, 0.95).toFixed(0)} ms over ${EDITS} edits`),
      result(
        'W6, pointer to painted cells',
        quantile(dragged.times, 0.5),
        `p95 ${quantile(dragged.times, 0.95).toFixed(0)} ms, in frames median ${quantile(dragged.frames, 0.5)} and p95 ${quantile(dragged.frames, 0.95)}, over ${dragged.frames.length} moves; goal 2 frames`,
      ),
      result(
        'scroll across: frame',
        quantile(acrossNow.frames, 0.5),
        `p95 ${quantile(acrossNow.frames, 0.95).toFixed(1)} ms, longest run of frames with an empty cell: ${acrossNow.blankRun}`,
      ),
      result(
        'scroll down: frame',
        quantile(down.frames, 0.5),
        `p95 ${quantile(down.frames, 0.95).toFixed(1)} ms, longest run of frames with an empty cell: ${down.blankRun}`,
      ),
    ];
  } finally {
    await browser.close();
    stop();
  }
}
