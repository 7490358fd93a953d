/** The same history read by a worker of a real browser, from a server on this machine. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import { openBrowser } from './product.ts';
import type { Result } from './results.ts';

/** An isolated page's clock counts in steps of 5 µs instead of 100. */
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
const PLACE = '/measured-history/';

export async function measureHistoryInBrowser(folder: string, months: number): Promise<Result[]> {
  const server = await createServer({
    configFile: false,
    root: '.',
    logLevel: 'error',
    server: { port: 0, hmr: false, watch: null, headers: ISOLATED },
    optimizeDeps: { noDiscovery: true },
    plugins: [
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
    ],
  });
  await server.listen();
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
