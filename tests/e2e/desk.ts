/** User actions on the screener, and waits, for end-to-end tests. */
import type { Browser, Page } from 'playwright';
import { afterEach, expect } from 'vitest';
import { openScreener, rowCounts } from './product.ts';

export interface DeskOptions {
  readonly colorScheme?: 'dark' | 'light';
  readonly width?: number;
  readonly height?: number;
  /** Touch instead of mouse. */
  readonly touch?: boolean;
  readonly forcedColors?: boolean;
  readonly reducedMotion?: boolean;
  readonly locale?: string;
}

/** The loaded screener in a new browser profile with a consent choice. */
export async function openDesk(browser: Browser, address: string, query = '', options: DeskOptions = {}): Promise<Page> {
  const { colorScheme = 'dark', width = 1800, height = 1000, touch = false } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    hasTouch: touch,
    isMobile: touch,
    forcedColors: options.forcedColors ? 'active' : 'none',
    reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
    bypassCSP: true,
    acceptDownloads: true,
    ...(options.locale ? { locale: options.locale } : {}),
  });
  await context.addCookies([{ name: 'analytics', value: 'false', url: address }]);
  const page = await context.newPage();
  await openScreener(page, address, query);
  return page;
}

/** Fewer than the rows of a demo universe, more than the tests ask for. */
const MARK = 1000;

/** Shows another screen in a loaded page, with nothing open and nothing to undo, like a link within the page. */
async function revisit(page: Page, query: string, rows: number): Promise<void> {
  const go = (search: string): Promise<void> =>
    page.evaluate((search) => {
      history.pushState(null, '', location.pathname + search);
      dispatchEvent(new PopStateEvent('popstate'));
    }, search);
  await page.mouse.move(0, 0);
  await press(page, 'Escape', 'Escape');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  // Until its number of rows has come and gone, the page may show the result of the test before.
  await go(`?s=rows+1..${rows}`);
  const mark = `${rows.toLocaleString('en-US')} of `;
  await soon(() => rowCounts(page)).toContain(mark);
  await go(query);
  await soon(() => rowCounts(page)).not.toContain(mark);
}

/** One loaded screener for several tests. Each begins at its own address; after a failed one, in a new profile. */
export function sharedDesk(open: (query: string) => Promise<Page>): (query: string) => Promise<Page> {
  let page: Page | null = null;
  let visits = 0;
  afterEach(async ({ task }) => {
    if (!task.result?.errors?.length) return;
    await page?.context().close();
    page = null;
  });
  return async (query) => {
    if (page) await revisit(page, query, MARK + ++visits);
    page ??= await open(query);
    return page;
  };
}

/** Polls with a limit for busy machines. */
export function soon<T>(read: () => T) {
  return expect.poll(read, { timeout: 20_000 });
}

export function text(page: Page): Promise<string> {
  return page.getByLabel('Screen as text').inputValue();
}

export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

export async function onGrid(page: Page): Promise<void> {
  await page.locator('.grid-editor :focus').waitFor({ state: 'attached' });
}

/** Waits for the bars at a point of a header: their tooltip appears. */
export async function onBars(page: Page, x: number, y: number): Promise<void> {
  await soon(async () => {
    await page.mouse.move(x + 1, y);
    await page.mouse.move(x, y);
    return await page.locator('.bin-note').count();
  }).toBe(1);
}

/** Opens the palette, types, and takes the first result. */
export async function command(page: Page, words: string, enter = 'Enter'): Promise<void> {
  await press(page, 'Control+k');
  await page.locator('.palette-text:focus').waitFor();
  await page.keyboard.type(words);
  await page.locator('.palette-row').first().waitFor();
  await press(page, enter);
  await page.locator('.palette').waitFor({ state: 'detached' });
}

const TABS_MAX = 300;

/** Presses Tab or another key until an element with this name has the focus. */
export async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  const met: string[] = [];
  for (let tab = 0; tab < TABS_MAX; tab++) {
    await press(page, key);
    const called = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      const labels = [...((element as HTMLInputElement | null)?.labels ?? [])].map((label) => label.innerText);
      return [element?.getAttribute('aria-label') ?? '', element?.innerText ?? '', ...labels].filter(Boolean).join(' / ');
    });
    if (name.test(called)) return;
    met.push(called.slice(0, 40));
  }
  throw new Error(`${TABS_MAX} presses of ${key} never reached ${name}: ${met.slice(0, 60).join(', ')}`);
}
