/** The shell in a real browser with the built product: pages, consent, new builds and errors. */
import { readFileSync } from 'node:fs';
import type { BrowserContextOptions, Page, Request } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '../../src/shell/locales.ts';
import { demoFolder, rowCounts, SCREENER, serve, sharedBrowser } from './product.ts';

const CONSENT_CHECK_MS = 50;
const S_PER_DAY = 86_400;
const LOADED = { timeout: 30_000 };

const folder = demoFolder(300);
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

/** Lifetime of cookies in days. */
async function cookie(page: Page, name: string) {
  const found = (await page.context().cookies()).find((each) => each.name === name);
  return (
    found && { value: found.value, days: Math.round((found.expires - Date.now() / 1000) / S_PER_DAY), sameSite: found.sameSite }
  );
}

const consentCalls = (page: Page): Promise<unknown[][]> =>
  page.evaluate(() => ((globalThis as { dataLayer?: ArrayLike<unknown>[] }).dataLayer ?? []).map((entry) => Array.from(entry)));

describe('routes and errors', () => {
  it("has two pages, and a 404 with the catalogue's message for every other path", async () => {
    const page = await open('');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const output: string[] = [];
    page.on('console', (message) => output.push(message.text()));
    const answer = await page.goto(`${address}no/such/page?x=1#part`);
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { name: '404' }).waitFor();
    expect(await page.locator('main').innerText()).toBe('404\nGo back home');
    await expect.poll(() => output).toContain('Page not found: /no/such/page?x=1#part');
    await page.getByRole('link', { name: 'Go back home' }).click();
    await expect.poll(() => page.url()).toBe(address);
    expect((await page.request.get(address + SCREENER)).status()).toBe(200);
    await page.context().close();
  });

  it('shows crawlers no error page', async () => {
    const page = await open('no/such/page', {
      userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    });
    await page.locator('.skip').waitFor({ state: 'attached' });
    expect(await page.locator('.error-page').count()).toBe(0);
    await page.context().close();
  });

  it('reloads once when a chunk is gone, keeping the address, then shows the error page', async () => {
    const page = await open('');
    await page.route(/assets\/Screener-.*\.js/, (route) => route.fulfill({ status: 404, body: 'gone' }));
    let loads = 0;
    page.on('request', (request: Request) => {
      if (request.isNavigationRequest()) loads++;
    });
    await page.goto(`${address}${SCREENER}?s=type+%3D+Equity`);
    await page.getByRole('heading', { name: '500' }).waitFor();
    expect(loads).toBe(2);
    expect(new URL(page.url()).searchParams.get('s')).toBe('type = Equity');
    await page.context().close();
  });
});

describe('consent', () => {
  it('is requested shortly after the start; acceptance is stored for 365 days and granted', async () => {
    const context = await browser().newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.addInitScript(() => {
      const seen = new MutationObserver(() => {
        if (document.querySelector('.consent') && !('consentAt' in globalThis))
          Object.assign(globalThis, { consentAt: performance.now() });
      });
      seen.observe(document, { subtree: true, childList: true });
    });
    await page.goto(address);
    await page.locator('.consent').waitFor();
    const consentAt = await page.evaluate(() => (globalThis as unknown as { consentAt: number }).consentAt);
    expect(consentAt).toBeGreaterThanOrEqual(CONSENT_CHECK_MS);
    const denied = { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied', analytics_storage: 'denied' };
    expect(await consentCalls(page)).toEqual([['consent', 'default', { ...denied, wait_for_update: 500 }]]);
    expect(await context.cookies()).toEqual([]);
    const sizes = await page
      .locator('.consent button')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
    expect(sizes[0]).toBe(sizes[1]);
    await page.getByRole('button', { name: 'Accept' }).click();
    expect(await page.locator('.consent').count()).toBe(0);
    expect(await cookie(page, 'analytics')).toEqual({ value: 'true', days: 365, sameSite: 'Lax' });
    expect((await consentCalls(page)).at(-1)).toEqual(['consent', 'update', { ...denied, analytics_storage: 'granted' }]);
    await page.reload();
    await page.waitForTimeout(3 * CONSENT_CHECK_MS);
    expect(await page.locator('.consent').count()).toBe(0);
    await page.getByRole('button', { name: 'Cookies' }).click();
    await page.getByRole('button', { name: 'Reject' }).click();
    expect(await cookie(page, 'analytics')).toEqual({ value: 'false', days: 30, sameSite: 'Lax' });
    expect((await consentCalls(page)).at(-1)).toEqual(['consent', 'update', denied]);
    await context.close();
  });

  it('is not requested where the browser refuses, and a forged cookie is ignored', async () => {
    const context = await browser().newContext({ serviceWorkers: 'block' });
    await context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
    const page = await context.newPage();
    await page.goto(address);
    await page.waitForTimeout(4 * CONSENT_CHECK_MS);
    expect(await page.locator('.consent').count()).toBe(0);
    await context.close();
    const forged = await browser().newContext({ serviceWorkers: 'block' });
    await forged.addCookies([{ name: 'analytics', value: '{"__proto__":1}', url: address }]);
    const other = await forged.newPage();
    await other.goto(address);
    await other.locator('.consent').waitFor();
    await forged.close();
  });

  it("loads an operator's hook after consent and never before", async () => {
    const page = await open('');
    const asked: string[] = [];
    await page.route('**/analytics.js', (route) => {
      asked.push(route.request().url());
      return route.fulfill({
        contentType: 'text/javascript',
        body: 'const log = []; globalThis.hookLog = log; export const start = (p) => log.push(["start", p]); export const page = (p) => log.push(["page", p]); export const stop = () => log.push(["stop"]);',
      });
    });
    await page.evaluate(() => {
      const meta = Object.assign(document.createElement('meta'), { name: 'analytics', content: './analytics.js' });
      document.head.append(meta);
    });
    await page.locator('.consent').waitFor();
    expect(asked).toEqual([]);
    await page.getByRole('button', { name: 'Accept' }).click();
    const log = () => page.evaluate(() => (globalThis as { hookLog?: unknown }).hookLog);
    await expect.poll(log).toEqual([
      ['start', { necessary: true, analytics: true, marketing: false }],
      ['page', '/'],
    ]);
    await page.getByRole('button', { name: 'Cookies' }).click();
    await page.getByRole('button', { name: 'Reject' }).click();
    await expect.poll(async () => ((await log()) as unknown[]).at(-1)).toEqual(['stop']);
    expect(asked).toEqual([`${address}analytics.js`]);
    await page.context().close();
  });
});

describe('languages', () => {
  it.each(LOCALES.map(({ tag }) => tag))('%s: the browser’s preference, without a missing text', async (tag) => {
    const page = await open('', { locale: tag });
    const texts = JSON.parse(readFileSync(`locales/${tag}.json`, 'utf8')) as Record<string, string>;
    await page.getByRole('heading', { name: texts['home.title']! }).waitFor();
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
      tag,
      tag === 'ar' ? 'rtl' : 'ltr',
    ]);
    expect(await page.locator('body').innerText()).not.toMatch(/\{\{|(?:home|template|language|consent)\.\w/);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow).toBe(0);
    expect(await page.context().cookies()).toEqual([]);
    await page.context().close();
  });

  it('stores the choice for 365 days, and falls back with one log entry', async () => {
    const page = await open('');
    await page.locator('.language-menu').selectOption('de');
    await page.getByRole('heading', { name: 'Jede Aktie, jede Kennzahl, ein Bildschirm' }).waitFor();
    expect(await cookie(page, 'language')).toEqual({ value: 'de', days: 365, sameSite: 'Lax' });
    await page.reload();
    await page.getByRole('heading', { name: 'Jede Aktie, jede Kennzahl, ein Bildschirm' }).waitFor();
    const output: string[] = [];
    page.on('console', (message) => output.push(message.text()));
    await page.route(/assets\/fr-.*\.js/, (route) => route.abort());
    await page.locator('.language-menu').selectOption('fr');
    await expect.poll(() => output.some((line) => line.startsWith('Failed locale loading'))).toBe(true);
    // The page reloads afterwards: closing it meanwhile could leave the browser waiting for the blocked answer.
    await page.locator('.language-menu:enabled').waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });
});

describe('builds', () => {
  it('writes its manifests, and polls for a newer one with a timestamp', async () => {
    const page = await open('', {});
    const id = await page.locator('meta[name="build"]').getAttribute('content');
    expect(await (await page.request.get(`${address}builds/latest.json`)).json()).toEqual({ id });
    expect(await (await page.request.get(`${address}builds/meta/${id}.json`)).json()).toMatchObject({ id, prerendered: ['/'] });
    expect(await (await page.request.get(`${address}_payload.json`)).json()).toMatchObject({ data: {} });
    const polled: string[] = [];
    await page.route(/builds\/latest\.json/, (route) => {
      polled.push(route.request().url());
      return route.fulfill({ json: { id: 'another' } });
    });
    await page.goto(`${address}${SCREENER}?s=type+%3D+Equity`);
    await page.getByRole('button', { name: 'Reload and keep steps and view' }).click();
    await expect.poll(() => rowCounts(page), LOADED).toMatch(/ of 300 rows$/);
    expect(new URL(page.url()).searchParams.get('s')).toBe('type = Equity');
    expect(polled[0]).toMatch(/latest\.json\?timestamp=\d{13}$/);
    await page.context().close();
  });

  it('only logs an unavailable manifest', async () => {
    const page = await open('');
    const output: string[] = [];
    page.on('console', (message) => output.push(message.text()));
    await page.route(/builds\//, (route) => route.fulfill({ status: 500 }));
    await page.reload();
    await expect.poll(() => output.some((line) => line.startsWith('Failed manifest loading'))).toBe(true);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    await page.context().close();
  });
});

describe('prefetching', () => {
  const asksForPayload = (): boolean =>
    performance.getEntriesByType('resource').some(({ name }) => name.endsWith('_payload.json'));
  const payloads = async (
    connection: object,
    waits: (page: Page) => Promise<unknown>,
  ): Promise<{ at: number; wanted: number }> => {
    const context = await browser().newContext({ serviceWorkers: 'block' });
    await context.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), connection);
    const page = await context.newPage();
    await page.goto(address);
    await waits(page);
    const found = await page.evaluate(() => {
      const entry = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('_payload.json'));
      const navigation = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming;
      const ahead = performance.getEntriesByType('resource').filter(({ name }) => /assets\/Screener-.*js/.test(name));
      return { at: entry ? entry.startTime - navigation.loadEventEnd : 0, wanted: ahead.length };
    });
    await context.close();
    return found;
  };

  it('fetches payloads about a second after load, and nothing on a very slow connection', async () => {
    const { at, wanted } = await payloads({ effectiveType: '4g' }, (page) => page.waitForFunction(asksForPayload));
    expect(at).toBeGreaterThan(900);
    expect(wanted).toBe(1);
    const longer = (page: Page): Promise<void> => page.waitForTimeout(3 * Math.max(at, 1000));
    expect(await payloads({ effectiveType: '2g' }, longer)).toEqual({ at: 0, wanted: 0 });
    expect(await payloads({ saveData: true }, longer)).toEqual({ at: 0, wanted: 0 });
  });
});
