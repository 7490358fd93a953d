import { beforeAll, expect, it } from 'vitest';
import { demoFolder, openScreener, rowCounts, SCREENER, serve, sharedBrowser } from './product.ts';

const browser = sharedBrowser();
let address = '';

beforeAll(async () => {
  address = await serve(demoFolder(300));
});

it("requests the data once, before the page's own scripts are loaded, and shows it afterwards", async () => {
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
  await expect.poll(() => calls.some((path) => path.includes('/bundle/')), { timeout: 20_000 }).toBe(true);
  expect(await page.locator('.status').count()).toBe(0);
  release();
  await page.locator('.status-rows').waitFor();
  await page.locator('.top-loading').waitFor({ state: 'detached' });
  await expect.poll(() => rowCounts(page), { timeout: 20_000 }).toBe('300 of 300 rows');
  expect(new Set(calls).size).toBe(calls.length);
  await context.close();
});

it("requests the address's steps and visible columns before the first render, and loads all countries after the first rows", async () => {
  const page = await browser().newPage({ viewport: { width: 2560, height: 900 } });
  await page.addInitScript(() => {
    const output: string[] = [];
    const watched: (readonly string[])[] = [];
    Object.assign(globalThis, { output, watched });
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, ...operands: Parameters<typeof postMessage>) {
      const { kind, steps, ids } = operands[0] as { kind: string; steps?: readonly object[]; ids?: readonly string[] };
      if (kind === 'watch') watched.push(ids ?? []);
      const rows = document.querySelector('.status-rows')?.textContent ?? '';
      output.push(
        [kind, steps?.length ?? ids?.slice(0, 3).join(), document.querySelector('.desk') ? 'drawn' : 'undrawn', rows].join(' '),
      );
      postMessage.apply(this, operands);
    } as typeof postMessage;
  });
  await page.goto(`${address}${SCREENER}?s=${encodeURIComponent('beta >= 0 | close >= 1 | sort beta desc')}`);
  await page.locator('.status-rows').waitFor();
  await page.locator('.top-loading').waitFor({ state: 'detached' });
  const sent = (): Promise<string[]> => page.evaluate(() => (globalThis as unknown as { output: string[] }).output);
  // Announced after the paint.
  const shown = async (): Promise<string> => (await sent()).find((each) => each.startsWith('shown')) ?? '';
  await expect.poll(shown).toMatch(/ drawn \d+ of \d+ rows/);
  const output = await sent();
  expect(output.slice(0, 3).map((each) => each.trim())).toEqual([
    'load  undrawn',
    'watch symbol,name,currency undrawn',
    'apply 3 undrawn',
  ]);
  const [early = [], ...later] = await page.evaluate(() => (globalThis as unknown as { watched: string[][] }).watched);
  expect(later.flat().filter((id) => !early.includes(id))).toEqual([]);
  await page.close();
});

it('asks for nothing else and loads no late parts while the first country is on its way', async () => {
  const context = await browser().newContext();
  const page = await context.newPage();
  const late: string[] = [];
  page.on('request', (request) => {
    const name = new URL(request.url()).pathname;
    if (/(RightPanel|LateListeners|PrintPages)-[^/]*\.js/.test(name)) late.push(name);
  });
  await page.addInitScript(() => {
    const [asked, answered]: [string[], string[]] = [[], []];
    Object.assign(globalThis, { asked, answered });
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, ...operands: Parameters<typeof postMessage>) {
      if (asked.length === 0) this.addEventListener('message', ({ data }) => answered.push(data.kind));
      asked.push((operands[0] as { kind: string }).kind);
      postMessage.apply(this, operands);
    } as typeof postMessage;
  });
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route(/\/bundle\//, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${address}${SCREENER}`);
  const told = (name: string): Promise<string[]> =>
    page.evaluate((list) => (globalThis as unknown as Record<string, string[]>)[list] ?? [], name);
  await expect.poll(() => told('answered')).toContain('applied');
  await page.locator('.panel-steps #screen-text').waitFor();
  expect(await told('asked')).not.toContain('column');
  expect(late).toEqual([]);
  release();
  await expect.poll(() => rowCounts(page)).toBe('300 of 300 rows');
  await expect.poll(() => late.join()).toMatch(/LateListeners/);
  await context.close();
});

it("requests no country's data on the home page", async () => {
  const context = await browser().newContext();
  const page = await context.newPage();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/screener\/(?:vector|bundle)/.test(request.url())) calls.push(request.url());
  });
  await page.goto(address);
  await page.getByRole('link').first().waitFor();
  expect(calls).toEqual([]);
  await context.close();
});

it('returns to the grid with its cells in the first frame', async () => {
  const page = await browser().newPage();
  await openScreener(page, address);
  await page.locator('a.top-name').click();
  await page.locator('.dvn-scroller').waitFor({ state: 'detached' });
  const [texts, frames] = await page.evaluate(async (screener) => {
    let texts = 0;
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (...operands) {
      texts++;
      fillText.apply(this, operands);
    };
    document.querySelector<HTMLElement>(`.home a[href$="${screener}"]`)?.click();
    let frames = 0;
    do {
      await new Promise(requestAnimationFrame);
      frames++;
    } while (!document.querySelector('.grid-frame'));
    return [texts, frames];
  }, SCREENER);
  expect(frames).toBe(1);
  expect(texts).toBeGreaterThan(100);
  await page.close();
});

it('keeps an edit made right before the page is left', async () => {
  const page = await browser().newPage();
  await openScreener(page, address);
  const text = page.getByLabel('Screen as text');
  for (const edit of ['beta >= 1', 'beta >= 2']) await text.fill(edit);
  await page.goto(`${address}robots.txt`);
  await page.goBack();
  expect(await text.inputValue()).toBe('beta >= 2');
  await page.close();
});
