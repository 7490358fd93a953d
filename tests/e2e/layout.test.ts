/** Layout and legibility at each page size. */
import type { Locator, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '../../src/shell/locales.ts';
import { openDesk, press, soon } from './desk.ts';
import { demoFolder, demoHistory, serve, sharedBrowser } from './product.ts';

const browser = sharedBrowser();
let address = '';

beforeAll(async () => {
  address = await serve(demoFolder(1500));
});

const SCREEN =
  '?s=type+%3D+Equity+%7C+country+%3D+US+%7C+marketCapitalization+%3E%3D+1e9+USD+%7C+returnOnEquity+%3E+15%25+%7C+sort+stats.252.rateBack+desc';

/** Truncated texts of controls, headings and ledgers. */
function cut(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const words = document.querySelectorAll(
      '.desk :is(button, label, h1, h2, h3, [role="tab"], .ledger, .status, .strip, legend)',
    );
    for (const element of words) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.grid-editor, .unseen')) continue;
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const holder = node.parentElement;
        // Names of columns and securities may be truncated; a tooltip shows them in full.
        if (!holder || !node.textContent?.trim() || getComputedStyle(holder).textOverflow === 'ellipsis') continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const { left, right, width } = range.getBoundingClientRect();
        if (width < 2 || holder.closest('.unseen')) continue;
        for (let box: Element | null = holder; box && box !== document.body; box = box.parentElement) {
          const { overflowX } = getComputedStyle(box);
          if (/auto|scroll/.test(overflowX)) break;
          const bounds = box.getBoundingClientRect();
          const isCut = right > bounds.right + 1 || left < bounds.left - 1;
          if (isCut && (overflowX !== 'visible' || box === element)) {
            found.push(`${element.className}: ${node.textContent.trim().slice(0, 50)}`);
            break;
          }
        }
      }
    }
    return found;
  });
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

async function box(of: Locator): Promise<Box> {
  const found = await of.first().boundingBox();
  if (!found) throw new Error('nothing there');
  return { left: found.x, top: found.y, right: found.x + found.width, bottom: found.y + found.height };
}

const meet = (a: Box, b: Box): boolean =>
  a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;

async function openPanels(page: Page): Promise<void> {
  for (const [panel, key] of [
    ['steps', '['],
    ['columns', ']'],
  ] as const) {
    if (!(await page.locator(`.panel-${panel}`).isVisible())) await press(page, key);
    await page.locator(`.panel-${panel}`).waitFor();
  }
  await page.locator('.column-list').first().waitFor();
}

describe('at 1440 × 900', () => {
  it.each(['en-US', 'de', 'fr', 'ja', 'ar'])(
    'undo and redo are visible, panels leave half of the width to the grid, and no text is cut off: %s',
    async (tag) => {
      const page = await openDesk(browser(), address, SCREEN, { width: 1440, height: 900, locale: tag });
      await page.locator('.ledger').nth(3).waitFor();
      await openPanels(page);
      const undo = page.locator('.top-undo');
      await soon(() => undo.count()).toBe(2);
      for (const button of await undo.all()) {
        const { left, right, top, bottom } = await box(button);
        expect([left >= 0, right <= 1440, top >= 0, bottom <= 60, right - left > 12]).toEqual([true, true, true, true, true]);
      }
      const grid = await box(page.locator('.grid-frame'));
      for (const panel of ['.panel-steps', '.panel-columns']) expect(meet(grid, await box(page.locator(panel)))).toBe(false);
      expect(grid.right - grid.left).toBeGreaterThan(720);
      expect(await cut(page)).toEqual([]);
      await page.locator('.step-sentence').nth(3).click();
      await page.locator('.step-form .bounds').waitFor();
      expect(await cut(page)).toEqual([]);
      await page.context().close();
    },
  );
});

it('the data note fits the top bar beside a date at 1440 × 900, in every language', async () => {
  const dated = await serve(demoFolder(1500), '--history', demoHistory(150, 80));
  const page = await openDesk(browser(), dated, SCREEN, { width: 1440, height: 900 });
  await page.locator('.top-date-name').waitFor();
  const found: string[] = [];
  for (const { tag } of LOCALES) {
    await page.locator('.language-menu').selectOption(tag);
    await soon(() => page.evaluate(() => document.documentElement.lang)).toBe(tag);
    found.push(
      ...(await page.evaluate(() => {
        const bar = document.querySelector('.top')!;
        const words = document.querySelector<HTMLElement>('.top-note span')!;
        const { left, right } = words.getBoundingClientRect();
        const isWhole = words.scrollHeight <= words.clientHeight + 1 && words.scrollWidth <= words.clientWidth + 1;
        const { lang } = document.documentElement;
        return [
          ...(isWhole && left >= 0 && right <= innerWidth ? [] : [`${lang}: ${words.clientWidth} px`]),
          ...(bar.scrollWidth > bar.clientWidth + 1 ? [`${lang}: the bar has ${bar.scrollWidth} px`] : []),
        ];
      })),
      ...(await cut(page)).map((each) => `${tag}: ${each}`),
    );
  }
  expect(found).toEqual([]);
  await page.context().close();
});

describe('at 720 × 900', () => {
  it('a panel is below the grid without covering it, and no text is cut', async () => {
    const page = await openDesk(browser(), address, SCREEN, { width: 720, height: 900 });
    for (const [panel, key] of [
      ['.panel-steps', '['],
      ['.panel-columns', ']'],
    ] as const) {
      if (!(await page.locator(panel).isVisible())) await press(page, key);
      await page.locator(panel).waitFor();
      const grid = await box(page.locator('.grid-frame'));
      expect(meet(grid, await box(page.locator(panel)))).toBe(false);
      expect(grid.bottom - grid.top).toBeGreaterThan(200);
      expect(await cut(page)).toEqual([]);
      await press(page, key);
      await page.locator(panel).waitFor({ state: 'detached' });
    }
    await page.context().close();
  });
});

describe('on a phone', () => {
  it('the frozen columns leave nearly half of the grid to the others', async () => {
    const page = await openDesk(browser(), address, SCREEN, { width: 390, height: 844, touch: true });
    const grid = await box(page.locator('.grid-frame'));
    const columnAt = async (x: number): Promise<number> => {
      await page.touchscreen.tap(grid.left + x, grid.top + 200);
      const selected = (): Promise<string | null> =>
        page.evaluate(() => document.querySelector('canvas td[aria-selected="true"]')?.getAttribute('aria-colindex') ?? null);
      await soon(selected).not.toBe(null);
      await page.waitForTimeout(300);
      return Number(await selected());
    };
    expect(await columnAt(10)).toBe(1);
    expect(await columnAt(215)).toBeGreaterThanOrEqual(3);
    await page.context().close();
  });
});

describe('a picture fills its view', () => {
  const share = async (page: Page, of: string): Promise<number> => {
    const [view, picture] = [await box(page.locator('.view-body')), await box(page.locator(of))];
    const area = ({ left, top, right, bottom }: Box): number => (right - left) * (bottom - top);
    return area(picture) / area(view);
  };

  it('the correlations of all columns fill most of it, with names at both edges and a legend', async () => {
    const page = await openDesk(browser(), address, `${SCREEN}&view=correlations`, { width: 2560, height: 1440 });
    await page.locator('.matrix').waitFor();
    await soon(() => share(page, '.matrix')).toBeGreaterThan(0.5);
    expect(await page.locator('.matrix-legend').isVisible()).toBe(true);
    await page.context().close();
  });

  it('the scatter plot fills most of it, with axis titles and a color legend', async () => {
    const page = await openDesk(browser(), address, `${SCREEN}&view=scatter&scatter.colour=sector`, {
      width: 2560,
      height: 1440,
    });
    await page.locator('.scatter-told').getByText('rows shown').waitFor();
    expect(await share(page, '.scatter-plot')).toBeGreaterThan(0.75);
    expect(await page.locator('.scatter-plot').getAttribute('aria-label')).toMatch(/.+ against .+/);
    expect(await page.locator('.scatter-legend').innerText()).toContain('Technology');
    await page.context().close();
  });
});
