/** Number of calls over three visits, counted by the server: loaded answers are cached for offline use without another request. */
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, describe, expect, it } from 'vitest';
import { floats, json, type Reply, serveElsewhere } from './other-server.ts';
import { callCount, demoFolder, openScreener, rowCounts, SCREENER, serve, sharedBrowser } from './product.ts';

const KEPT = { timeout: 40_000 };
const VISITS = 3;

const browser = sharedBrowser();

/** Counts the calls to a server and their status. */
async function countingProxy(address: string, calls: string[]): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    const passed = ask(new URL(incoming.url ?? '/', address), { headers: incoming.headers }, (answer) => {
      if (incoming.url?.startsWith('/api/')) calls.push(`${answer.statusCode} ${incoming.url}`);
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready));
  afterAll(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`;
}

async function visitor(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser().newContext({ locale: 'en-US', serviceWorkers: 'allow' });
  return { context, page: await context.newPage() };
}

const copies = (page: Page): Promise<number> => page.evaluate(async () => (await (await caches.open('data')).keys()).length);

/** Visits the screener, waits until everything is cached and a while longer, and returns the calls of each visit. */
async function visits(page: Page, address: string, calls: string[], callCount: number, later: number): Promise<string[][]> {
  const each: string[][] = [];
  for (let visit = 0; visit < VISITS; visit++) {
    calls.length = 0;
    await openScreener(page, address);
    await expect.poll(() => copies(page), KEPT).toBe(callCount);
    await expect.poll(() => calls.length, KEPT).toBeGreaterThanOrEqual(visit === 0 ? callCount : later);
    await page.waitForTimeout(2000);
    each.push([...calls]);
  }
  return each;
}

describe('over three visits', () => {
  it('our own server sends every answer once', async () => {
    const calls: string[] = [];
    const address = await countingProxy(await serve(demoFolder(300)), calls);
    const count = await callCount(address);
    calls.length = 0;
    const { context, page } = await visitor();
    const [first = [], ...later] = await visits(page, address, calls, count, 0);
    expect(first).toHaveLength(count);
    expect(new Set(first).size).toBe(count);
    for (const visit of later) {
      expect(visit.length).toBeLessThanOrEqual(count);
      expect(visit.filter((line) => line.startsWith('200 '))).toEqual([]);
    }
    await context.setOffline(true);
    await page.goto(`${address}${SCREENER}`);
    await expect.poll(() => rowCounts(page), KEPT).toBe('300 of 300 rows');
    await context.close();
  });

  it('a server without builds and ETags sends every answer once per visit', async () => {
    const calls: string[] = [];
    const counted = (replies: Record<string, Reply>): Record<string, Reply> =>
      Object.fromEntries(
        Object.entries(replies).map(([call, reply]) => [
          call,
          (request, response) => {
            calls.push(call);
            reply(request, response);
          },
        ]),
      );
    const codes = ['US', 'DE', 'FR', 'JP'];
    const address = await serveElsewhere(
      counted({
        countries: json(Object.fromEntries(codes.map((code) => [code, 1763596800]))),
        'reverse-index': json({ marketCapitalization: 0, close: 1 }),
        'header-index': json({ symbol: 0, name: 1 }),
        ...Object.fromEntries(
          codes.flatMap((code) => [
            [`vector/${code}`, floats([1e9, 2])],
            [`vector-indexing/${code}`, json({ tickerIndex: [[code, 'A company']] })],
          ]),
        ),
      }),
    );
    const { context, page } = await visitor();
    for (const visit of await visits(page, address, calls, 11, 11)) {
      expect(visit).toHaveLength(11);
      expect(new Set(visit).size).toBe(11);
    }
    await context.setOffline(true);
    await page.goto(`${address}${SCREENER}`);
    await expect.poll(() => rowCounts(page), KEPT).toBe('4 of 4 rows');
    await context.close();
  });
});
