import { beforeAll, expect, it } from 'vitest';
import { COLUMNS, columnById } from '../../src/catalogue/catalogue.ts';
import { isText } from '../../src/catalogue/column.ts';
import { openDesk, press, soon } from './desk.ts';
import { demoFolder, serve, sharedBrowser } from './product.ts';

const browser = sharedBrowser();
let address = '';

beforeAll(async () => {
  address = await serve(demoFolder(1500));
});

const US =
  'type = Equity | country = US | marketCapitalization >= 2e9 USD | returnOnInvestedCapital >= 15% | sort stats.252.rateBack desc';

/** Visible number columns without the last one, which may be cut. */
async function numbersInView(width: number, height: number, level: 1 | 2, hasPanels: boolean): Promise<number> {
  const page = await openDesk(browser(), address, `?s=${encodeURIComponent(US)}&zoom=${level}`, { width, height });
  for (const [panel, key] of [
    ['steps', '['],
    ['columns', ']'],
  ] as const) {
    if ((await page.locator(`.panel-${panel}`).isVisible()) !== hasPanels) await press(page, key);
    await page.locator(`.panel-${panel}`).waitFor({ state: hasPanels ? 'visible' : 'detached' });
  }
  // The accessible table lags behind the canvas.
  const names = async (): Promise<string[]> =>
    page.evaluate(() => [...document.querySelectorAll('canvas table th')].map((head) => head.textContent ?? ''));
  let now: string[] = [];
  await soon(async () => {
    const before = now;
    await page.waitForTimeout(500);
    now = await names();
    return now.length > 0 && now.join() === before.join();
  }).toBe(true);
  const { default: texts } = await import('../../locales/en-US.json', { with: { type: 'json' } });
  const labels = new Map(COLUMNS.map(({ id }) => [(texts as Record<string, string>)[`column.${id}`], id]));
  await page.context().close();
  return now.slice(0, -1).filter((name) => {
    const column = columnById(labels.get(name) ?? '');
    return column && !isText(column) && column.unit !== 'date';
  }).length;
}

it.each([
  [1440, 900, 9],
  [2560, 1440, 24],
  [3840, 2160, 40],
] as const)('text with both panels open shows at %i × %i pixels at least %i number columns', async (width, height, least) => {
  expect(await numbersInView(width, height, 1, true)).toBeGreaterThanOrEqual(least);
});

it('compact text with closed panels shows at least 45 number columns at 2560 × 1440', async () => {
  expect(await numbersInView(2560, 1440, 2, false)).toBeGreaterThanOrEqual(45);
});
