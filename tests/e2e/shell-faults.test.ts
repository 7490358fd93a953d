/** Faults around the page: storage, connection, language files, a dead worker, two tabs; with the built product in a real browser. */
import { readFileSync } from 'node:fs';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '../../src/shell/locales.ts';
import { onGrid, press } from './desk.ts';
import { callCount, demoFolder, openScreener, rowCounts, SCREENER, serve, sharedBrowser } from './product.ts';
import { withoutBundles } from './withoutBundles.ts';

const LOADED = { timeout: 30_000 };
const ROWS = 300;

const folder = demoFolder(ROWS);
const browser = sharedBrowser();
let address = '';
beforeAll(async () => {
  address = await serve(folder);
});

async function context(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const made = await browser().newContext({ locale: 'en-US', serviceWorkers: 'block', ...options });
  await made.addCookies([{ name: 'analytics', value: 'false', url: address }]);
  return made;
}

const allRows = (page: Page) => expect.poll(() => rowCounts(page), LOADED).toMatch(new RegExp(` of ${ROWS} rows$`));
const texts = (tag: string) => JSON.parse(readFileSync(`locales/${tag}.json`, 'utf8')) as Record<string, string>;

describe('the screener in every language', () => {
  it.each(LOCALES.map(({ tag }) => tag))('%s: no missing text, no overflow, the direction of the language', async (tag) => {
    const made = await context({ locale: tag, viewport: { width: 1366, height: 768 } });
    const page = await made.newPage();
    const { complaints } = await openScreener(
      page,
      address,
      `?s=${encodeURIComponent('type = Equity | sort close desc | rows 1..20')}`,
    );
    const shown = await page.evaluate(() => ({
      text: document.body.innerText,
      titles: [...document.querySelectorAll('[title],[aria-label],[placeholder]')].flatMap((each) =>
        ['title', 'aria-label', 'placeholder'].map((name) => each.getAttribute(name) ?? ''),
      ),
      direction: document.documentElement.dir,
      wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }));
    const keys = Object.keys(texts('en-US')).filter((key) => key.includes('.'));
    const output = `${shown.text}\n${shown.titles.join('\n')}`;
    expect(keys.filter((key) => new RegExp(`(?:^|[\\s“(])${key.replaceAll('.', '\\.')}(?:$|[\\s”)])`, 'm').test(output))).toEqual(
      [],
    );
    expect(output).not.toMatch(/\{\{|\}\}|undefined|NaN|\[object/);
    expect([shown.direction, shown.wide, complaints.filter((line) => !/Service Worker/.test(line))]).toEqual([
      tag === 'ar' ? 'rtl' : 'ltr',
      0,
      [],
    ]);
    await made.close();
  });
});

describe('notices in another language', () => {
  it("offer a new build and mark cached data in the page's language", async () => {
    const made = await browser().newContext({ locale: 'de', serviceWorkers: 'allow' });
    await made.addCookies([{ name: 'analytics', value: 'false', url: address }]);
    const page = await made.newPage();
    await page.goto(`${address}${SCREENER}`);
    await expect.poll(() => page.locator('.status-rows').innerText(), LOADED).toContain(String(ROWS));
    const data = () => page.evaluate(async () => (await (await caches.open('data')).keys()).length);
    await expect.poll(data, LOADED).toBe(await callCount(address));
    await made.setOffline(true);
    await page.goto(`${address}${SCREENER}`);
    await expect.poll(() => page.locator('.status-rows').innerText(), LOADED).toContain(String(ROWS));
    const [before = ''] = texts('de')['offline.kept']!.split('{{');
    const mark = page.locator('.notice-offline');
    await mark.waitFor();
    expect(await mark.innerText()).toContain(before.trim());
    expect(await mark.innerText()).toMatch(/\d{2}\.\d{2}\.\d{4}/);
    await made.setOffline(false);
    await made.route(/builds\/latest\.json/, (route) => route.fulfill({ json: { id: 'another' } }));
    await page.goto(`${address}${SCREENER}`);
    await page.getByRole('button', { name: texts('de')['build.reload']! }).waitFor();
    await made.close();
  });
});

describe('a user who saves data', () => {
  it('gets no prefetches, by connection or by preference', async () => {
    for (const preference of ['connection', 'media'] as const) {
      const made = await context({ serviceWorkers: 'allow' });
      await made.addInitScript((kind) => {
        if (kind === 'connection') Object.defineProperty(navigator, 'connection', { value: { effectiveType: 'slow-2g' } });
        const real = globalThis.matchMedia.bind(globalThis);
        if (kind === 'media')
          globalThis.matchMedia = (query) => (query.includes('prefers-reduced-data') ? real('all') : real(query));
      }, preference);
      const page = await made.newPage();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(address);
      await page.waitForTimeout(1800);
      expect(asked.filter((url) => /_payload|Screener-|sw\.js|builds\/meta/.test(url))).toEqual([]);
      expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
      await made.close();
    }
  });
});

describe('storage', () => {
  it('that rejects everything loses only what would be stored', async () => {
    const made = await context();
    await made.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('refused', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage', 'caches', 'indexedDB'])
        Object.defineProperty(globalThis, name, { get: refuse });
    });
    const page = await made.newPage();
    const { complaints } = await openScreener(page, address, `?s=${encodeURIComponent('type = Equity')}`);
    await allRows(page);
    await page.getByLabel('Screen as text').fill('rows 1..7');
    await expect.poll(() => rowCounts(page)).toBe(`7 of ${ROWS} rows`);
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(complaints.filter((line) => !/Service Worker/.test(line))).toEqual([]);
    await made.close();
  });

  it('that is full: settings last until the page is closed, data and page keep working, and a lost note is announced', async () => {
    const made = await browser().newContext({ locale: 'en-US' });
    await made.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    const page = await made.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await openScreener(page, address);
    await allRows(page);
    await page.getByRole('button', { name: 'Reject' }).click();
    await press(page, '2');
    await onGrid(page);
    await press(page, '.');
    await page.getByLabel('Note on this security').fill('Ask about the leases');
    const strip = page.locator('.strip', { hasText: 'Your last change was not saved' });
    await strip.getByRole('button', { name: 'Dismiss' }).click();
    await strip.waitFor({ state: 'detached' });
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(errors).toEqual([]);
    await made.close();
  });

  it('of the service worker that rejects everything loses the copy, never an answer', async () => {
    const made = await browser().newContext({ locale: 'en-US', serviceWorkers: 'allow' });
    await made.addCookies([{ name: 'analytics', value: 'false', url: address }]);
    await made.route(/\/sw\.js$/, async (route) => {
      const real = await route.fetch();
      const full = `Cache.prototype.put = async () => { self.refused = (self.refused ?? 0) + 1; throw new DOMException('full', 'QuotaExceededError'); };\n`;
      await route.fulfill({ response: real, body: full + (await real.text()) });
    });
    const page = await made.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${address}${SCREENER}`);
    await allRows(page);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    for (const _ of [1, 2]) {
      await page.reload();
      await allRows(page);
    }
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    const worker = made.serviceWorkers()[0];
    await expect
      .poll(() => worker?.evaluate(() => (self as unknown as { refused?: number }).refused ?? 0), LOADED)
      .toBeGreaterThan(5);
    expect(await page.evaluate(async () => (await (await caches.open('data')).keys()).length)).toBe(0);
    expect(errors).toEqual([]);
    await made.close();
  });

  it('of the service worker that cannot be opened: the same', async () => {
    const made = await browser().newContext({ locale: 'en-US', serviceWorkers: 'allow' });
    await made.addCookies([{ name: 'analytics', value: 'false', url: address }]);
    await made.route(/\/sw\.js$/, async (route) => {
      const real = await route.fetch();
      const shut = `CacheStorage.prototype.open = async () => { throw new DOMException('no', 'SecurityError'); };\n`;
      await route.fulfill({ response: real, body: shut + (await real.text()) });
    });
    const page = await made.newPage();
    await page.goto(`${address}${SCREENER}`);
    await allRows(page);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await allRows(page);
    await made.close();
  });

  it('with corrupt contents: settings fall back to their defaults, nothing fails', async () => {
    const made = await context();
    const page = await made.newPage();
    await page.goto(address);
    const rubbish = [
      '',
      'null',
      '[]',
      '{}',
      '[null]',
      '{"a":',
      '"\ud800"',
      '1e999',
      '[{"name":1}]',
      '[{"text":{},"used":"x"}]',
      '{"__proto__":{"polluted":1}}',
      'x'.repeat(100_000),
    ];
    await openScreener(page, address);
    await allRows(page);
    const names = await page.evaluate(() => Object.keys(localStorage));
    const settings = [
      ...new Set([
        ...names,
        ...[
          'theme',
          'recent',
          'watchlists',
          'notes',
          'columnSets',
          'closedGroups',
          'backends',
          'tab',
          'singleKeys',
          'panel.steps',
          'dock.steps.width',
          'dock.steps.side',
        ].map((name) => `panscreen.${name}`),
      ]),
    ];
    for (const value of rubbish) {
      await page.evaluate(
        ({ keys, text }) => {
          for (const key of keys) localStorage.setItem(key, text);
          sessionStorage.setItem('panscreen.reload', text);
        },
        { keys: settings, text: value },
      );
      const { complaints } = await openScreener(page, address);
      await allRows(page);
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.evaluate(() => 'polluted' in {})).toBe(false);
      expect([value.slice(0, 20), complaints.filter((line) => !/Service Worker/.test(line))]).toEqual([value.slice(0, 20), []]);
    }
    await made.close();
  });

  it("with forged cookies: no choice, the browser's language", async () => {
    for (const [analytics, language] of [
      ['TRUE', 'xx'],
      ['{"a":1}', '../../de'],
      ['true%3B', '__proto__'],
      ['j:{"__proto__":1}', '<script>'],
      ['x'.repeat(3000), 'de'.repeat(1500)],
    ] as const) {
      const made = await browser().newContext({ locale: 'fr', serviceWorkers: 'block' });
      await made.addCookies([
        { name: 'analytics', value: analytics, url: address },
        { name: 'language', value: language, url: address },
      ]);
      const page = await made.newPage();
      await page.goto(address);
      await page.locator('.consent').waitFor();
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr');
      await made.close();
    }
  });
});

describe('the engine’s worker', () => {
  it.each([
    ['throws', `setTimeout(() => { throw new Error('as asked'); })`, 'as asked'],
    ['is ended without a word', 'self.close()', 'terminated by the system'],
  ])('that %s is started again, with the same steps, and says so', async (_, program, reason) => {
    const made = await context();
    const page = await made.newPage();
    await openScreener(page, address, `?s=${encodeURIComponent('type = Equity | rows 1..9')}`);
    await expect.poll(() => rowCounts(page), LOADED).toBe(`9 of ${ROWS} rows`);
    const [worker] = page.workers();
    await worker!.evaluate(program).catch(() => {});
    await page.getByRole('alert').filter({ hasText: reason }).waitFor(LOADED);
    await expect.poll(() => page.workers().length, LOADED).toBe(1);
    await page.getByLabel('Screen as text').fill('type = Equity | rows 1..8');
    await expect.poll(() => rowCounts(page), LOADED).toBe(`8 of ${ROWS} rows`);
    expect(page.workers()[0]).not.toBe(worker);
    await made.close();
  });
});

describe('a worker in an endless loop', () => {
  it('is reported within two seconds of an edit, and restarted with the edit applied', async () => {
    const made = await context();
    const page = await made.newPage();
    await openScreener(page, address, `?s=${encodeURIComponent('type = Equity | rows 1..9')}`);
    await expect.poll(() => rowCounts(page), LOADED).toBe(`9 of ${ROWS} rows`);
    // It never answers again, and leaves the processor to the page.
    void page
      .workers()[0]!
      .evaluate(
        'const cell = new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer); for (;;) Atomics.wait(cell, 0, 0, 10);',
      )
      .catch(() => {});
    // Timed in the page: the test's round trip is slow on a busy machine.
    await page.evaluate(() => {
      const times = { editedAt: 0, noticedAt: 0 };
      Object.assign(globalThis, { times });
      addEventListener('input', () => Object.assign(times, { editedAt: performance.now() }), { capture: true });
      new MutationObserver(() => {
        if (times.noticedAt === 0 && document.querySelector('.strips')?.textContent?.includes('not responding'))
          times.noticedAt = performance.now();
      }).observe(document.body, { subtree: true, childList: true });
    });
    await page.getByLabel('Screen as text').fill('type = Equity | rows 1..8');
    const alert = page.getByRole('alert').filter({ hasText: 'The engine is not responding' });
    await alert.waitFor(LOADED);
    const { editedAt, noticedAt } = await page.evaluate(
      () => (globalThis as unknown as { times: { editedAt: number; noticedAt: number } }).times,
    );
    expect(editedAt).toBeGreaterThan(0);
    expect(noticedAt - editedAt).toBeLessThan(2000);
    await page.getByRole('alert').filter({ hasText: 'it stopped responding' }).waitFor(LOADED);
    await expect.poll(() => rowCounts(page), LOADED).toBe(`8 of ${ROWS} rows`);
    await expect.poll(() => alert.count()).toBe(0);
    await made.close();
  });
});

describe('an unavailable script of the page', () => {
  it.each([SCREENER, ''])('leaves a message and a link that reloads the page: /%s', async (path) => {
    const made = await context();
    const page = await made.newPage();
    let isDown = true;
    await page.route(/assets\/index-[\w-]+\.js/, (route) => (isDown ? route.fulfill({ status: 503 }) : route.continue()));
    await page.goto(`${address}${path}?s=rows+1..5`);
    const line = page.getByText('This page has not started.');
    expect(await line.isVisible()).toBe(false);
    await line.waitFor(LOADED);
    isDown = false;
    await line.getByRole('link', { name: 'Reload' }).click();
    await page
      .getByRole(path === '' ? 'heading' : 'button')
      .first()
      .waitFor();
    await line.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?s=rows+1..5');
    await made.close();
  });
});

describe('an unavailable chunk of the page', () => {
  it('completes the navigation, and a broken copy of it is replaced', async () => {
    const made = await browser().newContext({ locale: 'en-US', serviceWorkers: 'allow' });
    await made.addCookies([{ name: 'analytics', value: 'false', url: address }]);
    const page = await made.newPage();
    await page.goto(address);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const screenerCopy = () =>
      page.evaluate(async () => {
        const cache = await caches.open('assets');
        return (await cache.keys()).map(({ url }) => url).find((url) => /Screener-[\w-]+\.js$/.test(url)) ?? '';
      });
    await expect.poll(screenerCopy, LOADED).not.toBe('');
    const copy = await screenerCopy();
    await page.evaluate(async (url) => {
      const broken = new Response('half a scr', { headers: { 'content-type': 'text/javascript' } });
      await (await caches.open('assets')).put(url, broken);
    }, copy);
    await page.goto(address);
    await page.getByRole('link', { name: 'Open the screener' }).click();
    await allRows(page);
    expect(new URL(page.url()).pathname).toBe(`/${SCREENER}`);
    expect(await page.evaluate(async (url) => (await (await caches.match(url))?.text())?.length ?? 0, copy)).toBeGreaterThan(
      1000,
    );
    await made.close();
  });

  it('leaves the rest of the page unchanged when a panel fails twice, and loads on retry', async () => {
    const made = await context({ viewport: { width: 2000, height: 900 } });
    const page = await made.newPage();
    let isDown = true;
    await page.route(/assets\/SavedPanel-[\w-]+\.js/, (route) => (isDown ? route.fulfill({ status: 404 }) : route.continue()));
    await openScreener(page, address);
    // Reloads once, with the panel open.
    await page.getByRole('tab', { name: 'Saved' }).click();
    const lost = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
    await lost.waitFor(LOADED);
    await allRows(page);
    isDown = false;
    await lost.getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('Name of the screen').waitFor(LOADED);
    await made.close();
  });
});

describe('the network', () => {
  it('that fails while countries load: loaded ones stay, the others are listed and load on retry', async () => {
    const made = await context();
    const page = await made.newPage();
    let answered = 0;
    await withoutBundles(made);
    await made.route(/api\/screener\/vector/, (route) =>
      answered++ < 12 ? route.continue() : route.abort('internetdisconnected'),
    );
    await openScreener(page, address);
    const shown = Number(/of ([\d,]+) rows/.exec(await rowCounts(page))?.[1]);
    expect(shown).toBeGreaterThan(0);
    expect(shown).toBeLessThan(ROWS);
    await page.locator('.failed').waitFor();
    await page.getByLabel('Screen as text').fill('rows 1..3');
    await expect.poll(() => rowCounts(page)).toMatch(/^3 of /);
    await made.unroute(/api\/screener\/vector/);
    await page.locator('.failed').getByRole('button').first().click();
    await allRows(page);
    await expect.poll(() => page.locator('.failed').count()).toBe(0);
    await made.close();
  });
});

describe('two tabs', () => {
  it('do not interfere with each other', async () => {
    const made = await context();
    const [one, two] = [await made.newPage(), await made.newPage()];
    await openScreener(one, address, `?s=${encodeURIComponent('rows 1..5')}`);
    await openScreener(two, address, `?s=${encodeURIComponent('rows 1..6')}`);
    await two.getByLabel('Screen as text').fill('rows 1..7');
    await expect.poll(() => rowCounts(two)).toBe(`7 of ${ROWS} rows`);
    expect(await rowCounts(one)).toBe(`5 of ${ROWS} rows`);
    await one.reload();
    await expect.poll(() => rowCounts(one), LOADED).toBe(`5 of ${ROWS} rows`);
    await one.close();
    await two.getByLabel('Screen as text').fill('rows 1..8');
    await expect.poll(() => rowCounts(two)).toBe(`8 of ${ROWS} rows`);
    await made.close();
  });
});

describe('a clock that is wrong', () => {
  it.each(['1970-01-02T00:00:00Z', '2099-12-31T23:59:59Z'])(
    '%s: the page loads, polls, and reloads for a lost part once',
    async (time) => {
      const made = await context();
      const page = await made.newPage();
      await page.clock.setSystemTime(new Date(time));
      const polled: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('latest.json')) polled.push(new URL(request.url()).search);
      });
      await openScreener(page, address, `?s=${encodeURIComponent('rows 1..5')}`);
      await expect.poll(() => rowCounts(page), LOADED).toBe(`5 of ${ROWS} rows`);
      await expect.poll(() => polled.length, LOADED).toBeGreaterThan(0);
      expect(polled[0]).toMatch(/^\?timestamp=\d+$/);
      await page.route(/assets\/Home-.*\.js/, (route) => route.fulfill({ status: 404, body: 'gone' }));
      let loads = 0;
      page.on('request', (request) => {
        if (request.isNavigationRequest()) loads++;
      });
      await page.goto(address);
      await page.getByRole('heading', { name: '500' }).waitFor();
      expect(loads).toBe(2);
      await made.close();
    },
  );
});
