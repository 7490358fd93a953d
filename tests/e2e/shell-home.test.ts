/** The home page, and offline use, in a real browser with the built product. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContextOptions, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { callCount, demoFolder, rowCounts, SCREENER, serve, sharedBrowser } from './product.ts';

const HOME_BYTES_MAX = 150_000;
const LOADED = { timeout: 30_000 };

const folder = demoFolder(300, 'all');
const browser = sharedBrowser();
let address = '';
beforeAll(async () => {
  address = await serve(folder);
});

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser().newContext({ locale: 'en-US', serviceWorkers: 'block', ...options });
  const page = await context.newPage();
  await page.goto(address + path);
  return page;
}

describe('offline', () => {
  it('shows the page and the latest data after one visit, with their age', async () => {
    const context = await browser().newContext({ locale: 'en-US', serviceWorkers: 'allow' });
    const page = await context.newPage();
    await page.goto(`${address}${SCREENER}`);
    await expect.poll(() => rowCounts(page), LOADED).toMatch(/of 300 rows$/);
    const kept = () => page.evaluate(async () => (await (await caches.open('data')).keys()).length);
    await expect.poll(kept, LOADED).toBe(await callCount(address));
    await context.setOffline(true);
    await page.goto(`${address}${SCREENER}?s=type+%3D+Equity`);
    await expect.poll(() => rowCounts(page), LOADED).toMatch(/of 300 rows$/);
    expect(await page.locator('.notice-offline').innerText()).toMatch(/^No connection: showing data saved on \w+ \d+, \d{4}/);
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await context.close();
  });

  it('asks the network first when online', async () => {
    const context = await browser().newContext({ serviceWorkers: 'allow' });
    const page = await context.newPage();
    await page.goto(address);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.evaluate(async () => {
      const cache = await caches.open('data');
      await cache.put(new URL('api/screener/countries', location.href), new Response('{"XX":1}'));
    });
    await page.goto(address);
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    const countries = await page.evaluate(async () => Object.keys(await (await fetch('api/screener/countries')).json()).length);
    expect(countries).toBeGreaterThan(100);
    await context.close();
  });
});

describe('the home page', () => {
  it('is shown before any script has run, in the light theme', async () => {
    const page = await open('', { javaScriptEnabled: false });
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Every stock, every figure, one screen');
    expect(await page.title()).toContain('Panscreen');
    expect(await page.locator('link[rel="canonical"]').count()).toBe(1);
    expect(await page.locator('meta[name="description"]').getAttribute('content')).toMatch(/screener/);
    for (const file of ['robots.txt', 'sitemap.xml', 'manifest.webmanifest', 'social.png', 'icon-512.png']) {
      expect((await page.request.get(address + file)).status(), file).toBe(200);
    }
    await page.context().close();
    const html = readFileSync('dist/app/index.html', 'utf8');
    const names = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, name]) => name!);
    const imported = readdirSync('dist/app/assets').filter((name) => names.some((from) => from.endsWith(name)));
    const files = [html, ...imported.map((name) => readFileSync(join('dist/app/assets', name)))];
    const bytes = files.reduce((sum, file) => sum + gzipSync(file).length, 0);
    expect(bytes).toBeLessThan(HOME_BYTES_MAX);
  });

  it('is dark before any script has run if the system is', async () => {
    for (const [colorScheme, ground] of [
      ['dark', 'rgb(20, 22, 26)'],
      ['light', 'rgb(255, 255, 255)'],
    ] as const) {
      const page = await open('', { javaScriptEnabled: false, colorScheme });
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(ground);
      await page.context().close();
    }
  });

  it('shows the figures of the universe and the recent screens of this browser', async () => {
    const page = await open(`${SCREENER}?s=type+%3D+Equity`);
    await expect.poll(() => rowCounts(page), LOADED).toMatch(/of 300 rows$/);
    await page.evaluate(() =>
      localStorage.setItem('panscreen.recent', JSON.stringify([{ text: 'type = Equity', used: 1_790_000_000 }])),
    );
    await page.goto(address);
    await expect.poll(() => page.locator('.home-figures').innerText()).toMatch(/^\d+ countries\s+data as of \w+ \d+, \d{4}$/);
    await page.locator('.home-recent a', { hasText: 'type = Equity' }).click();
    await expect.poll(() => rowCounts(page), LOADED).toMatch(/of 300 rows$/);
    await page.goBack();
    await page.getByRole('link', { name: 'Magic formula' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('s')).toMatch(/greenblattEarningsYield/);
    await page.context().close();
  });
});
