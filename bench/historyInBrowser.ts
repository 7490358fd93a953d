/** The same history read by a worker of a real browser, from a server on this machine. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ISOLATED, isolatedServer } from './isolatedServer.ts';
import { openBrowser } from './product.ts';
import type { Result } from './results.ts';

const PLACE = '/measured-history/';

export async function measureHistoryInBrowser(folder: string, months: number): Promise<Result[]> {
  const server = await isolatedServer([
    {
      name: 'measured-history',
      configureServer({ middlewares }) {
        middlewares.use(PLACE, (request, response) => {
          const path = join(folder, request.url ?? '');
          const isPacked = existsSync(`${path}.br`);
          for (const [name, value] of Object.entries(ISOLATED)) response.setHeader(name, value);
          if (isPacked) response.setHeader('Content-Encoding', 'br');
          response.end(readFileSync(isPacked ? `${path}.br` : path));
        });
      },
    },
  ]);
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    const base = server.resolvedUrls?.local[0];
    await page.goto(`${base}bench/history.html`);
    await page.waitForFunction(() => 'measureHistoryHere' in globalThis);
    return await page.evaluate(
      ([place, count]) =>
        (
          globalThis as unknown as { measureHistoryHere: (place: string, months: number) => Promise<Result[]> }
        ).measureHistoryHere(place, count),
      [new URL(PLACE, base).href, months] as const,
    );
  } finally {
    await browser.close();
    await server.close();
  }
}
