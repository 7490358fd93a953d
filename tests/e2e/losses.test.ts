/**
 * Losses under an open page: its worker while busy, its graphics context, the data build being loaded. Results stay correct, no user
 * data is lost, and the page says what happened.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright';
import { beforeAll, expect, inject, test } from 'vitest';
import type { BackendChoice } from '../../src/engine/worker/protocol.ts';
import { demoFolder, openScreener, panscreen, rowCounts, SCREENER, serve, sharedBrowser, temporaryFolder } from './product.ts';
import { withoutBundles } from './withoutBundles.ts';

const LOADED = { timeout: 30_000 };
const ROWS = 300;
const SCREENS = [
  'type = Equity | beta >= 0.5 | rows 1..40',
  'returnOnEquity >= 10% | close >= 5',
  'marketCapitalization >= 1e9 USD',
];

const folder = demoFolder(ROWS, 'all');
const browser = sharedBrowser();
let address = '';
beforeAll(async () => {
  address = await serve(folder);
});

async function context(at = address): Promise<BrowserContext> {
  const made = await browser().newContext({ locale: 'en-US', serviceWorkers: 'block' });
  await made.addCookies([{ name: 'analytics', value: 'false', url: at }]);
  return made;
}

/** The command line's rows. */
function expected(text: string): string {
  const lines = JSON.parse(panscreen('screen', text, '--data', folder, '--explain', '--format', 'json')) as { out: number }[];
  return `${lines.at(-1)!.out} of ${ROWS} rows`;
}

test('a terminated worker is restarted, the last edit is applied, and the page says so', async () => {
  const made = await context();
  await made.addInitScript(() => {
    const started: Worker[] = [];
    Object.assign(globalThis, { started });
    globalThis.Worker = class extends Worker {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        started.push(this);
      }
    };
  });
  const page = await made.newPage();
  await openScreener(page, address, `?s=${encodeURIComponent('rows 1..9')}`);
  await expect.poll(() => rowCounts(page), LOADED).toBe(`9 of ${ROWS} rows`);
  const text = SCREENS[0]!;
  await page.getByLabel('Screen as text').fill(text);
  await page.evaluate(() => (globalThis as unknown as { started: Worker[] }).started[0]?.terminate());
  await page.getByRole('alert').filter({ hasText: 'terminated by the system' }).waitFor(LOADED);
  await expect.poll(() => rowCounts(page), LOADED).toBe(expected(text));
  expect(await page.getByLabel('Screen as text').inputValue()).toBe(text);
  await expect.poll(() => new URL(page.url()).searchParams.get('s')).toBe(text);
  await made.close();
});

/** A stored choice in which a device has passed its self-test and computes masks. */
function withMasksBy(device: string, stored: string): string {
  const choice = JSON.parse(stored) as BackendChoice;
  const reports = choice.reports.map((report) => (report.name === device ? { ...report, status: 'ok', reason: null } : report));
  return JSON.stringify({ ...choice, reports, byWork: { ...choice.byWork, masks: device } });
}

test('a lost graphics context: the next result is correct, and the CPU takes over for good', async () => {
  const made = await context();
  await made.route(/\/assets\/worker-[^/]*\.js/, async (route) => {
    const real = await route.fetch();
    const watch = `{ const made = OffscreenCanvas.prototype.getContext; self.graphics = []; OffscreenCanvas.prototype.getContext = function (...given) { const context = made.apply(this, given); if (context) self.graphics.push(context); return context; }; }\n`;
    await route.fulfill({ response: real, body: watch + (await real.text()) });
  });
  // As if an earlier visit had found this device faster.
  await made.addInitScript(
    (choice) => {
      localStorage['panscreen.backends'] = choice;
    },
    withMasksBy('webgl2', inject('choice')),
  );
  const page = await made.newPage();
  await openScreener(page, address);
  await page.locator('.status-ms').click();
  const lines = page.locator('.diagnostics li');
  const computedBy = lines.filter({ hasText: 'computed by' });
  await expect.poll(() => computedBy.innerText(), LOADED).toContain('masks webgl2');
  const [before = '', after = '', last = ''] = SCREENS;
  await page.getByLabel('Screen as text').fill(before);
  await expect.poll(() => rowCounts(page), LOADED).toBe(expected(before));
  const lostCount = await page.workers()[0]!.evaluate(() => {
    const { graphics } = self as unknown as { graphics: { getExtension?(name: string): { loseContext(): void } | null }[] };
    const found = graphics.flatMap((each) => each.getExtension?.('WEBGL_lose_context') ?? []);
    for (const extension of found) extension.loseContext();
    return found.length;
  });
  expect(lostCount).toBeGreaterThan(0);
  await page.getByLabel('Screen as text').fill(after);
  await expect.poll(() => rowCounts(page), LOADED).toBe(expected(after));
  await page.getByLabel('Screen as text').fill(last);
  await expect.poll(() => rowCounts(page), LOADED).toBe(expected(last));
  await expect.poll(() => computedBy.innerText(), LOADED).toContain('masks cpu');
  expect((await lines.allInnerTexts()).find((line) => line.startsWith('webgl2:'))).toMatch(/^webgl2: failed: /);
  await made.close();
});

test('a new data build during a load: loaded countries stay, the others are listed, a reload loads all of the new build', async () => {
  const scratch = temporaryFolder();
  const published = join(scratch, 'data');
  cpSync(folder, published, { recursive: true });
  // Two builds later: a server keeps serving the previous build to clients that are loading it.
  const next = join(scratch, 'next');
  cpSync(folder, next, { recursive: true });
  for (const seed of ['2', '3']) panscreen('demo', '--out', next, '--securities', String(ROWS), '--seed', seed);
  const at = await serve(published);
  const served = async (): Promise<string | null> =>
    (await fetch(`${at}api/screener/countries`)).headers.get('x-panscreen-build');
  const publish = async (): Promise<void> => {
    const before = await served();
    for (const name of ['files', 'manifest.previous.json', 'manifest.json'])
      cpSync(join(next, name), join(published, name), { recursive: true });
    await expect.poll(served).not.toBe(before);
  };
  const made = await context(at);
  const page = await made.newPage();
  let asked = 0;
  let publishing: Promise<void> | null = null;
  await withoutBundles(made);
  await made.route(/api\/screener\/vector\//, async (route) => {
    if (++asked > 6) {
      publishing ??= publish();
      await publishing;
    }
    await route.continue();
  });
  await openScreener(page, at, `?s=${encodeURIComponent('rows 1..3')}`);
  await page.locator('.failed').filter({ hasText: 'newer data have been published' }).waitFor(LOADED);
  await expect.poll(() => rowCounts(page)).toMatch(/^3 of /);
  expect(await rowCounts(page)).not.toBe(`3 of ${ROWS} rows`);
  await page.locator('.failed').getByRole('button', { name: 'Reload' }).click();
  await page.waitForURL(`${at}${SCREENER}**`);
  await expect.poll(() => rowCounts(page), LOADED).toBe(`3 of ${ROWS} rows`);
  expect(await page.locator('.failed').count()).toBe(0);
  await made.close();
});
