import { beforeAll, expect, it } from 'vitest';
import { demoFolder, rowCounts, SCREENER, serve, sharedBrowser } from './product.ts';

const browser = sharedBrowser();
let address = '';

beforeAll(async () => {
  address = await serve(demoFolder(300));
});

it('asks for the data before the page’s own scripts have come, once, and shows them when they have', async () => {
  const context = await browser().newContext();
  const page = await context.newPage();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/screener/')) calls.push(new URL(request.url()).pathname);
  });
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/assets\/(index|Screener)-[^/]*\.js/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${address}${SCREENER}`, { waitUntil: 'commit' });
  const vectors = (): string[] => calls.filter((path) => path.includes('/vector/'));
  await expect.poll(() => vectors().length, { timeout: 20_000 }).toBeGreaterThan(5);
  expect(await page.locator('.status').count()).toBe(0);
  release();
  await page.locator('.status-rows').waitFor();
  await page.locator('.top-loading').waitFor({ state: 'detached' });
  await expect.poll(() => rowCounts(page), { timeout: 20_000 }).toBe('300 of 300 rows');
  expect(new Set(calls).size).toBe(calls.length);
  await context.close();
});

it('asks for no country’s data on the home page', async () => {
  const context = await browser().newContext();
  const page = await context.newPage();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/screener/vector')) calls.push(request.url());
  });
  await page.goto(address);
  await page.getByRole('link').first().waitFor();
  expect(calls).toEqual([]);
  await context.close();
});
