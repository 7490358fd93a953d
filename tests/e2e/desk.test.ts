import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DeskOptions, onBars, openDesk, press, soon, text } from './desk.ts';
import { demoFolder, gridColumn, panscreen, rowCounts, SCREENER, serve, sharedBrowser } from './product.ts';

const browser = sharedBrowser();
let folder = '';
let address = '';

beforeAll(async () => {
  folder = demoFolder(1500);
  address = await serve(folder);
});

function desk(query = '', options: DeskOptions = {}): Promise<Page> {
  return openDesk(browser(), address, query, options);
}

describe('undo', () => {
  it('works by keys and by the back and forward buttons, one edit at a time', async () => {
    const page = await desk();
    const box = page.getByLabel('Screen as text');
    await box.fill('beta >= 1');
    // Earlier, the two would merge into one edit.
    await page.waitForTimeout(1200);
    await box.fill('beta >= 1 | type = Equity');
    await soon(() => page.url()).toContain('Equity');
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
    // An edit after undo drops the redo history.
    await page.getByLabel('Screen as text').fill('rows 1..5');
    await soon(() => page.url()).toContain('rows');
    await page.goBack();
    await soon(() => text(page)).toBe('sort marketCapitalization desc');
    // A reload keeps the screen and the browser's history.
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
  it('creates the same step as typing its bounds, and edits it', async () => {
    const page = await desk('?s=beta+%3E%3D+-100&cols=symbol..name,beta');
    await soon(() => rowCounts(page)).toMatch(/ of 1,500 rows/);
    const grid = await page.locator('.grid-frame').boundingBox();
    if (!grid) throw new Error('no grid');
    // After symbol (74) and name (128): the bars of beta, below the group row and three label lines.
    const [x, y] = [grid.x + 74 + 128 + 16, grid.y + 22 + 56];
    await onBars(page, x, y);
    await page.mouse.down();
    await page.mouse.move(x + 20, y, { steps: 4 });
    await page.mouse.up();
    let dragged = '';
    await soon(async () => {
      const before = dragged;
      await page.waitForTimeout(300);
      dragged = await text(page);
      return dragged.startsWith('beta between ') && dragged === before;
    }).toBe(true);
    const [line] = JSON.parse(panscreen('screen', dragged, '--data', folder, '--explain', '--format', 'json'));
    const rows = `${Number(line.out).toLocaleString('en-US')} of 1,500 rows`;
    await soon(() => rowCounts(page)).toBe(rows);
    expect(await page.locator('.step').count()).toBe(1);
    await page.getByLabel('Screen as text').fill('');
    await soon(() => rowCounts(page)).not.toBe(rows);
    await page.getByLabel('Screen as text').fill(dragged);
    await soon(() => rowCounts(page)).toBe(rows);
    await page.context().close();
  });
});

describe("a user's formula", () => {
  it("is a column next to the name with the formula's values", async () => {
    const page = await desk('?s=let+mine+%3D+close+%2F+close+%7C+mine+is+present+%7C+rows+1..5');
    const figures = async () => [...new Set((await gridColumn(page, 'mine')).filter(Boolean))];
    await soon(figures).toEqual(['1.00']);
    await page.getByLabel('Screen as text').fill('let mine = 3 * close / close | mine is present | rows 1..5');
    await soon(figures).toEqual(['3.00']);
    // While typing, the name equals another column: beta.
    await page.locator('.step-sentence').first().click();
    const name = page.locator('.step[data-open] input[type="text"]').first();
    await name.fill('');
    await name.pressSequentially('betaFree');
    await soon(() => text(page)).toBe('let betaFree = 3 * close / close | betaFree is present | rows 1..5');
    await soon(async () => (await gridColumn(page, 'betaFree')).filter(Boolean).length).toBe(5);
    await page.getByLabel('Screen as text').fill('rows 1..5');
    await soon(figures).toEqual([]);
    await page.context().close();
  });
});

describe('a list of thousands of securities', () => {
  it('is too long for an address but survives a reload', async () => {
    const page = await desk();
    const symbols = Array.from({ length: 3000 }, (_, index) => `NOSUCH${index}`);
    await soon(async () => (await gridColumn(page, 'Symbol'))[0] ?? '').not.toBe('');
    const [first = ''] = await gridColumn(page, 'Symbol');
    // The symbol may be ambiguous across exchanges.
    const [line] = JSON.parse(panscreen('screen', `symbol in (${first})`, '--data', folder, '--explain', '--format', 'json'));
    const counts = `${line.out} of 1,500 rows`;
    await page.getByLabel('Screen as text').fill(`symbol in (${[...symbols, first].join(', ')})`);
    await soon(() => rowCounts(page)).toBe(counts);
    await soon(() => page.url()).toContain('long=');
    expect(page.url().length).toBeLessThan(300);
    await page.reload();
    await page.locator('.top-loading').waitFor({ state: 'detached' });
    await soon(() => rowCounts(page)).toBe(counts);
    await page.context().close();
  });
});

describe('the address', () => {
  it(`is at ${SCREENER} and carries the view`, async () => {
    const page = await desk('?lens=sector&money=CHF&fold=MarketValueRatios');
    expect(await page.getByRole('combobox', { name: 'Percentiles', exact: true }).inputValue()).toBe('sector');
    expect(await page.getByLabel('Currency of amounts').inputValue()).toBe('CHF');
    await page.getByRole('button', { name: 'Columns', exact: true }).focus();
    await press(page, 'p');
    await soon(() => page.url()).not.toContain('lens=');
    await page.context().close();
  });
});
