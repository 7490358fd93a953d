import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoFolder, openScreener, panscreen, rowCounts, serve, sharedBrowser } from './product.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TEXT = 'type = Equity | enterpriseValueToEbitda <= 8 | sort marketCapitalization desc';
const browser = sharedBrowser();
let folder = '';
let address = '';

beforeAll(async () => {
  folder = demoFolder(1500);
  address = await serve(folder);
});

async function desk(colorScheme: 'dark' | 'light'): Promise<Page> {
  const context = await browser().newContext({ viewport: { width: 1800, height: 1000 }, colorScheme, bypassCSP: true });
  await context.addCookies([{ name: 'analytics', value: 'false', url: address }]);
  const page = await context.newPage();
  await openScreener(page, address, `?s=${encodeURIComponent(TEXT)}`);
  return page;
}

async function onColumn(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.locator('.palette-text:focus').waitFor();
  await page.keyboard.type(words);
  await page.locator('.palette-row').first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.grid-editor :focus').waitFor({ state: 'attached' });
}

async function findings(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id);
}

/** Axe looks at every element of two sheets. */
const AXE_MS = 300_000;

describe.each(['dark', 'light'] as const)('what is behind the numbers, %s', (colorScheme) => {
  it('is told by keys, the same as on the command line', { timeout: AXE_MS }, async () => {
    const page = await desk(colorScheme);
    await onColumn(page, 'ev/ebitda');
    await page.keyboard.press('i');
    await page.locator('.proof-inputs').first().waitFor();
    const symbol = (await page.locator('.proof-name').innerText()).split(' ')[0]!.trim();
    const proven = JSON.parse(
      panscreen('screen', TEXT, '--data', folder, '--proof', symbol, 'enterpriseValueToEbitda', '--format', 'json'),
    );
    const exact = await page.locator('.proof-facts dd').nth(1).innerText();
    expect(Math.fround(Number(exact))).toBe(proven.root.value);
    expect(await page.locator('.proof code').innerText()).toBe('enterpriseValueToEbitda = enterpriseValue / pos(ebitda)');
    expect(await page.locator('.proof-inputs > li > .proof-line .column-name').allInnerTexts()).toContain(
      'Market capitalization',
    );
    expect(await findings(page)).toEqual([]);

    await page.keyboard.press('Escape');
    await page.locator('.proof').waitFor({ state: 'detached' });
    await page.keyboard.press('v');
    const first = page.locator('.survivors tbody tr').first();
    await first.waitFor();
    const [best] = JSON.parse(panscreen('screen', TEXT, '--data', folder, '--survivors', 'universe', '--format', 'json')) as {
      distance: number;
    }[];
    expect(await first.locator('.figure').first().innerText()).toBe(best!.distance.toFixed(2));
    await page.locator('.survivors-against select').selectOption('sector');
    const [inSector] = JSON.parse(panscreen('screen', TEXT, '--data', folder, '--survivors', 'sector', '--format', 'json')) as {
      distance: number;
    }[];
    await expect.poll(() => first.locator('.figure').first().innerText()).toBe(inSector!.distance.toFixed(2));
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  });
});

it('a step for one line per issuer, and the flags of what a bound lets in', async () => {
  const page = await desk('dark');
  await page.locator('.add-any').click();
  await page.getByRole('menuitem', { name: 'Keep one line per issuer' }).click();
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
