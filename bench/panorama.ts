/** Pictures of the whole universe in a real browser, beside a bare canvas that draws the same rectangles. */

import { isolatedServer } from './isolatedServer.ts';
import { bytesInUse } from './load.ts';
import type { Options } from './options.ts';
import { openBrowser, SCREEN } from './product.ts';
import type { Result } from './results.ts';
import { DESCRIBED } from './universe.ts';

/** The canvases: that of the loops, and the page's with the picture that it shows and the one before. */
const PICTURES = 3;

/** A third of the limit is the table, which is there without pictures. */
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

export async function measurePanoramaInBrowser({ sizes }: Options): Promise<Result[]> {
  // A picture of more rows asks for larger textures, hardly for more time: one size is enough.
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
    return [...painted, memory(rows, inPage + worker), ...(await measure('measureDrawers'))];
  } finally {
    await browser.close();
    await server.close();
  }
}
