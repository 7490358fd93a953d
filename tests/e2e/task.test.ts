/**
 * The task of a professional, counted: US equities above 2 bn, ROIC > 15 %, debt/equity < 0.5, the cheapest fifth by EV/EBIT in their
 * sector, sorted by 12-month momentum, top 30; why did X fall out; compare three; save; share; export. A click, and a field or line that is
 * typed and ended, counts one each.
 */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { onGrid, openDesk, soon, text } from './desk.ts';
import { demoFolder, panscreen, rowCounts, serve, sharedBrowser } from './product.ts';

const browser = sharedBrowser();
let folder = '';
let address = '';

beforeAll(async () => {
  folder = demoFolder(5000, 'all');
  address = await serve(folder);
});

const MOST = 14;
/** Upper edge of the first grid row, below groups and headers. */
const HEADER_PX = 104;
const SCREEN =
  'type = Equity | country = US | mcap > 2e9 USD | roic > 15% | debt/equity < 0.5 | bottom 20% ev/ebit in sector | sort 1y return desc | rows 1..30';
const MEANT =
  'type = Equity | country = US | marketCapitalization > 2e9 USD | returnOnInvestedCapital > 0.15 | debtToEquityRatio < 0.5 | bottom 20% enterpriseValueToEbit in sector | sort stats.252.rateBack desc | rows 1..30';

/** Counts user actions. */
class Hand {
  readonly page: Page;
  #count = 0;

  constructor(page: Page) {
    this.page = page;
  }

  get count(): number {
    return this.#count;
  }

  /** A drag counts as one. */
  counts(): void {
    this.#count++;
  }

  async click(target: Locator): Promise<void> {
    this.#count++;
    await target.click();
  }

  /** One key press, or a text with its final key. */
  async key(press: string, text = ''): Promise<void> {
    this.#count++;
    if (text !== '') await this.page.keyboard.type(text);
    if (press !== '') await this.page.keyboard.press(press);
  }
}

/** A company that the screen drops at its fourth step. */
function fallen(): string {
  const out = panscreen(
    'screen',
    'type = Equity | country = US | marketCapitalization > 2e9 USD | returnOnInvestedCapital < 0.15 | sort marketCapitalization desc | rows 1..1',
    '--data',
    folder,
    '--columns',
    'symbol',
  );
  return out.trim().split('\n')[1] ?? '';
}

async function finished(page: Page, link: string, file: string): Promise<void> {
  const expected = panscreen('screen', MEANT, '--data', folder, '--columns', 'symbol').trim().split('\n').slice(1);
  const symbols = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[0]);
  expect(symbols).toEqual(expected);
  expect(symbols.length).toBeGreaterThan(3);
  expect(new URL(link).searchParams.get('s')).toBe(await text(page));
  await page.context().close();
}

it('takes at most 14 clicks and texts by mouse alone', { timeout: 240_000 }, async () => {
  const page = await openDesk(browser(), address, '', { width: 1440, height: 900 });
  const hand = new Hand(page);
  const X = fallen();
  await hand.click(page.getByLabel('Screen as text'));
  await page.keyboard.press('Control+a');
  await hand.key('', SCREEN);
  await soon(() => rowCounts(page)).toMatch(/^\d+ of 5,000 rows$/);
  await soon(() => page.locator('.step').count()).toBe(8);
  await hand.click(page.locator('.top-search'));
  await page.locator('.palette-text:focus').waitFor();
  await hand.key('', X);
  await hand.click(page.locator('.palette-row').first());
  await page.locator('.trace-steps').getByText('was dropped at step 4 of 8').waitFor();
  await expect.poll(() => page.locator('[data-verdict="left"]').innerText()).toContain('Return on invested capital');
  const { x, y } = (await page.locator('.grid-editor canvas').first().boundingBox())!;
  await page.mouse.move(x + 20, y + HEADER_PX + 10);
  await page.mouse.down();
  await page.mouse.move(x + 90, y + HEADER_PX + 60, { steps: 5 });
  await page.mouse.up();
  hand.counts();
  await hand.click(page.getByRole('button', { name: 'Compare rows' }));
  await page.locator('.compare thead .column-name').nth(2).waitFor();
  await hand.click(page.getByRole('tab', { name: 'Saved' }));
  await hand.click(page.getByRole('button', { name: 'Save', exact: true }));
  await page.locator('.saved-list li, .saved li').first().waitFor();
  await finishByMouse(page, hand);
});

async function finishByMouse(page: Page, hand: Hand): Promise<void> {
  const file = page.waitForEvent('download');
  await hand.click(page.getByLabel('Save the result as CSV, shown columns'));
  await hand.click(page.getByRole('button', { name: 'Copy as link' }));
  await finished(page, page.url(), (await (await file).path())!);
  expect(hand.count).toBeLessThanOrEqual(MOST);
}

it('takes at most 14 keys and texts by keyboard alone', { timeout: 240_000 }, async () => {
  const page = await openDesk(browser(), address, '', { width: 1440, height: 900 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const hand = new Hand(page);
  const X = fallen();
  await hand.key('Control+k');
  await page.locator('.palette-text:focus').waitFor();
  await page.keyboard.type(SCREEN);
  await page.locator('.palette-row').first().waitFor();
  await hand.key('Enter');
  await soon(() => page.locator('.step').count()).toBeGreaterThanOrEqual(8);
  await hand.key('x');
  await page.locator('.trace-finder input:focus').waitFor();
  await page.keyboard.type(X);
  await page.locator('.trace-row').first().waitFor();
  await hand.key('Enter');
  await page
    .locator('.trace-steps')
    .getByText(/was dropped at step \d of \d/)
    .waitFor();
  await hand.key('Escape');
  await onGrid(page);
  for (const press of ['c', 'ArrowDown', 'c', 'ArrowDown', 'c']) await hand.key(press);
  await page.locator('.compare thead .column-name').nth(2).waitFor();
  await hand.key('k');
  await page.locator('.saved-name:focus').waitFor();
  await hand.key('Enter', 'Cheap quality');
  await page.getByText('Cheap quality').first().waitFor();
  const file = page.waitForEvent('download');
  await hand.key('Control+k');
  await page.locator('.palette-text:focus').waitFor();
  await page.keyboard.type('csv shown');
  await page.locator('.palette-row').first().waitFor();
  await hand.key('Enter');
  await finished(page, page.url(), (await (await file).path())!);
  expect(hand.count).toBeLessThanOrEqual(MOST);
});
