import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { VIEW_KEYS, VIEW_NAMES, type ViewName } from '../../src/screener/views/names.ts';
import { type DeskOptions, onGrid, openDesk, press, sharedDesk, soon, text } from './desk.ts';
import { AXE_MS, findingsInBothThemes } from './findings.ts';
import { demoFolder, gridColumn, rowCounts, serve, sharedBrowser } from './product.ts';

const browser = sharedBrowser();
let address = '';

beforeAll(async () => {
  address = await serve(demoFolder(1500));
});

function desk(query = '', options: DeskOptions = {}): Promise<Page> {
  return openDesk(browser(), address, query, options);
}

/** In the page of the tests before. */
const shared = sharedDesk(desk);

const SCREEN = '?s=type+%3D+Equity+%7C+marketCapitalization+%3E%3D+1e9+USD';

/** A selector unique to this view. */
const CONTENTS: Readonly<Record<ViewName, string>> = {
  table: '.grid-editor canvas',
  overview: '.panorama-picture',
  scatter: '.scatter-plot',
  differences: '.profile tbody tr',
  breakdown: '.breakdown tbody tr',
  correlations: '.matrix',
  backtest: '.backtest-empty',
  watchlists: '.lists',
};

const current = (page: Page): Promise<string> => page.locator('.view-name[aria-current]').innerText();
const nameOf = (page: Page, view: ViewName): Promise<string> =>
  page.locator('.view-name').nth(VIEW_NAMES.indexOf(view)).innerText();

describe('the views', () => {
  it('open by one click each, and their address reopens them', async () => {
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

  it('open by one key each, which also returns to the table, like Escape', async () => {
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

  it('are undone like edits, with their settings', async () => {
    const page = await shared(SCREEN);
    await press(page, VIEW_KEYS.differences);
    await page.locator('.profile-reference select').selectOption('sector');
    await soon(() => page.url()).toContain('differences.reference=sector');
    await page.getByRole('button', { name: 'Undo' }).click();
    await soon(() => page.locator('.profile-reference select').inputValue()).toBe('universe');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator(CONTENTS.table).first().waitFor();
  });

  it('show distributions that no grid has requested', async () => {
    const page = await desk(`${SCREEN}&view=differences`);
    await page.locator('.profile .spark').first().waitFor();
    await page.context().close();
  });
});

describe('the scatter', () => {
  const SCATTER = `${SCREEN}&view=scatter&scatter.x=beta&scatter.y=returnOnEquity&scatter.xscale=linear&scatter.yscale=linear`;

  async function plotBox(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
    const told = page.locator('.scatter-told');
    await told.getByText('rows shown').waitFor();
    // The line's R² is of the points shown, without those beyond the axes.
    const [, shown] = /^([\d,]+) of [\d,]+ rows shown/.exec(await told.innerText()) ?? [];
    await soon(() => told.innerText()).toMatch(new RegExp(`R² \\d\\.\\d\\d, n = ${shown}`));
    return (await page.locator('.scatter-plot').boundingBox())!;
  }

  it('filters both columns by a drag, as one edit, and keeps the rows inside', async () => {
    const page = await shared(SCATTER);
    const { x, y, width, height } = await plotBox(page);
    await page.mouse.move(x + 0.4 * width, y + 0.3 * height);
    await page.mouse.down();
    await page.mouse.move(x + 0.7 * width, y + 0.7 * height, { steps: 4 });
    await page.mouse.up();
    await soon(() => text(page)).toMatch(/beta between .* \| returnOnEquity between /);
    const said = await page.getByText(/Filtered to [\d,]+ rows/).textContent();
    await soon(async () => (await rowCounts(page)).split(' ')[0]).toBe(/[\d,]+/.exec(said ?? '')![0]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await soon(() => text(page)).not.toContain('beta');
  });

  it('keeps the securities inside a lasso', async () => {
    const page = await shared(SCATTER);
    const { x, y, width, height } = await plotBox(page);
    await page.getByRole('button', { name: 'Lasso' }).click();
    await page.mouse.move(x + 0.4 * width, y + 0.4 * height);
    await page.mouse.down();
    for (const [across, down] of [
      [0.6, 0.45],
      [0.65, 0.65],
      [0.45, 0.7],
    ] as const) {
      await page.mouse.move(x + across * width, y + down * height, { steps: 3 });
    }
    await page.mouse.up();
    const said = await page.getByText(/Filtered to [\d,]+ rows/).textContent();
    await soon(async () => (await rowCounts(page)).split(' ')[0]).toBe(/[\d,]+/.exec(said ?? '')![0]);
    expect(await text(page)).toContain('symbol in (');
  });

  it('works by keys: from point to point, a rectangle, the row', async () => {
    const page = await shared(SCATTER);
    await plotBox(page);
    await page.locator('.scatter-plot').focus();
    await press(page, 'ArrowRight');
    await page.locator('.scatter-tip').waitFor();
    const first = await page.locator('.scatter-tip strong').innerText();
    await press(page, 'Space', ...Array.from({ length: 30 }, () => 'ArrowRight'));
    await soon(() => page.locator('.scatter-tip strong').innerText()).not.toBe(first);
    await press(page, 'Space');
    await soon(() => text(page)).toContain('beta between ');
  });
});

it('a scatter without values on both axes says so, and draws no axes', async () => {
  const page = await shared('?s=beta+is+missing&view=scatter&scatter.x=beta&scatter.y=returnOnEquity');
  await page.getByText('No row of the result has values for both axes.').waitFor();
  expect(await page.locator('.scatter-plot').count()).toBe(0);
});

it('a cell of the correlations opens the scatter of its two columns', async () => {
  const page = await shared(`${SCREEN}&view=correlations&correlations.group=MarketValueRatios`);
  await page.locator('.matrix').focus();
  await press(page, 'ArrowRight', 'ArrowDown', 'ArrowDown');
  const told = await page.locator('.map-told').innerText();
  await press(page, 'Enter');
  await page.locator('.scatter-plot').waitFor();
  const [yName, xName] = /^(.*) with (.*?): /.exec(told)!.slice(1);
  expect(await page.locator('.scatter-plot').getAttribute('aria-label')).toMatch(`${yName} against ${xName}`);
});

it('a line of the breakdown filters by its group', async () => {
  const page = await shared(`${SCREEN}&view=breakdown`);
  const line = page.locator('.breakdown tbody tr').nth(2);
  const [sector, count] = [await line.locator('th').innerText(), await line.locator('td').first().innerText()];
  expect(await line.locator('td').nth(1).innerText()).toMatch(/^\d+\.\d%\s*\d+\.\d%$/);
  await line.getByRole('button').click();
  await soon(() => text(page)).toContain(`sector = ${/\W/.test(sector) ? `"${sector}"` : sector}`);
  await soon(async () => (await rowCounts(page)).split(' ')[0]).toBe(count);
  await soon(() => page.locator('.breakdown tbody tr').count()).toBe(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.locator('.view-tools select').selectOption('size');
  await soon(() => page.locator('.breakdown tbody tr').count()).toBeGreaterThan(2);
  // The sectors' lines may still be there.
  await soon(() => page.locator('.breakdown tbody th').allInnerTexts()).not.toContain(sector);
  await page.locator('.breakdown tbody tr').first().getByRole('button').click();
  await soon(() => text(page)).toMatch(/marketCapitalization >= 1e9 USD.*marketCapitalization between /);
});

it('a line of the breakdown of the first rows keeps the rows that it counts, before a hold', async () => {
  const sliced = `${SCREEN} | sort marketCapitalization desc | rows 1..60 | hold every month`;
  const page = await shared(`${sliced}&view=breakdown`);
  const line = page.locator('.breakdown tbody tr').nth(1);
  const count = await line.locator('td').first().innerText();
  await line.getByRole('button').click();
  await soon(() => text(page)).toMatch(/rows 1\.\.60 \| sector = .* \| hold every month/);
  await soon(async () => (await rowCounts(page)).split(' ')[0]).toBe(count);
});

it('the breakdown draws no bars for returns of which some are losses', async () => {
  const page = await shared(`${SCREEN}&view=breakdown&breakdown.columns=stats.252.rateBack,marketCapitalization`);
  const lines = page.locator('.breakdown tbody tr');
  await soon(() => lines.locator('td:nth-of-type(4)').allInnerTexts()).toContainEqual(expect.stringMatching(/−\d/));
  expect(await lines.locator('td:nth-of-type(4) .share-bar').count()).toBe(0);
  expect(await lines.locator('td:nth-of-type(5) .share-bar').count()).toBe(await lines.count());
});

it('axe finds nothing serious in any view', { timeout: AXE_MS }, async () => {
  const page = await desk(SCREEN);
  for (const view of VIEW_NAMES) {
    await page.locator('.view-name').nth(VIEW_NAMES.indexOf(view)).click();
    await page.locator(CONTENTS[view]).first().waitFor();
    expect(await findingsInBothThemes(page), view).toEqual([]);
  }
  await page.context().close();
});

describe('the inspector', () => {
  it("shows each criterion's verdict on a row and its distance from each bound, next to the visible grid", async () => {
    const page = await desk('?s=type+%3D+Equity+%7C+beta+between+0.5+and+1.5+%7C+sort+beta+desc');
    await press(page, '2');
    await onGrid(page);
    await press(page, '.');
    const criteria = page.locator('.trace-steps');
    await criteria.getByText('is in the result: row 1 of').waitFor();
    const [, value, below, above] =
      /Beta: ([\d.]+); bound ≥ 0.50 \(\+([\d.]+)\), ≤ 1.50 \(−([\d.]+)\)/.exec(await criteria.innerText()) ?? [];
    expect(Number(value)).toBeLessThanOrEqual(1.5);
    expect(Number(below)).toBeCloseTo(Number(value) - 0.5, 1);
    expect(Number(above)).toBeCloseTo(1.5 - Number(value), 1);
    await page.getByLabel('Screen as text').fill('type = Equity | grossProfitMargin >= 40% | sort beta desc');
    await soon(() => criteria.innerText()).toMatch(/Gross margin: [\d.]+%; bound ≥ 40\.00% \(\+[\d.]+\spp\)/);
    await page.getByRole('heading', { name: 'Receipt' }).click();
    await press(page, '2');
    await onGrid(page);
    await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight', 'i');
    await page.locator('.lineage-facts').waitFor();
    expect(await page.locator('.grid-editor canvas').first().isVisible()).toBe(true);
    await onGrid(page);
    await press(page, 'Escape');
    await page.locator('.lineage').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it("keeps a security's note and tags across visits and exports them as a file", async () => {
    const page = await desk('?s=type+%3D+Equity+%7C+sort+beta+desc');
    const look = async (): Promise<void> => {
      await press(page, '2');
      await onGrid(page);
      await press(page, '.');
      await page.locator('.notes').waitFor();
    };
    await look();
    await page.getByLabel('Note on this security').fill('Ask about the leases');
    await page.getByLabel('Tags, separated by commas').fill('watch, margin');
    const rows = await rowCounts(page);
    await page.reload();
    await page.locator('.top-loading').waitFor({ state: 'detached' });
    await soon(() => rowCounts(page)).toBe(rows);
    await look();
    await soon(() => page.getByLabel('Note on this security').inputValue()).toBe('Ask about the leases');
    await soon(() => page.getByLabel('Tags, separated by commas').inputValue()).toBe('watch, margin');
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export notes and lists' }).click();
    expect(readFileSync((await (await file).path())!, 'utf8')).toContain('Ask about the leases');
    expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => name === 'panscreen.notes'))).toHaveLength(1);
    await page.context().close();
  });
});

it('adaptive decimals are an option at the text level, stored in the address and for the next visit', async () => {
  const page = await desk(`${SCREEN}+%7C+sort+marketCapitalization+desc`);
  const first = async (): Promise<string> => (await gridColumn(page, 'Market capitalization'))[0] ?? '';
  await soon(first).toMatch(/B$/);
  const fixed = await first();
  await page.getByLabel('Number format').selectOption('adaptive');
  await soon(first).not.toBe(fixed);
  await soon(first).toMatch(/T$|^\d{1,3}\.?\d*B$/);
  const adapted = await first();
  await soon(() => page.url()).toContain('numbers=adaptive');
  await page.goto(`${address}stocks/screener`);
  await page.locator('.top-loading').waitFor({ state: 'detached' });
  await soon(first).toBe(adapted);
  await page.context().close();
});

describe('a portfolio', () => {
  it('is pasted once and adds columns of shares, values and weights that survive a reload', async () => {
    const page = await desk(SCREEN);
    await soon(async () => (await gridColumn(page, 'Symbol')).filter(Boolean).length).toBeGreaterThan(2);
    const symbols = (await gridColumn(page, 'Symbol')).filter((symbol, at, all) => all.indexOf(symbol) === at).slice(0, 3);
    await press(page, VIEW_KEYS.watchlists);
    const section = page.locator('section[aria-label^="Portfolio"]');
    await section
      .locator('textarea')
      .fill(`symbol,quantity\n${symbols.map((symbol, at) => `${symbol},${10 + at}\n`).join('')}NOBODY,5`);
    await soon(() => section.getByRole('status').innerText()).toContain('NOBODY');
    await section.getByRole('button', { name: 'Save' }).click();
    await soon(() => section.innerText()).toContain('3 holdings');
    await soon(() => section.innerText()).toMatch(/worth [\d.]+[BMK]? USD/);
    expect(await section.innerText()).not.toContain('without a known value');
    await section.getByRole('button', { name: 'Show in the table' }).click();
    await page.locator(CONTENTS.table).first().waitFor();
    for (const isReloaded of [false, true]) {
      if (isReloaded) await page.reload();
      await soon(() => rowCounts(page)).toBe('3 of 1,500 rows');
      await soon(async () => (await gridColumn(page, 'Shares held')).map(Number).sort()).toEqual([10, 11, 12]);
      let weights: number[] = [];
      await soon(async () => {
        weights = (await gridColumn(page, 'Portfolio weight')).map((cell) => Number(cell.replace('%', '')));
        return weights.reduce((sum, weight) => sum + weight, 0);
      }).toBeCloseTo(100, 1);
      expect(weights).toEqual(weights.toSorted((a, b) => b - a));
    }
    await page.context().close();
  });
});
