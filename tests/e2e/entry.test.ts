/** Typed keys reach the visible target at any speed, and nothing moves under the pointer. */
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../random.ts';
import { command, openDesk, press, soon, text } from './desk.ts';
import { demoFolder, serve, sharedBrowser } from './product.ts';

const browser = sharedBrowser();
let address = '';

beforeAll(async () => {
  address = await serve(demoFolder(1500));
});

const desk = (query = '?s='): Promise<Page> => openDesk(browser(), address, query);
const add = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Typed texts with their steps. */
const SCRIPTS = [
  { column: 'beta', value: '1.5', step: 'beta >= 1.5' },
  { column: 'dividend yield', value: '3', step: 'dividendYield >= 0.03' },
  { column: 'roic', value: '12.5', step: 'returnOnInvestedCapital >= 0.125' },
  { column: 'close', value: '42', step: 'close >= 42' },
] as const;

describe('typing', () => {
  it('a filter right after the shortcut of a fresh page creates that filter, at 15 to 100 ms a key', async () => {
    const random = new Random(2402);
    for (let script = 0; script < 6; script++) {
      const { column, value, step } = random.pick(SCRIPTS);
      const delay = 15 + random.below(86);
      const page = await desk();
      await page.keyboard.press('n', { delay: 5 });
      await page.waitForTimeout(delay);
      await page.keyboard.type(column, { delay });
      await page.keyboard.press('Enter');
      await page.waitForTimeout(delay);
      await page.keyboard.type(value, { delay });
      await soon(() => text(page)).toBe(step);
      expect(await page.locator('.step').count(), `${column} at ${delay} ms`).toBe(1);
      await page.context().close();
    }
  });

  it('a search, with spaces, corrections and Enter, right after the shortcut of the palette does what it says', async () => {
    const page = await desk();
    await page.route(/assets\/Palette-[^/]*\.js/, async (route) => {
      await new Promise((resume) => setTimeout(resume, 700));
      await route.continue();
    });
    await press(page, '2', 'Control+k');
    await page.keyboard.type('ro > 15');
    await press(page, 'Backspace', 'Backspace', 'Backspace', 'Backspace', 'Backspace', 'Backspace');
    await page.keyboard.type('oe > 15%');
    await press(page, 'Enter');
    await soon(() => text(page)).toBe('returnOnEquity > 0.15');
    await page.context().close();
  });

  it('Escape right after the shortcut of the palette leaves it closed', async () => {
    const page = await desk();
    await page.route(/assets\/Palette-[^/]*\.js/, async (route) => {
      await new Promise((resume) => setTimeout(resume, 500));
      await route.continue();
    });
    await press(page, '2', 'Control+k', 'Escape');
    await page.waitForTimeout(1000);
    expect(await page.locator('.palette').count()).toBe(0);
    await press(page, 'n');
    await page.keyboard.type('beta');
    await press(page, 'Enter');
    await soon(() => page.locator('.step').count()).toBe(1);
    await page.context().close();
  });

  it('a name right after the shortcut of the saved screens saves under it', async () => {
    const page = await desk();
    await press(page, '2', 'k');
    await page.keyboard.type('my screen');
    await press(page, 'Enter');
    await soon(() => page.locator('.saved-list').innerText()).toContain('my screen');
    await page.context().close();
  });

  it('a category right after its column searches its values', async () => {
    const page = await desk();
    await add(page, 'Add a filter').click();
    await page.keyboard.type('country', { delay: 20 });
    await page.keyboard.press('Enter');
    await page.keyboard.type('United S', { delay: 20 });
    const search = page.getByLabel('Search the values');
    await soon(() => search.inputValue()).toBe('United S');
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await page.locator('.step').count()).toBe(1);
    await page.context().close();
  });

  it('a whole condition creates its step in column pickers, in the palette, in the text and in an address', async () => {
    const page = await desk();
    await add(page, 'Add a filter').click();
    await page.keyboard.type('roe > 15%', { delay: 15 });
    await soon(() => page.locator('.picker-empty').innerText()).toContain('Return on equity');
    await page.keyboard.press('Enter');
    await soon(() => text(page)).toBe('returnOnEquity > 0.15');
    expect(await page.locator('.step').count()).toBe(1);
    await command(page, 'p/e < 20');
    await soon(() => text(page)).toBe('returnOnEquity > 0.15 | priceToEarningsRatio < 20');
    await page.getByLabel('Screen as text').fill('roe > 15%');
    await soon(() => page.locator('.step').count()).toBe(1);
    await page.goto(`${address}stocks/screener?s=roe+%3E+15%25`);
    await soon(() => text(page)).toBe('returnOnEquity > 0.15');
    await page.context().close();
  });

  it('a column right after the sort button sorts by it', async () => {
    const page = await desk();
    await add(page, 'Add a sort').click();
    await page.keyboard.type('beta', { delay: 15 });
    await page.keyboard.press('Enter');
    await soon(() => text(page)).toBe('sort beta desc');
    await page.context().close();
  });
});

describe('the buttons of a step', () => {
  it.each(['Remove', 'Up', 'Down'])(
    'stay where they are between press and release while a column list is open: %s',
    async (name) => {
      const page = await desk('?s=beta+%3E%3D+1+%7C+close+%3E%3D+2+%7C+volume+%3E%3D+3');
      await page.locator('.step-sentence').nth(1).click();
      await page.locator('.step[data-open] .picker').click();
      await page.keyboard.type('e');
      await page.locator('.picker-list').waitFor();
      // The list may grow; nothing may move after the press.
      await page.waitForTimeout(1500);
      const button = page
        .locator('.step[data-open] .step-tools')
        .getByRole('button', { name: new RegExp(`^${name === 'Remove' ? 'Remove' : 'Move'}`) });
      const wanted = button.nth(name === 'Down' ? 1 : 0);
      await wanted.scrollIntoViewIfNeeded();
      const box = await wanted.boundingBox();
      await page.mouse.move(box!.x + box!.width / 2, box!.y + box!.height / 2);
      await page.mouse.down();
      await page.waitForTimeout(150);
      await page.mouse.up();
      const left = {
        Remove: 'beta >= 1 | volume >= 3',
        Up: 'close >= 2 | beta >= 1 | volume >= 3',
        Down: 'beta >= 1 | volume >= 3 | close >= 2',
      };
      await soon(() => text(page)).toBe(left[name as keyof typeof left]);
      await page.context().close();
    },
  );

  it('add one step each, even by a double click', async () => {
    const page = await desk();
    await add(page, 'Add a filter').dblclick();
    await page.locator('.step').first().waitFor();
    await page.waitForTimeout(300);
    expect(await page.locator('.step').count()).toBe(1);
    await page.getByLabel('Screen as text').fill('beta >= 1');
    await soon(() => page.locator('.step').count()).toBe(1);
    await page.context().close();
  });
});

describe('a new filter', () => {
  it('is inserted before the first slice and announced', async () => {
    const page = await desk('?s=sort+beta+desc+%7C+rows+1..30');
    await press(page, 'n');
    await page.keyboard.type('close', { delay: 15 });
    await page.keyboard.press('Enter');
    await page.keyboard.type('5', { delay: 15 });
    await soon(() => text(page)).toBe('sort beta desc | close >= 5 | rows 1..30');
    await soon(() => page.locator('.unseen[aria-live], [aria-live]').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining('before')]),
    );
    await page.context().close();
  });
});
