import type { BrowserContext, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { demoFolder, openScreener, SCREENER, serve, sharedBrowser } from './product.ts';
import { withoutBundles } from './withoutBundles.ts';

/** Time after an erasure during which nothing may reappear. */
const LATER_MS = 3000;

async function deleteAll(page: Page): Promise<void> {
  await page.keyboard.press('k');
  await page.getByRole('button', { name: 'Delete all local data' }).click();
  await page.getByRole('button', { name: 'Delete all', exact: true }).click();
  await expect
    .poll(() => page.getByRole('status').allInnerTexts())
    .toContainEqual(expect.stringContaining('All local data was deleted.'));
}

/** Data stored for the site, as a script-free page sees it when all others are closed. */
async function stored(context: BrowserContext, address: string) {
  const page = await context.newPage();
  await page.goto(`${address}robots.txt`);
  for (const other of context.pages()) if (other !== page) await other.close();
  const found = () =>
    page.evaluate(async () => ({
      settings: Object.keys(localStorage),
      caches: await caches.keys(),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }));
  // A worker in use is removed after its pages are closed.
  await expect.poll(async () => (await found()).workers).toBe(0);
  return await found();
}

/** Nothing remains or reappears after an erasure. */
async function expectNothing(page: Page, address: string): Promise<void> {
  const context = page.context();
  await page.waitForTimeout(LATER_MS);
  expect(await stored(context, address)).toEqual({ settings: [], caches: [], workers: 0 });
  await context.close();
}

describe('all stored data is deleted', async () => {
  const address = await serve(demoFolder(1500));
  const browser = sharedBrowser();
  /** The tests restore the back end choice at every visit; users' browsers do not. */
  const freshContext = (): Promise<BrowserContext> => Object.getPrototypeOf(browser()).newContext.call(browser());

  it("within seconds after another tab was closed, which delays the worker's removal in Chromium", async () => {
    const context = await freshContext();
    const page = await context.newPage();
    await openScreener(page, address);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
    await page.waitForTimeout(1500);
    await openScreener(page, address);
    await page.waitForTimeout(2500);
    const second = await context.newPage();
    await openScreener(second, address);
    await second.close();
    await deleteAll(page);
    await expectNothing(page, address);
  });

  it('while the first visit is still storing, and is not restored', async () => {
    const context = await freshContext();
    const page = await context.newPage();
    await page.goto(`${address}${SCREENER}`);
    await page.locator('.status-rows').waitFor();
    await deleteAll(page);
    await page.locator('.top-loading').waitFor({ state: 'detached' });
    await expectNothing(page, address);
  });

  it('and another tab that is still loading does not restore it', async () => {
    const context = await freshContext();
    const page = await context.newPage();
    await openScreener(page, address);
    const second = await context.newPage();
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await withoutBundles(second);
    await second.route('**/vector/FR*', async (route) => {
      await released;
      await route.continue();
    });
    await second.goto(`${address}${SCREENER}`);
    await second.locator('.status-rows').waitFor();
    await deleteAll(page);
    release();
    await second.locator('.top-loading').waitFor({ state: 'detached' });
    await expectNothing(second, address);
  });
});
