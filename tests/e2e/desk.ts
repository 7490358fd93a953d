/** The desk as its user works it: what the end-to-end tests press, and wait for. */
import type { Browser, Page } from 'playwright';
import { expect } from 'vitest';
import { openScreener } from './product.ts';

export interface DeskOptions {
  readonly colorScheme?: 'dark' | 'light';
  readonly width?: number;
  readonly height?: number;
  /** A finger instead of a mouse. */
  readonly touch?: boolean;
  readonly forcedColors?: boolean;
  readonly reducedMotion?: boolean;
  readonly locale?: string;
}

/** The loaded screener in a browser profile of its own, in which the question of consent has been answered. */
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

/** Polls as long as a busy machine may take. */
export function soon<T>(read: () => T) {
  return expect.poll(read, { timeout: 20_000 });
}

export function text(page: Page): Promise<string> {
  return page.getByLabel('Screen as text').inputValue();
}

export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Waits until the grid has the focus. */
export async function onGrid(page: Page): Promise<void> {
  await page.locator('.grid-editor :focus').waitFor({ state: 'attached' });
}

/** Waits until the bars at a point of a header are there: what they are is told beside the pointer. */
export async function onBars(page: Page, x: number, y: number): Promise<void> {
  await soon(async () => {
    await page.mouse.move(x + 1, y);
    await page.mouse.move(x, y);
    return await page.locator('.bin-note').count();
  }).toBe(1);
}

/** Opens the palette, types, and takes the first thing found. */
export async function command(page: Page, words: string, enter = 'Enter'): Promise<void> {
  await press(page, 'Control+k');
  await page.locator('.palette-text:focus').waitFor();
  await page.keyboard.type(words);
  await page.locator('.palette-row').first().waitFor();
  await press(page, enter);
  await page.locator('.palette').waitFor({ state: 'detached' });
}

const TABS_MAX = 300;

/** Presses Tab, or another key, until what has the focus is called so. */
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
