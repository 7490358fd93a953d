/** The panorama in a real browser, compared with a bare canvas that draws the same rectangles. */

import { isolatedServer } from './isolatedServer.ts';
import { bytesInUse } from './load.ts';
import type { Options } from './options.ts';
import { openBrowser, SCREEN, serveProduct } from './product.ts';
import type { Result } from './results.ts';
import { processorTasks } from './tasks.ts';
import { DESCRIBED } from './universe.ts';

/** The canvases: one for the loops, and the page's two, with the current and the previous picture. */
const PICTURES = 3;

/** A third of the limit is the table, without pictures. */
function memory(rows: number, scripts: number): Result {
  const cells = rows * DESCRIBED.length * 4;
  const textures = rows * DESCRIBED.length;
  const pictures = PICTURES * SCREEN.width * SCREEN.height * 4;
  const share = (scripts + textures + pictures) / cells;
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
  return {
    workload: 'panorama, memory, MB',
    rows,
    where: 'chromium',
    contender: 'panscreen',
    medianMs: (scripts + textures + pictures) / 1e6,
    vsLimit: share / 3,
    note: `page and workers ${megabytes(scripts)}, textures ${megabytes(textures)}, ${PICTURES} pictures ${megabytes(pictures)}: ${share.toFixed(2)} × rows × columns × 4 bytes; goal ≤ 3`,
  };
}

const PANNED = 120;
const GOAL_MS = 8;

/** The product at level 4, panned a step with every picture: the main thread's time for names, crosshair and the rest of the page. */
async function panned(): Promise<Result[]> {
  const product = await serveProduct();
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: SCREEN });
    await page.addInitScript(() => {
      const Plain = globalThis.Worker;
      const counted = Object.assign(globalThis, { pictures: 0 });
      globalThis.Worker = class extends Plain {
        constructor(...given: ConstructorParameters<typeof Plain>) {
          super(...given);
          this.addEventListener('message', ({ data }) => {
            if (data.kind === 'drawn') counted.pictures++;
          });
        }
      };
    });
    await page.goto(`${product.address}stocks/screener?zoom=4`);
    await page.locator('.panorama-canvas canvas').waitFor();
    const isWhole = (): boolean => document.querySelector('.status-rows')?.textContent?.startsWith('60,000 of 60,000') ?? false;
    await page.waitForFunction(isWhole, null, { timeout: 60_000 });
    for (const work of ['.panorama-work', '.panorama-pending']) await page.locator(work).waitFor({ state: 'detached' });
    await page.mouse.move(SCREEN.width / 2, SCREEN.height / 2);
    const results: Result[] = [];
    for (const [way, across, down] of [
      ['down', 0, 37],
      ['across and down', 13, 37],
    ] as const) {
      const tasks = await processorTasks(browser, () => page.evaluate(pan, { across, down, count: PANNED }));
      const ms = tasks.reduce((sum, task) => sum + task, 0) / PANNED;
      results.push({
        workload: `panorama, level 4 panned ${way}: main thread`,
        ...{ rows: 60_000, where: 'chromium', contender: 'panscreen', medianMs: ms, vsLimit: ms / GOAL_MS },
        note: `CPU time of a picture with its names, of ${PANNED}; goal ${GOAL_MS} ms`,
      });
    }
    return results;
  } finally {
    await browser.close();
    product.stop();
  }
}

async function pan({ across, down, count }: { across: number; down: number; count: number }): Promise<void> {
  const counted = globalThis as unknown as { pictures: number };
  const scroller = document.querySelector('.panorama-picture')!;
  for (let frame = 0; frame < count; frame++) {
    const sign = frame < count / 2 ? 1 : -1;
    const before = counted.pictures;
    scroller.scrollLeft += sign * across;
    scroller.scrollTop += sign * down;
    do await new Promise(requestAnimationFrame);
    while (counted.pictures === before);
  }
}

export async function measurePanoramaInBrowser({ sizes }: Options): Promise<Result[]> {
  // More rows need larger textures but hardly more time: one size is enough.
  const rows = sizes[0] ?? 60_000;
  const server = await isolatedServer();
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: SCREEN });
    await page.goto(`${server.resolvedUrls?.local[0]}bench/panorama.html`);
    await page.waitForFunction(() => 'measureDrawers' in globalThis);
    const measure = (part: 'measurePainter' | 'measureDrawers'): Promise<Result[]> =>
      page.evaluate(
        ([name, size]) => (globalThis as unknown as Record<string, (rows: number) => Promise<Result[]>>)[name]!(size),
        [part, rows] as const,
      );
    const painted = await measure('measurePainter');
    const { page: inPage, worker } = await bytesInUse(page);
    return [...painted, memory(rows, inPage + worker), ...(await measure('measureDrawers')), ...(await panned())];
  } finally {
    await browser.close();
    await server.close();
  }
}
