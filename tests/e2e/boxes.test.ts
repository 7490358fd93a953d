import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { command, type DeskOptions, openDesk, press, soon } from './desk.ts';
import { demoFolder, rowCounts, serve, sharedBrowser } from './product.ts';

const browser = sharedBrowser();
let address = '';

beforeAll(async () => {
  address = await serve(demoFolder(300));
});

const SCREEN = '?s=type+%3D+Equity+%7C+marketCapitalization+%3E%3D+1e9+USD+%7C+sort+beta+desc';
/** WCAG 2.2, success criterion 2.5.8. */
const TARGET_PX = 24;

/** Elements out of reach: wider than the window, or outside and not scrollable. */
function lost(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { innerWidth, innerHeight } = window;
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} px wide in ${innerWidth}`);
    for (const element of document.querySelectorAll(
      'button, input, select, textarea, a:not(.skip), [role="tab"], [role="option"]',
    )) {
      const { left, right, top, bottom, width } = element.getBoundingClientRect();
      if (width === 0 || !element.checkVisibility({ visibilityProperty: true })) continue;
      const isInside = left >= -1 && right <= innerWidth + 1 && top >= -1 && bottom <= innerHeight + 1;
      let scroller = element.parentElement;
      while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflow)) scroller = scroller.parentElement;
      // Bars that hide overflow.
      let clipper = element.parentElement;
      while (clipper && clipper !== scroller && getComputedStyle(clipper).overflow === 'visible') clipper = clipper.parentElement;
      const bounds = clipper && clipper !== scroller ? clipper.getBoundingClientRect() : null;
      const isClipped = bounds !== null && (right > bounds.right + 1 || left < bounds.left - 1);
      if ((!isInside && !scroller) || isClipped) {
        const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
        found.push(`${element.className} ${name.slice(0, 40)}: ${[left, top, right, bottom].map(Math.round).join(' ')}`);
      }
    }
    return found;
  });
}

/** Controls too small for touch. */
function small(page: Page, least: number): Promise<readonly string[]> {
  return page.evaluate((px) => {
    const found: string[] = [];
    for (const element of document.querySelectorAll('.desk :is(button, select, textarea, input, [role="tab"])')) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const target = element.matches('input[type="checkbox"]')
        ? (element.closest('label, li, td, .step-line') ?? element)
        : element;
      const { width, height } = target.getBoundingClientRect();
      if (element.matches('.slider-thumb *') || width < 2) continue;
      if (height < px - 0.5)
        found.push(`${element.className} ${element.textContent?.slice(0, 30)}: ${Math.round(width)} × ${Math.round(height)}`);
    }
    return found;
  }, least);
}

/** Visits the views and checks each. */
async function views(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  const isOpen = (panel: 'steps' | 'columns') => page.locator(`.panel-${panel}`).isVisible();
  const turn = async (panel: 'steps' | 'columns', open: boolean): Promise<void> => {
    if ((await isOpen(panel)) !== open) await press(page, panel === 'steps' ? '[' : ']');
    await page.locator(`.panel-${panel}`).waitFor({ state: open ? 'visible' : 'detached' });
  };
  await turn('steps', false);
  await turn('columns', false);
  await look('grid');
  await turn('steps', true);
  await page.locator('.step-sentence').nth(1).click();
  await page.locator('.step-form .bounds').waitFor();
  await look('steps');
  await turn('steps', false);
  await turn('columns', true);
  await page.locator('.column-list').first().waitFor();
  await look('columns');
  await page.getByRole('tab', { name: 'Row' }).click();
  await look('row');
  await page.getByRole('tab', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await command(page, 'column statistics');
  await page.locator('.column-sheet').waitFor();
  await look('sheet of columns');
  await command(page, 'watchlists');
  await page.locator('.lists').waitFor();
  await look('watchlists');
  await command(page, 'correlation matrix');
  await page.locator('.matrix').waitFor();
  await look('map');
  await press(page, 'Control+k');
  await page.locator('.palette-row').first().waitFor();
  await look('palette');
  await press(page, 'Escape');
  await page.locator('.palette').waitFor({ state: 'detached' });
}

const SIZES: Readonly<Record<string, DeskOptions>> = {
  'a phone': { width: 390, height: 844, touch: true },
  'a narrow phone': { width: 320, height: 640, touch: true },
  'a laptop at 200 %': { width: 683, height: 384 },
  'a small laptop': { width: 1280, height: 720 },
  'a large screen': { width: 2560, height: 1440 },
};

describe('nothing is out of reach', () => {
  it.each(Object.entries(SIZES))('on %s', async (_, options) => {
    const page = await openDesk(browser(), address, SCREEN, options);
    const found: string[] = [];
    await views(page, async (name) => {
      found.push(...(await lost(page)).map((each) => `${name}: ${each}`));
      if (options.touch) found.push(...(await small(page, TARGET_PX)).map((each) => `${name}, small: ${each}`));
    });
    expect(found).toEqual([]);
    await page.context().close();
  });

  it('on the home page with the consent bar on a phone', async () => {
    const context = await browser().newContext({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    await page.goto(address);
    await page.locator('.consent').waitFor();
    expect((await lost(page)).filter((each) => !each.includes('template'))).toEqual([]);
    await context.close();
  });

  it('by touch: opens the steps, disables one, and scrolls the grid', async () => {
    const page = await openDesk(browser(), address, SCREEN, SIZES['a phone']);
    const before = await rowCounts(page);
    await page.getByRole('button', { name: 'Steps', exact: true }).tap();
    await page.locator('.step-switch').first().tap();
    await soon(() => rowCounts(page)).not.toBe(before);
    await page.getByRole('button', { name: 'Steps', exact: true }).tap();
    await page.locator('.panel-steps').waitFor({ state: 'detached' });
    await page.locator('.grid-frame').tap({ position: { x: 40, y: 200 } });
    await soon(() => page.evaluate(() => document.activeElement?.closest('.grid-editor') !== null)).toBe(true);
    await page.context().close();
  });
});

describe('system preferences', () => {
  it('are respected: no animation with reduced motion', async () => {
    const page = await openDesk(browser(), address, SCREEN, { reducedMotion: true });
    await press(page, 'Control+k');
    await page.locator('.palette-text:focus').waitFor();
    const moving = await page.evaluate(
      () =>
        [...document.querySelectorAll('body *')].filter((element) => {
          const { animationDuration, transitionDuration } = getComputedStyle(element);
          return [animationDuration, transitionDuration].some((times) =>
            times.split(', ').some((time) => Number.parseFloat(time) > 0.001),
          );
        }).length,
    );
    expect(moving).toBe(0);
    await page.context().close();
  });

  it('are respected: forced colors keep focus and selection visible', async () => {
    const page = await openDesk(browser(), address, SCREEN, { forcedColors: true });
    await press(page, '1');
    await page.locator('.panel-steps :focus').waitFor();
    await press(page, 'Tab');
    await soon(() => page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)).not.toBe(
      'none',
    );
    await press(page, 'Control+k');
    await page.locator('.palette-row[aria-selected="true"]').waitFor();
    const outline = (selector: string): Promise<string> =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(await outline('.palette-row[aria-selected="true"]')).not.toBe('none');
    await page.context().close();
  });
});
