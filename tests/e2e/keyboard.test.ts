import { readFile } from 'node:fs/promises';
import { text as wholeText } from 'node:stream/consumers';
import { parquetReadObjects } from 'hyparquet';
import type { Download, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { command, type DeskOptions, onGrid, openDesk, press, soon, tabTo, text } from './desk.ts';
import { demoFolder, gridColumn, rowCounts, SCREENER, serve, sharedBrowser } from './product.ts';

const browser = sharedBrowser();
let address = '';

beforeAll(async () => {
  address = await serve(demoFolder(1500));
});

function desk(query = '', options: DeskOptions = {}): Promise<Page> {
  return openDesk(browser(), address, query, options);
}

/** The download of a palette command. */
async function saved(page: Page, words: string): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent('download');
  await command(page, words);
  const file: Download = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

describe('the tasks of the specification, by keyboard alone', () => {
  it('keys typed while the palette is loading arrive in it', async () => {
    const page = await desk();
    await page.route(/Palette-[^/]*\.js$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
    await press(page, 'Control+k');
    await page.keyboard.type('group of f', { delay: 20 });
    await page.locator('.palette-text:focus').waitFor();
    await page.keyboard.type('ilters');
    expect(await page.locator('.palette-text').inputValue()).toBe('group of filters');
    await page.locator('.palette-row').first().waitFor();
    await press(page, 'Enter');
    await page.locator('.step[data-open] .group').waitFor();
    await page.context().close();
  });

  it('filters, sorts, slices, edits, reorders, removes, chooses columns and exports', async () => {
    const page = await desk();
    await page.mouse.move(0, 0);
    // Filter: the column by its initials, then a bound.
    await command(page, 'roe', 'Shift+Enter');
    await soon(() => page.evaluate(() => document.activeElement?.closest('.step-form') !== null)).toBe(true);
    await page.keyboard.type('10');
    await soon(() => text(page)).toContain('returnOnEquity >= 0.1');
    await soon(() => rowCounts(page)).not.toMatch(/^1,500 of /);
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
    await soon(() => page.evaluate(() => document.activeElement?.matches('.step-sentence'))).toBe(true);
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
    await soon(async () => (await gridColumn(page, 'Name'))[0]).toMatch(/\w/);
    await command(page, 'sector');
    await onGrid(page);
    await press(page, 'f');
    await soon(() => text(page)).toMatch(/\| sector = /);
    await press(page, '2');
    await onGrid(page);
    await press(page, '.');
    await page.getByRole('tab', { name: 'Row', selected: true }).waitFor();
    // The accessible table lags behind the filter.
    let [first = '', second = ''] = ['', ''];
    await soon(async () => {
      [first = '', second = ''] = await gridColumn(page, 'Symbol');
      const head = await page.locator('.row-head h2').innerText();
      return first !== '' && second !== '' && head.includes(first);
    }).toBe(true);
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

  it('accepts every operator for numbers and for categories', async () => {
    const page = await desk();
    await command(page, 'beta', 'Shift+Enter');
    await soon(() => page.evaluate(() => document.activeElement?.closest('.step-form') !== null)).toBe(true);
    await page.keyboard.type('1');
    await soon(() => text(page)).toBe('sort marketCapitalization desc | beta >= 1');
    await tabTo(page, /Condition/, 'Shift+Tab');
    await press(page, 'ArrowDown');
    await soon(() => text(page)).toBe('sort marketCapitalization desc | beta <= 1');
    await press(page, 'ArrowDown');
    await soon(() => text(page)).toMatch(/ beta between -?[\d.]+ and 1$/);
    await tabTo(page, /^From/);
    await press(page, 'Control+a');
    await page.keyboard.type('0.5');
    await soon(() => text(page)).toMatch(/ beta between 0.5 and 1$/);
    const between = Number((await rowCounts(page)).split(' of ')[0]?.replace(/\D/g, ''));
    await tabTo(page, /Condition/, 'Shift+Tab');
    await press(page, 'ArrowDown');
    await soon(() => text(page)).toMatch(/ beta not between 0.5 and 1$/);
    await soon(async () => Number((await rowCounts(page)).split(' of ')[0]?.replace(/\D/g, ''))).not.toBe(between);
    await command(page, 'remove all steps');
    await soon(() => text(page)).toBe('');

    await command(page, 'sector', 'Shift+Enter');
    await page.locator('.category-list').getByText('Energy').waitFor();
    await tabTo(page, /^Energy/);
    await press(page, 'Space');
    await soon(() => text(page)).toBe('sector = Energy');
    await tabTo(page, /^Utilities/);
    await press(page, 'Space');
    await soon(() => text(page)).toBe('sector in (Energy, Utilities)');
    await soon(async () => [...new Set((await gridColumn(page, 'Sector')).filter(Boolean))].sort()).toEqual([
      'Energy',
      'Utilities',
    ]);
    await tabTo(page, /Condition/, 'Shift+Tab');
    await press(page, 'ArrowDown');
    await soon(() => text(page)).toBe('sector not in (Energy, Utilities)');
    await page.context().close();
  });

  it('enters and leaves the grid with Tab', async () => {
    const page = await desk();
    // The right panel mounts after the first rows.
    await page.locator('.panel-columns [role="tab"]').first().waitFor();
    await press(page, '2');
    await onGrid(page);
    await press(page, 'ArrowRight', 'ArrowDown', 'Tab', 'Tab');
    await page.locator('.panel-columns [role="tab"]:focus').waitFor();
    await press(page, 'Shift+Tab', 'Shift+Tab');
    await onGrid(page);
    // The cursor is unchanged: on the name in the second row. The accessible table lags behind.
    await page.locator('#glide-cell-1-1[aria-selected="true"]').waitFor({ state: 'attached' });
    let name = '';
    await soon(async () => {
      [, name = ''] = await gridColumn(page, 'Name');
      return name;
    }).not.toBe('');
    await press(page, 'f');
    await soon(() => text(page)).toContain(`name = ${/^[\w.-]+$/.test(name) ? name : `"${name}"`}`);
    await page.context().close();
  });

  it('sorts by a header in its cycle, and slices by rows and by per cent', async () => {
    const page = await desk();
    await command(page, 'remove all steps');
    await command(page, 'beta');
    await onGrid(page);
    for (const expected of ['sort beta desc', 'sort beta asc', '', 'sort beta desc']) {
      await press(page, 's');
      await soon(() => text(page)).toBe(expected);
    }
    await command(page, 'sector');
    await onGrid(page);
    await press(page, 'Shift+S');
    await soon(() => text(page)).toBe('sort sector asc | sort beta desc');
    await command(page, 'add a slice by percent');
    await soon(() => text(page)).toBe('sort sector asc | sort beta desc | percent 0..20');
    await soon(() => rowCounts(page)).toBe('300 of 1,500 rows');
    await command(page, 'add a slice by rows');
    await page.locator('.step[data-open] .step-form :focus').waitFor();
    await tabTo(page, /^To row/);
    await press(page, 'Control+a');
    await page.keyboard.type('7');
    await soon(() => rowCounts(page)).toBe('7 of 1,500 rows');
    await page.context().close();
  });

  it('selects columns in the panel and saves them in each format', async () => {
    const page = await desk('?s=sort+marketCapitalization+desc+%7C+rows+1..20&cols=symbol,name,beta,close');
    await press(page, '3');
    await page.locator('.panel-columns [role="tab"]:focus').waitFor();
    await tabTo(page, /^Search columns/);
    await page.keyboard.type('altman');
    await tabTo(page, /Altman Z-score/);
    const altman = page.getByRole('checkbox', { name: /Altman Z-score/ });
    if (!(await altman.evaluate((box) => box === document.activeElement))) await press(page, 'Shift+Tab');
    await press(page, 'Space');
    await soon(() => page.url()).toContain('altmanZScore');
    const csv = await saved(page, 'csv shown');
    const [header = '', ...lines] = csv.bytes.toString('utf8').trimEnd().split('\n');
    expect([header.split(',').sort(), lines.length]).toEqual([['altmanZScore', 'beta', 'close', 'name', 'symbol'], 20]);
    const today = new Date().toISOString().slice(0, 10);
    expect(csv.name).toBe(`panscreen-sort-marketCapitalization-desc-rows-1..20-${today}.csv`);
    const xlsx = await saved(page, 'xlsx shown');
    expect(xlsx.name).toBe(csv.name.replace(/csv$/, 'xlsx'));
    const workbook = await fromBufferPromise(xlsx.bytes);
    let sheet = '';
    for await (const entry of workbook.eachEntry())
      if (entry.fileName.endsWith('sheet1.xml')) sheet = await wholeText(await workbook.openReadStreamPromise(entry));
    expect(sheet.match(/<row>/g)).toHaveLength(1 + lines.length);
    expect(sheet).toContain(lines[0]!.split(',')[0]);
    const json = JSON.parse((await saved(page, 'json shown')).bytes.toString('utf8')) as Record<string, unknown>[];
    const parquet = await saved(page, 'parquet shown');
    expect(parquet.name).toMatch(/^panscreen-.*\.parquet$/);
    const { buffer, byteOffset, byteLength } = parquet.bytes;
    const file = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
    const rounded = (rows: Record<string, unknown>[]) =>
      rows.map((row) => Object.entries(row).map(([id, value]) => [id, typeof value === 'number' ? Math.fround(value) : value]));
    expect(rounded(await parquetReadObjects({ file }))).toEqual(rounded(json));
    await page.context().close();
  });

  it('opens the screener from the home page, answers the consent request, changes language and theme, and returns home from an error', async () => {
    const context = await browser().newContext({ viewport: { width: 1500, height: 900 }, locale: 'en-US', colorScheme: 'dark' });
    const page = await context.newPage();
    await page.goto(address);
    await page.getByRole('button', { name: 'Accept', exact: true }).waitFor();
    await tabTo(page, /^Open the screener/);
    await press(page, 'Enter');
    await page.locator('.status-rows').waitFor();
    await soon(() => page.url()).toContain(SCREENER);
    await tabTo(page, /^Reject$/, 'Shift+Tab');
    await press(page, 'Enter');
    await page.locator('.consent').waitFor({ state: 'detached' });
    await soon(async () => (await context.cookies()).find(({ name }) => name === 'analytics')?.value).toBe('false');
    // The consent bar can be reopened.
    await tabTo(page, /^Cookies$/, 'Shift+Tab');
    await press(page, 'Enter');
    await tabTo(page, /^Accept$/);
    await press(page, 'Enter');
    await soon(async () => (await context.cookies()).find(({ name }) => name === 'analytics')?.value).toBe('true');
    await tabTo(page, /^Theme/);
    await press(page, 'Enter', 'Enter');
    await soon(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
    await tabTo(page, /^Language/, 'Shift+Tab');
    await page.keyboard.type('Deutsch');
    await soon(() => page.evaluate(() => document.documentElement.lang)).toBe('de');
    await page.getByRole('button', { name: 'Schritte', exact: true }).waitFor();
    await soon(async () => (await context.cookies()).some(({ value }) => value === 'de')).toBe(true);
    await page.goto(`${address}nowhere`);
    await page.getByRole('heading', { name: '404' }).waitFor();
    await tabTo(page, /^Zur/);
    await press(page, 'Enter');
    await soon(() => page.url()).toBe(address);
    await context.close();
  });
});
