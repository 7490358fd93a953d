import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { columnById } from '../../src/catalogue/catalogue.ts';
import { command, onGrid, openDesk } from './desk.ts';
import { AXE_MS, findings } from './findings.ts';
import { demoFolder, panscreen, rowCounts, serve, sharedBrowser } from './product.ts';

const TEXT = 'type = Equity | enterpriseValueToEbitda <= 8 | sort marketCapitalization desc';
const browser = sharedBrowser();
let folder = '';
let address = '';

beforeAll(async () => {
  folder = demoFolder(1500);
  address = await serve(folder);
});

function desk(colorScheme: 'dark' | 'light'): Promise<Page> {
  return openDesk(browser(), address, `?s=${encodeURIComponent(TEXT)}`, { colorScheme });
}

async function onColumn(page: Page, words: string): Promise<void> {
  await command(page, words);
  await onGrid(page);
}

describe.each(['dark', 'light'] as const)('the lineage of the numbers, %s', (colorScheme) => {
  it('is shown by keys, identical to the command line', { timeout: AXE_MS }, async () => {
    const page = await desk(colorScheme);
    await onColumn(page, 'ev/ebitda');
    await page.keyboard.press('i');
    await page.locator('.lineage-inputs').first().waitFor();
    const symbol = (await page.locator('.lineage-name').innerText()).split(' ')[0]!.trim();
    const [listed] = JSON.parse(panscreen('screen', TEXT, '--data', folder, '--columns', 'symbol,exchange', '--format', 'json'));
    expect(listed.symbol).toBe(symbol);
    const proven = JSON.parse(
      panscreen(
        'screen',
        TEXT,
        '--data',
        folder,
        '--proof',
        `${symbol}@${listed.exchange}`,
        'enterpriseValueToEbitda',
        '--format',
        'json',
      ),
    );
    const exact = await page.locator('.lineage-facts dd').nth(1).innerText();
    expect(Math.fround(Number(exact.replace('−', '-')))).toBe(proven.root.value);
    expect(await page.locator('.lineage code').innerText()).toBe(
      `enterpriseValueToEbitda = ${columnById('enterpriseValueToEbitda')!.formula}`,
    );
    expect(await page.locator('.lineage-inputs > li > .lineage-line .column-name').allInnerTexts()).toContain(
      'Market capitalization',
    );
    expect(await findings(page, '.panel-columns')).toEqual([]);

    const close = async (): Promise<void> => {
      await page.keyboard.press('Escape');
      await page.locator('.lineage').waitFor({ state: 'detached' });
    };
    await close();
    // The cursor stays in the grid, and several cells become one.
    await page.keyboard.press('Shift+ArrowDown');
    await page.locator('.status-selection').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.status-selection').waitFor({ state: 'detached' });
    for (const key of ['ArrowDown', 'i']) await page.keyboard.press(key);
    await page.locator('.lineage').waitFor();
    await close();
    await page.keyboard.press('v');
    const first = page.locator('.profile tbody tr').first();
    await first.waitFor();
    const [best] = JSON.parse(panscreen('screen', TEXT, '--data', folder, '--survivors', 'universe', '--format', 'json')) as {
      distance: number;
    }[];
    expect(await first.locator('.figure').first().innerText()).toBe(best!.distance.toFixed(2));
    await page.locator('.profile-reference select').selectOption('sector');
    const [inSector] = JSON.parse(panscreen('screen', TEXT, '--data', folder, '--survivors', 'sector', '--format', 'json')) as {
      distance: number;
    }[];
    await expect.poll(() => first.locator('.figure').first().innerText()).toBe(inSector!.distance.toFixed(2));
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  });
});

it('a step keeps one row per issuer, and a bound shows the flags of its rows', async () => {
  const page = await desk('dark');
  await page.locator('.add-any').click();
  await page.getByRole('menuitem', { name: 'Keep one listing per issuer' }).click();
  const text = `${TEXT} | one per issuer`;
  await expect.poll(() => page.getByLabel('Screen as text').inputValue()).toBe(text);
  const rows = panscreen('screen', text, '--data', folder).trimEnd().split('\n').length - 1;
  await expect.poll(() => rowCounts(page)).toBe(`${rows} of 1,500 rows`);
  await page.locator('.step-sentence').nth(1).click();
  await page.getByRole('button', { name: 'Keep those without flags' }).click();
  await expect
    .poll(() => page.getByLabel('Screen as text').inputValue())
    .toBe(text.replace('<= 8', '<= 8 | enterpriseValueToEbitda without flags'));
  await page.context().close();
});
