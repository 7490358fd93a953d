import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { onGrid, press, soon } from './desk.ts';
import { AXE_MS, findings } from './findings.ts';
import { demoFolder, openScreener, serve, sharedBrowser } from './product.ts';

const browser = sharedBrowser();
let address = '';

beforeAll(async () => {
  address = await serve(demoFolder(1500));
});

const selected = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.querySelector('canvas td[aria-selected="true"]')?.getAttribute('aria-colindex') ?? null);
const scrolled = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector('.dvn-scroller')?.scrollLeft ?? Number.NaN);

it('the grid runs from right to left in Arabic, for the eye, the pointer, the wheel and the keys', {
  timeout: AXE_MS,
}, async () => {
  const context = await browser().newContext({ viewport: { width: 1440, height: 900 }, locale: 'ar', bypassCSP: true });
  await context.addCookies([{ name: 'analytics', value: 'false', url: address }]);
  const page = await context.newPage();
  await openScreener(page, address, '?s=type+%3D+Equity+%7C+sort+beta+desc');
  await page.locator('.grid-frame[data-mirrored]').waitFor();
  const { x, y, width } = (await page.locator('.grid-frame').boundingBox())!;

  await page.mouse.click(x + width - 20, y + 200);
  await onGrid(page);
  await soon(() => selected(page)).toBe('1');
  await press(page, 'ArrowLeft');
  await soon(() => selected(page)).toBe('2');
  await press(page, 'ArrowRight');
  await soon(() => selected(page)).toBe('1');

  await page.mouse.wheel(-300, 0);
  await soon(() => scrolled(page)).toBeGreaterThan(200);
  await page.mouse.wheel(300, 0);
  await soon(() => scrolled(page)).toBe(0);

  // Signs stay before their numbers.
  await soon(() => page.locator('.ledger').first().innerText()).toContain('\u200e−');
  // Screen readers get the sort order and the grid's name.
  await page.locator('canvas table[role="grid"][aria-label]').waitFor({ state: 'attached' });
  await page.locator('canvas table th[aria-sort="descending"]').waitFor({ state: 'attached' });
  expect(await findings(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await findings(page)).toEqual([]);
  await context.close();
});

describe('in Arabic too', () => {
  async function open(query: string): Promise<Page> {
    const context = await browser().newContext({ viewport: { width: 1440, height: 900 }, locale: 'ar', bypassCSP: true });
    await context.addCookies([{ name: 'analytics', value: 'false', url: address }]);
    const page = await context.newPage();
    await openScreener(page, address, query);
    return page;
  }

  it('symbols such as 9135.MY read from left to right wherever they are listed', async () => {
    const page = await open(
      `?s=${encodeURIComponent('country in (MY, KR, TW) | symbol != "" | sort marketCapitalization desc')}`,
    );
    /** Symbols with a dot, and whether their beginning is at the left of their end. */
    const listed = (selector: string): Promise<(readonly [string, boolean])[]> =>
      page.evaluate((wanted) => {
        const placed = (node: Text, at: number): number => {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          return range.getBoundingClientRect().left;
        };
        return [...document.querySelectorAll(wanted)].flatMap((element) => {
          const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
          const texts: (readonly [string, boolean])[] = [];
          for (let node = walk.nextNode() as Text | null; node; node = walk.nextNode() as Text | null)
            if (/^\d+\.[A-Z]+$/.test(node.data)) texts.push([node.data, placed(node, 0) < placed(node, node.data.length - 1)]);
          return texts;
        });
      }, selector);
    const expectRead = async (selector: string): Promise<void> => {
      await soon(async () => (await listed(selector)).length).toBeGreaterThan(0);
      expect((await listed(selector)).filter(([, reads]) => !reads)).toEqual([]);
    };
    await press(page, '2', 'Control+Home', '.', 'i');
    await expectRead('.lineage-facts');
    await press(page, '2', 'c', 'ArrowDown', 'c');
    await expectRead('.compare');
    const [[symbol]] = (await listed('.compare')) as [readonly [string, boolean]];
    await press(page, 'x');
    await page.keyboard.type(symbol);
    await expectRead('.trace-row');
    await press(page, 'Enter', 'Escape');
    await page.locator('.grid-frame').click({ position: { x: 300, y: 300 } });
    await press(page, 'b');
    await page.locator('textarea').first().fill('country in (MY, KR) | beta >= 1');
    await expectRead('.comparison-rows');
    await page.context().close();
  });

  it('the correlation matrix starts at the right, with its names there', async () => {
    const page = await open('?s=type+%3D+Equity&view=correlations&correlations.group=MarketValueRatios');
    const matrix = page.locator('.matrix');
    await matrix.locator('.matrix-start').waitFor();
    const [names, cells] = [
      (await page.locator('.matrix-start').boundingBox())!,
      (await page.locator('.matrix-cells').boundingBox())!,
    ];
    expect(names.x).toBeGreaterThanOrEqual(cells.x + cells.width - 1);
    const told = (): Promise<string> => page.locator('.map-told').innerText();
    await page.mouse.move(cells.x + cells.width - 5, cells.y + 5);
    await soon(told).toContain('1.00');
    const first = await told();
    await page.mouse.move(cells.x + 5, cells.y + 5);
    await soon(told).not.toBe(first);
    await page.mouse.move(cells.x + cells.width - 5, cells.y + 5);
    await soon(told).toBe(first);
    await matrix.focus();
    await press(page, 'ArrowLeft');
    await soon(told).not.toBe(first);
    await press(page, 'ArrowRight');
    await soon(told).toBe(first);
    await page.context().close();
  });

  it('the overview starts at the right, for the pointer and the keys', async () => {
    const page = await open('?s=type+%3D+Equity+%7C+sort+beta+desc&zoom=3');
    const picture = page.locator('.panorama-picture');
    await picture.locator('canvas').first().waitFor();
    for (const work of ['.panorama-work', '.panorama-pending']) await page.locator(work).waitFor({ state: 'detached' });
    const { x, y, width } = (await picture.boundingBox())!;
    const told = (): Promise<string> => page.locator('.panorama-told').innerText();
    // Row names are at the right, next to the first column.
    await page.mouse.move(x + width - 230, y + 300);
    await soon(told).not.toBe('');
    await picture.focus();
    await press(page, 'Home');
    // The cell is named at once, its percentile follows.
    let first = '';
    await soon(async () => {
      const before = first;
      first = await told();
      await page.waitForTimeout(200);
      return first !== '' && first === before;
    }).toBe(true);
    await press(page, 'ArrowLeft');
    await soon(told).not.toBe(first);
    await press(page, 'ArrowRight');
    await soon(told).toBe(first);
    const strip = (await page.locator('.panorama-strip').boundingBox())!;
    expect(strip.x + strip.width).toBeGreaterThan(x + width - 30);
    await page.context().close();
  });
});
