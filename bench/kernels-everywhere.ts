/** The kernels' measurements in Node and in a real browser. */
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { findBrowser, HOW_TO_GET_ONE } from '../tests/support/browser.ts';
import { measureKernels } from './kernels.ts';
import type { Result } from './results.ts';

const SIZES = [60_000, 500_000];

async function inBrowser(): Promise<Result[]> {
  const found = findBrowser();
  if (!found) throw new Error(HOW_TO_GET_ONE);
  const server = await createServer({
    configFile: false,
    root: '.',
    logLevel: 'error',
    server: { port: 0, hmr: false, watch: null },
    optimizeDeps: { include: ['gpu.js'], noDiscovery: true },
  });
  await server.listen();
  const browser = await chromium.launch({
    executablePath: found.path,
    args: [...found.args],
    env: { ...process.env, ...found.env } as Record<string, string>,
  });
  try {
    const page = await browser.newPage();
    await page.goto(`${server.resolvedUrls?.local[0]}bench/kernels.html`);
    await page.waitForFunction(() => 'measureKernels' in globalThis);
    const results: Result[] = [];
    for (const rows of SIZES) {
      results.push(
        ...(await page.evaluate(
          (size) =>
            (globalThis as unknown as { measureKernels: typeof measureKernels }).measureKernels(size, 'chromium', [
              'webgpu',
              'webgl2',
              'webasm',
            ]),
          rows,
        )),
      );
    }
    return results;
  } finally {
    await browser.close();
    await server.close();
  }
}

export async function measureKernelsEverywhere(): Promise<Result[]> {
  const results: Result[] = [];
  for (const rows of SIZES) results.push(...(await measureKernels(rows, 'node', ['webasm'])));
  return [...results, ...(await inBrowser())];
}
