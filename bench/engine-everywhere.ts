/** The engine's measurements in Node and in a real browser. */
import { chromium } from 'playwright';
import { findBrowser, HOW_TO_GET_ONE } from '../tests/support/browser.ts';
import { processorTime, wallTime } from './clock.ts';
import { measureEngine } from './engine.ts';
import { everybody } from './everybody.ts';
import { isolatedServer } from './isolatedServer.ts';
import type { Options } from './options.ts';
import type { Result } from './results.ts';

async function inBrowser(sizes: readonly number[], only: readonly string[]): Promise<Result[]> {
  const found = findBrowser();
  if (!found) throw new Error(HOW_TO_GET_ONE);
  const server = await isolatedServer();
  const browser = await chromium.launch({
    executablePath: found.path,
    args: [...found.args],
    env: { ...process.env, ...found.env } as Record<string, string>,
  });
  try {
    const results: Result[] = [];
    for (const rows of sizes) {
      const page = await browser.newPage();
      await page.goto(`${server.resolvedUrls?.local[0]}bench/engine.html`);
      await page.waitForFunction(() => 'measureEngineHere' in globalThis);
      results.push(
        ...(await page.evaluate(
          ([size, names]) =>
            (
              globalThis as unknown as { measureEngineHere: (rows: number, only: readonly string[]) => Promise<Result[]> }
            ).measureEngineHere(size, names),
          [rows, only] as const,
        )),
      );
      await page.close();
    }
    return results;
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Every contender at every size, in Node and in the browser, unless restricted by `where`. */
export async function measureEngineEverywhere({ sizes, work, where, peers, clock }: Options): Promise<Result[]> {
  const stopwatch = clock === 'processor' ? processorTime : wallTime;
  const results: Result[] = [];
  if (where.includes('node')) {
    const contenders = await everybody(peers);
    for (const rows of sizes) results.push(...(await measureEngine(rows, 'node', contenders, work, stopwatch)));
  }
  return where.includes('chromium') ? [...results, ...(await inBrowser(sizes, work))] : results;
}
