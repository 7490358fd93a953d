import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { VIEW_KEYS, VIEW_NAMES, type ViewName } from '../../src/screener/views/names.ts';
import { type DeskOptions, onGrid, openDesk, press, soon } from './desk.ts';
import { demoFolder, serve, sharedBrowser } from './product.ts';

const browser = sharedBrowser();
let address = '';

beforeAll(async () => {
  address = await serve(demoFolder(1500));
});

function desk(query = '', options: DeskOptions = {}): Promise<Page> {
  return openDesk(browser(), address, query, options);
}

const SCREEN = '?s=type+%3D+Equity+%7C+marketCapitalization+%3E%3D+1e9+USD';

/** Something that only this view has. */
const CONTENTS: Readonly<Record<ViewName, string>> = {
  table: '.grid-editor canvas',
  overview: '.panorama-picture',
  differences: '.profile tbody tr',
  correlations: '.matrix',
  watchlists: '.lists',
};

const current = (page: Page): Promise<string> => page.locator('.view-name[aria-current]').innerText();
const nameOf = (page: Page, view: ViewName): Promise<string> =>
  page.locator('.view-name').nth(VIEW_NAMES.indexOf(view)).innerText();

describe('the views', () => {
  it('open by one click each, and what the address says opens them again', async () => {
    const page = await desk(SCREEN);
    for (const view of [...VIEW_NAMES.slice(1), 'table' as const]) {
      await page.locator('.view-name').nth(VIEW_NAMES.indexOf(view)).click();
      await page.locator(CONTENTS[view]).first().waitFor();
      expect(await current(page)).toBe(await nameOf(page, view));
      await soon(() => new URL(page.url()).search).toContain(
        view === 'overview' ? 'zoom=4' : view === 'table' ? 's=' : `view=${view}`,
      );
    }
    for (const view of VIEW_NAMES) {
      await page.goto(`${address}stocks/screener${SCREEN}&${view === 'overview' ? 'zoom=4' : `view=${view}`}`);
      await page.locator(CONTENTS[view]).first().waitFor();
    }
    await page.context().close();
  });

  it('open by one key each, which leads back to the table, as does Escape', async () => {
    const page = await desk(SCREEN);
    for (const view of VIEW_NAMES.slice(1)) {
      await press(page, '2');
      await onGrid(page);
      await press(page, VIEW_KEYS[view]);
      await page.locator(CONTENTS[view]).first().waitFor();
      await soon(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
      await press(page, view === 'watchlists' || view === 'correlations' ? 'Escape' : VIEW_KEYS[view]);
      await page.locator(CONTENTS.table).first().waitFor();
    }
    await page.context().close();
  });

  it('are undone as an edit is, with what was chosen in them', async () => {
    const page = await desk(SCREEN);
    await press(page, VIEW_KEYS.differences);
    await page.locator('.profile-reference select').selectOption('sector');
    await soon(() => page.url()).toContain('differences.reference=sector');
    await page.getByRole('button', { name: 'Undo' }).click();
    await soon(() => page.locator('.profile-reference select').inputValue()).toBe('universe');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator(CONTENTS.table).first().waitFor();
    await page.context().close();
  });

  it('show how the columns are spread though no grid has asked for it', async () => {
    const page = await desk(`${SCREEN}&view=differences`);
    await page.locator('.profile .spark').first().waitFor();
    await page.context().close();
  });
});
