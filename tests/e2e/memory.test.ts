import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { floats, json, serveElsewhere } from './other-server.ts';
import { demoFolder, gridColumn, openScreener, serve, sharedBrowser } from './product.ts';

const browser = sharedBrowser();
let address = '';

beforeAll(async () => {
  address = await serve(demoFolder(300));
});

interface Seen {
  readonly shared: Set<string>;
  readonly copied: Set<string>;
}

/** Records by column whether its values are shared or copied; runs before the page's scripts. */
function watchColumns(): void {
  const seen: Seen = { shared: new Set(), copied: new Set() };
  const Native = Worker;
  class Watched extends Native {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      this.addEventListener('message', ({ data }) => {
        if (data.kind !== 'column') return;
        const { id, values, codes } = data.column;
        const isShared = typeof SharedArrayBuffer !== 'undefined' && (values ?? codes).buffer instanceof SharedArrayBuffer;
        (isShared ? seen.shared : seen.copied).add(id);
      });
    }
  }
  Object.assign(globalThis, { Worker: Watched, columnsSeen: seen });
}

const count = (page: Page, kind: keyof Seen): Promise<number> =>
  page.evaluate((name: string) => (globalThis as unknown as { columnsSeen: Seen }).columnsSeen[name as keyof Seen].size, kind);

it("reads every column from the worker's memory, without a copy", async () => {
  const page = await browser().newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(watchColumns);
  await openScreener(page, address);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await expect.poll(() => count(page, 'shared'), { timeout: 20_000 }).toBeGreaterThan(200);
  // Only columns visible during the load, and columns without data, are copied.
  expect(await count(page, 'copied')).toBeLessThan(100);
  await page.close();
});

it('copies the columns and shows the same if the server does not send the required headers', async () => {
  const elsewhere = await serveElsewhere({
    countries: json({ US: 1763596800 }),
    'reverse-index': json({ marketCapitalization: 0 }),
    'header-index': json({ symbol: 0 }),
    'vector/US': floats([5e9, 7e9]),
    'vector-indexing/US': json({ tickerIndex: [['AAA'], ['BBB']], headerIndex: { symbol: 0 } }),
  });
  const page = await browser().newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(watchColumns);
  await openScreener(page, elsewhere, `?s=${encodeURIComponent('sort marketCapitalization desc')}`);
  await expect.poll(() => gridColumn(page, 'Symbol')).toEqual(['BBB', 'AAA']);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  expect(await count(page, 'shared')).toBe(0);
  await page.close();
});
