import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoFolder, gridColumn, openScreener, rowCounts, SCREENER, serve, sharedBrowser } from './product.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const browser = sharedBrowser();
let address = '';

beforeAll(async () => {
  address = await serve(demoFolder(1500));
});

async function desk(
  query = '',
  options: { colorScheme?: 'dark' | 'light'; width?: number; height?: number } = {},
): Promise<Page> {
  const { colorScheme = 'dark', width = 1800, height = 1000 } = options;
  const context = await browser().newContext({
    viewport: { width, height },
    colorScheme,
    bypassCSP: true,
    acceptDownloads: true,
  });
  await context.addCookies([{ name: 'analytics', value: 'false', url: address }]);
  const page = await context.newPage();
  await openScreener(page, address, query);
  return page;
}

/** Polls as long as a busy machine may take. */
function soon<T>(read: () => T) {
  return expect.poll(read, { timeout: 10_000 });
}

function text(page: Page): Promise<string> {
  return page.getByLabel('Screen as text').inputValue();
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Waits until the grid has the focus. */
async function onGrid(page: Page): Promise<void> {
  await page.locator('.grid-editor :focus').waitFor({ state: 'attached' });
}

/** Opens the palette, types, and takes the first thing found. */
async function command(page: Page, words: string, enter = 'Enter'): Promise<void> {
  await press(page, 'Control+k');
  await page.locator('.palette-text:focus').waitFor();
  await page.keyboard.type(words);
  await page.locator('.palette-row').first().waitFor();
  await press(page, enter);
  await page.locator('.palette').waitFor({ state: 'detached' });
}

describe('the tasks of the specification, by keyboard alone', () => {
  it('filters, sorts, slices, edits, reorders, removes, chooses columns and exports', async () => {
    const page = await desk();
    await page.mouse.move(0, 0);
    // Filter: the column by its initials, then a bound.
    await command(page, 'roe', 'Shift+Enter');
    await soon(() => page.evaluate(() => document.activeElement?.closest('.step-form') !== null)).toBe(true);
    await page.keyboard.type('10');
    await soon(() => text(page)).toContain('returnOnEquity >= 0.1');
    const filtered = await rowCounts(page);
    // Edit the bound.
    await press(page, 'Control+a');
    await page.keyboard.type('20');
    await soon(() => text(page)).toContain('returnOnEquity >= 0.2');
    await soon(() => rowCounts(page)).not.toBe(filtered);
    // Sort by the column under the cursor.
    await command(page, 'beta');
    await onGrid(page);
    await press(page, 's');
    await soon(() => text(page)).toBe('sort beta desc | returnOnEquity >= 0.2');
    // Slice.
    await command(page, 'add a slice by rows');
    await soon(() => text(page)).toBe('sort beta desc | returnOnEquity >= 0.2 | rows 1..50');
    await soon(() => rowCounts(page)).toBe('50 of 1,500 rows');
    // Reorder: the slice goes up.
    await command(page, 'rows 1 to 50');
    await soon(() => page.evaluate(() => document.activeElement?.className)).toBe('step-sentence');
    await press(page, 'Alt+ArrowUp');
    await soon(() => text(page)).toBe('sort beta desc | rows 1..50 | returnOnEquity >= 0.2');
    // Switch it off, and remove it.
    await press(page, 'Shift+Tab', 'Space');
    await soon(() => text(page)).toBe('sort beta desc | returnOnEquity >= 0.2');
    await press(page, 'Delete');
    await soon(() => page.locator('.step').count()).toBe(2);
    // Columns: hide, move, pin, a set.
    await command(page, 'market capitalization');
    await onGrid(page);
    await press(page, '-');
    await soon(() => page.url()).toContain('cols=');
    await command(page, 'altman z-score');
    await onGrid(page);
    await press(page, '!');
    await soon(() => page.url()).toContain('pin=altmanZScore');
    await command(page, 'momentum');
    // Export.
    const download = page.waitForEvent('download');
    await command(page, 'csv shown');
    expect((await download).suggestedFilename()).toMatch(/^panscreen-.*\.csv$/);
    await page.context().close();
  });

  it('filters by the value of a cell, shows its row, compares, and finds a security', async () => {
    const page = await desk('?s=sort+marketCapitalization+desc');
    await soon(async () => (await gridColumn(page, 'Sector'))[0]).toMatch(/\w/);
    await command(page, 'sector');
    await onGrid(page);
    await press(page, 'f');
    await soon(() => text(page)).toMatch(/\| sector = /);
    await press(page, '2');
    await onGrid(page);
    await press(page, '.');
    await page.getByRole('tab', { name: 'Row', selected: true }).waitFor();
    const [first = '', second = ''] = await gridColumn(page, 'Symbol');
    await soon(() => page.locator('.row-head h2').innerText()).toContain(first);
    await press(page, '2');
    await onGrid(page);
    await press(page, 'c', 'ArrowDown', 'c');
    await soon(() => page.locator('.compare thead th').count()).toBe(2);
    await press(page, '/');
    await page.locator('.palette-text:focus').waitFor();
    await page.keyboard.type(second);
    await page.locator('.palette-row').first().waitFor();
    await press(page, 'Enter');
    await soon(() => page.locator('.row-head h2').innerText()).toContain(second);
    await page.context().close();
  });
});

describe('undo', () => {
  it('by keys and by the back and forward buttons, each edit once', async () => {
    const page = await desk();
    const box = page.getByLabel('Screen as text');
    await box.fill('beta >= 1');
    await page.waitForTimeout(1200);
    await box.fill('beta >= 1 | type = Equity');
    await page.waitForTimeout(1200);
    await press(page, '[');
    await page.getByRole('button', { name: 'Columns', exact: true }).focus();
    await page.goBack();
    await soon(() => text(page)).toBe('beta >= 1');
    await page.goBack();
    await soon(() => text(page)).toBe('sort marketCapitalization desc');
    await page.goForward();
    await soon(() => text(page)).toBe('beta >= 1');
    await press(page, 'Control+Shift+Z');
    await soon(() => text(page)).toBe('beta >= 1 | type = Equity');
    await soon(() => page.url()).toContain('Equity');
    await press(page, 'Control+z', 'Control+z');
    await soon(() => text(page)).toBe('sort marketCapitalization desc');
    await soon(() => new URL(page.url()).search).toBe('');
    // An edit after undo drops what lay ahead.
    await page.getByLabel('Screen as text').fill('rows 1..5');
    await page.waitForTimeout(400);
    await page.goBack();
    await soon(() => text(page)).toBe('sort marketCapitalization desc');
    // A reload keeps the screen, and the entries of the browser still undo.
    await page.goForward();
    await soon(() => text(page)).toBe('rows 1..5');
    await page.reload();
    await page.locator('.status-rows').waitFor();
    await page.goBack();
    await soon(() => text(page)).toBe('sort marketCapitalization desc');
    await page.context().close();
  });
});

describe('the distribution in a header', () => {
  it('makes the step that typing its bounds makes, and edits it', async () => {
    const page = await desk('?s=beta+%3E%3D+-100&cols=symbol..name,beta');
    await soon(() => rowCounts(page)).toMatch(/ of 1,500 rows/);
    await page.waitForTimeout(1500);
    const grid = await page.locator('.grid-frame').boundingBox();
    if (!grid) throw new Error('no grid');
    // Behind symbol (88) and name (216): the bars of beta, under the row of the groups.
    const [x, y] = [grid.x + 88 + 216 + 30, grid.y + 22 + 44];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 20, y, { steps: 4 });
    await page.mouse.up();
    await soon(() => text(page)).toMatch(/^beta between /);
    const dragged = await text(page);
    await page.waitForTimeout(1500);
    const rows = await rowCounts(page);
    expect(await page.locator('.step').count()).toBe(1);
    await page.getByLabel('Screen as text').fill('');
    await page.getByLabel('Screen as text').fill(dragged);
    await soon(() => rowCounts(page)).toBe(rows);
    await page.context().close();
  });
});

async function findings(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const result = (await page.evaluate('axe.run()')) as AxeResults;
  return result.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/** Axe looks at every element of nine screens. */
const AXE_MS = 300_000;

describe('axe finds nothing serious or critical', { timeout: AXE_MS }, () => {
  it.each(['dark', 'light'] as const)('on the screens of the desk, %s', async (colorScheme) => {
    const page = await desk('?s=type+%3D+Equity+%7C+marketCapitalization+%3E%3D+1e9+USD', { colorScheme });
    expect(await findings(page)).toEqual([]);
    await press(page, 'Control+k');
    await page.locator('.palette-text:focus').waitFor();
    await page.keyboard.type('beta');
    await page.locator('.palette-row').first().waitFor();
    expect(await findings(page)).toEqual([]);
    await press(page, 'Enter');
    await onGrid(page);
    await press(page, 'm');
    await page.getByRole('menu').waitFor();
    expect(await findings(page)).toEqual([]);
    await press(page, 'Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await press(page, '2');
    await onGrid(page);
    await press(page, '.');
    await page.locator('.row-head').waitFor();
    expect(await findings(page)).toEqual([]);
    await press(page, '2');
    await onGrid(page);
    await press(page, 'c', 'ArrowDown', 'c');
    await page.locator('.compare').waitFor();
    expect(await findings(page)).toEqual([]);
    await press(page, '\\');
    await page.locator('.column-sheet').waitFor();
    expect(await findings(page)).toEqual([]);
    await press(page, 'Escape', '?');
    await page.locator('.keys').waitFor();
    expect(await findings(page)).toEqual([]);
    await press(page, 'Escape');
    await command(page, 'watchlists');
    await page.locator('.lists').waitFor();
    expect(await findings(page)).toEqual([]);
    await command(page, 'map of correlations');
    await page.locator('.matrix').waitFor();
    expect(await findings(page)).toEqual([]);
    await press(page, '1', 'Enter');
    await page.locator('.step-form').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  });

  it('on a phone', async () => {
    const page = await desk('', { width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await page.locator('.column-list').first().waitFor();
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  });
});

describe('a list of some thousand securities', () => {
  it('is too long for an address, and still survives a reload', async () => {
    const page = await desk();
    await command(page, 'watchlists');
    const symbols = Array.from({ length: 3000 }, (_, index) => `NOSUCH${index}`);
    const all = await gridColumn(page, 'Symbol');
    await page.getByLabel('Screen as text').fill(`symbol in (${[...symbols, all[0]].join(', ')})`);
    await soon(() => rowCounts(page)).toBe('1 of 1,500 rows');
    await soon(() => page.url()).toContain('long=');
    expect(page.url().length).toBeLessThan(300);
    await page.reload();
    await page.locator('.top-loading').waitFor({ state: 'detached' });
    await soon(() => rowCounts(page)).toBe('1 of 1,500 rows');
    await page.context().close();
  });
});

describe('the address', () => {
  it(`is at ${SCREENER} and carries the view`, async () => {
    const page = await desk('?lens=sector&money=CHF&fold=MarketValueRatios');
    expect(await page.getByLabel('Percentile lens').inputValue()).toBe('sector');
    expect(await page.getByLabel('Currency of amounts').inputValue()).toBe('CHF');
    await page.getByRole('button', { name: 'Columns', exact: true }).focus();
    await press(page, 'p');
    await soon(() => page.url()).not.toContain('lens=');
    await page.context().close();
  });
});
