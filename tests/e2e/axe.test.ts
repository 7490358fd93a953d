import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { command, type DeskOptions, onGrid, openDesk, press, soon } from './desk.ts';
import { AXE_MS, findings, findingsInBothThemes } from './findings.ts';
import { demoFolder, serve, sharedBrowser } from './product.ts';

/** Views with a selector that shows they are ready. */
const VIEWS = {
  Scatter: '.scatter-plot',
  Differences: '.profile tbody tr',
  Breakdown: '.breakdown tbody tr',
  Correlations: '.matrix',
  Watchlists: '.lists',
} as const;

const browser = sharedBrowser();
let address = '';

beforeAll(async () => {
  address = await serve(demoFolder(1500));
});

function desk(query = '', options: DeskOptions = {}): Promise<Page> {
  return openDesk(browser(), address, query, options);
}

describe('axe finds nothing serious or critical', { timeout: AXE_MS }, () => {
  it('on the main screens', async () => {
    const page = await desk('?s=type+%3D+Equity+%7C+marketCapitalization+%3E%3D+1e9+USD');
    await page.locator('.panel-columns .column-list').first().waitFor();
    expect(await findingsInBothThemes(page)).toEqual([]);
    await press(page, 'Control+k');
    await page.locator('.palette-text:focus').waitFor();
    await page.keyboard.type('beta');
    await page.locator('.palette-row').first().waitFor();
    expect(await findingsInBothThemes(page, '.palette')).toEqual([]);
    await press(page, 'Enter');
    await onGrid(page);
    await press(page, 'm');
    await page.getByRole('menu').waitFor();
    expect(await findingsInBothThemes(page, '[role="menu"]')).toEqual([]);
    await press(page, 'Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await press(page, '2');
    await onGrid(page);
    await press(page, '.');
    await page.locator('.row-head').waitFor();
    expect(await findingsInBothThemes(page, '.panel-columns')).toEqual([]);
    await press(page, '2');
    await onGrid(page);
    await press(page, 'c', 'ArrowDown', 'c');
    await page.locator('.compare').waitFor();
    expect(await findingsInBothThemes(page, '.panel-columns')).toEqual([]);
    await press(page, '\\');
    await page.locator('.column-sheet').waitFor();
    expect(await findingsInBothThemes(page, '.sheet')).toEqual([]);
    await press(page, 'Escape', '?');
    await page.locator('.keys').waitFor();
    expect(await findingsInBothThemes(page, '.sheet')).toEqual([]);
    await press(page, 'Escape');
    await command(page, 'watchlists');
    await page.locator('.lists').waitFor();
    expect(await findingsInBothThemes(page, '.desk-grid')).toEqual([]);
    await command(page, 'correlation matrix');
    await page.locator('.matrix').waitFor();
    expect(await findingsInBothThemes(page, '.desk-grid')).toEqual([]);
    await press(page, '1', 'Enter');
    await page.locator('.step-form').waitFor();
    expect(await findingsInBothThemes(page, '.panel-steps')).toEqual([]);
    await page.context().close();
  });

  it('on the sheets and panels', async () => {
    const page = await desk('?s=type+%3D+Equity+%7C+beta+%3C%3D+1+%7C+sort+returnOnEquity+desc+%7C+rows+1..100');
    await press(page, 'v');
    await page.locator('.profile tbody tr').first().waitFor();
    expect(await findingsInBothThemes(page, '.desk-grid'), 'differences').toEqual([]);
    await press(page, 'Escape', '2');
    await onGrid(page);
    await press(page, 'i');
    await page.locator('.lineage-facts').waitFor();
    expect(await findingsInBothThemes(page, '.panel-columns'), 'lineage').toEqual([]);
    await press(page, 'Escape', 'b');
    await page.getByLabel('Screen B as text').fill('type = Equity | beta <= 0.9');
    await page.locator('.comparison-steps li').first().waitFor();
    expect(await findingsInBothThemes(page, '.panel-columns'), 'comparison').toEqual([]);
    await page.getByRole('button', { name: 'Close B' }).click();
    await page.getByRole('tab', { name: 'Saved' }).click();
    await page.getByLabel('Name of the screen').fill('Calm');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.since').waitFor();
    expect(await findingsInBothThemes(page, '.panel-columns'), 'saved').toEqual([]);
    await page.getByRole('button', { name: 'Delete all local data' }).click();
    await page.locator('.erase').waitFor();
    expect(await findingsInBothThemes(page, '.panel-columns'), 'erase').toEqual([]);
    await page.context().close();
  });

  it('on a phone', async () => {
    const page = await desk('', { width: 390, height: 844, colorScheme: 'light' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await findingsInBothThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await page.locator('.column-list').first().waitFor();
    expect(await findingsInBothThemes(page)).toEqual([]);
    await page.context().close();
  });

  it('in every view, wide and narrow', async () => {
    const page = await desk('?s=type+%3D+Equity+%7C+beta+%3C%3D+1', { width: 1440, height: 900 });
    for (const [view, ready] of Object.entries(VIEWS)) {
      await page.locator('.view-name', { hasText: view }).click();
      await page.locator(ready).first().waitFor();
      expect(await findingsInBothThemes(page, '.desk-grid'), view).toEqual([]);
      // Same colors as on the wide page.
      for (const width of [720, 390]) {
        await page.setViewportSize({ width, height: 844 });
        expect(await findings(page), `${view} at ${width}`).toEqual([]);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    // Panels are closable sheets, one at a time.
    await page.setViewportSize({ width: 720, height: 900 });
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await page.locator('.panel-columns .column-list').first().waitFor();
    expect(await findingsInBothThemes(page, '.dock-columns')).toEqual([]);
    await page.locator('.dock-columns .dock-close').click();
    await page.locator('.panel-steps').waitFor();
    expect(await findingsInBothThemes(page, '.dock-steps')).toEqual([]);
    const sheet = (await page.locator('.dock-steps').boundingBox())!;
    const grid = (await page.locator('.desk-grid').boundingBox())!;
    expect(grid.y + grid.height).toBeLessThanOrEqual(sheet.y + 1);
    expect(grid.height).toBeGreaterThan(300);
    await page.context().close();
  });

  it('on the surrounding page, and with errors shown', async () => {
    const context = await browser().newContext({ viewport: { width: 1366, height: 768 }, colorScheme: 'dark', bypassCSP: true });
    const page = await context.newPage();
    await page.goto(address);
    await page.locator('.consent').waitFor();
    expect(await findingsInBothThemes(page)).toEqual([]);
    await page.goto(`${address}nowhere`);
    await page.locator('.error-page').waitFor();
    expect(await findingsInBothThemes(page)).toEqual([]);
    await context.close();
    // An empty result and an invalid text.
    const empty = await desk('?s=beta+%3E%3D+1e9');
    await empty.locator('.grid-notice').waitFor();
    expect(await findingsInBothThemes(empty)).toEqual([]);
    await empty.getByLabel('Screen as text').fill('beta >=');
    expect(await findingsInBothThemes(empty, '.panel-steps')).toEqual([]);
    await empty.context().close();
    const broken = await desk('?s=beta+%3E%3E+1&diagnostics');
    await broken.getByRole('alert').first().waitFor();
    expect(await findingsInBothThemes(broken)).toEqual([]);
    await broken.context().close();
    const forms = await desk('?s=beta+between+0+and+2+%7C+sector+in+(Energy)+%7C+sort+beta+desc+%7C+percent+0..20');
    for (const place of [0, 1, 2, 3]) {
      await forms.locator('.step-sentence').nth(place).click();
      await forms.locator('.step-form').first().waitFor();
      await forms.waitForTimeout(300);
      expect(await findingsInBothThemes(forms, '.panel-steps'), `form ${place}`).toEqual([]);
    }
    await forms.getByRole('button', { name: 'Columns', exact: true }).focus();
    await press(forms, 'g');
    expect(await findingsInBothThemes(forms, '.group-hint')).toEqual([]);
    await press(forms, 'Escape', 'p');
    await soon(() => forms.url()).toContain('lens=');
    const popup = forms.waitForEvent('popup');
    await press(forms, 'd');
    const second = await popup;
    await second.locator('.panel-columns .column-list').first().waitFor();
    // Its theme is the first window's.
    for (const colorScheme of ['dark', 'light'] as const) {
      await forms.emulateMedia({ colorScheme });
      await second.locator(`html[data-theme="${colorScheme}"]`).waitFor({ state: 'attached' });
      expect(await findings(second), colorScheme).toEqual([]);
    }
    await forms.context().close();
  });
});
