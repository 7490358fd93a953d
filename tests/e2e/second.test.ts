import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { soon, text } from './desk.ts';
import { demoFolder, openScreener, rowCounts, serve, sharedBrowser } from './product.ts';

const browser = sharedBrowser();
let address = '';

beforeAll(async () => {
  address = await serve(demoFolder(1500));
});

async function first(query = ''): Promise<{ page: Page; complaints: string[]; calls: string[] }> {
  const context = await browser().newContext({ viewport: { width: 1800, height: 900 } });
  await context.addCookies([{ name: 'analytics', value: 'false', url: address }]);
  const calls: string[] = [];
  context.on('request', (request) => {
    if (!request.serviceWorker()) calls.push(request.url());
  });
  const page = await context.newPage();
  const { complaints } = await openScreener(page, address, query);
  return { page, complaints, calls };
}

async function open(page: Page): Promise<Page> {
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Window', exact: true }).click();
  const second = await popup;
  await second.locator('.panel-steps').waitFor();
  return second;
}

describe('the second window', () => {
  it('has the panels while it is open, edits the one screen, and asks no server again', async () => {
    const { page, complaints, calls } = await first('?s=beta+%3E%3D+1');
    const vectors = (): number => calls.filter((url) => url.includes('/bundle/')).length;
    const loaded = vectors();
    const second = await open(page);
    await soon(() => page.locator('.panel').count()).toBe(0);
    await second.locator('.panel-columns .column-list').first().waitFor();
    // It looks as the first one does.
    const looks = (of: Page, element: string): Promise<readonly string[]> =>
      of.evaluate((selector) => {
        const { backgroundColor, color, fontFamily } = getComputedStyle(document.querySelector(selector) ?? document.body);
        return [backgroundColor, color, fontFamily];
      }, element);
    expect(await looks(second, 'body')).toEqual(await looks(page, 'body'));
    expect(await looks(second, '.top')).toEqual(await looks(page, '.top'));

    // An edit there is the result here, and the other way round.
    await second.getByLabel('Screen as text').fill('beta >= 1 | type = Equity');
    await soon(() => page.url()).toContain('Equity');
    const rows = await rowCounts(page);
    await second.locator('.step-sentence').first().focus();
    await page.locator('.grid-frame').click({ position: { x: 60, y: 300 } });
    await page.keyboard.press('f');
    await soon(() => text(second)).toMatch(/^beta >= 1 \| type = Equity \| symbol = /);
    await soon(() => rowCounts(page)).not.toBe(rows);
    await soon(() => second.locator('.step').count()).toBe(3);

    // Undo from either.
    await page.keyboard.press('Control+z');
    await soon(() => text(second)).toBe('beta >= 1 | type = Equity');
    await second.locator('.step-sentence').first().focus();
    await second.keyboard.press('Control+z');
    await soon(() => text(second)).toBe('beta >= 1');
    await soon(() => new URL(page.url()).searchParams.get('s')).toBe('beta >= 1');
    await second.keyboard.press('Control+Shift+Z');
    await soon(() => text(second)).toBe('beta >= 1 | type = Equity');

    // Its own keys: what is typed is typed, the palette opens where the key was pressed.
    await second.locator('.step-sentence').first().focus();
    await second.keyboard.press('Alt+ArrowDown');
    await soon(() => text(second)).toBe('type = Equity | beta >= 1');
    await second.getByLabel('Search columns').fill('');
    await second.getByLabel('Search columns').focus();
    await second.keyboard.type('dp');
    expect(await second.getByLabel('Search columns').inputValue()).toBe('dp');
    await second.keyboard.press('Control+k');
    await second.locator('.palette-text:focus').waitFor();
    expect(await page.locator('.palette').count()).toBe(0);
    await second.keyboard.type('add a slice by rows');
    await second.locator('.palette-row').first().waitFor();
    await second.keyboard.press('Enter');
    await soon(() => rowCounts(page)).toBe('50 of 1,500 rows');
    await second.locator('.step-form').waitFor();

    // The theme goes along.
    await page.getByRole('button', { name: /^Theme/ }).click();
    await page.getByRole('button', { name: /^Theme/ }).click();
    await soon(() => second.evaluate(() => document.documentElement.dataset.theme)).toBe('light');

    // Closed by the user, it gives the panels back as they were.
    const kept = await text(second);
    await second.close({ runBeforeUnload: true });
    await page.locator('.panel-steps').waitFor();
    expect(await text(page)).toBe(kept);
    expect(vectors()).toBe(loaded);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('opens and closes by key, and goes with the first one', async () => {
    const { page } = await first();
    await page.getByRole('button', { name: 'Columns', exact: true }).focus();
    const popup = page.waitForEvent('popup');
    await page.keyboard.press('d');
    const second = await popup;
    await second.locator('.step-sentence').first().focus();
    const closed = second.waitForEvent('close');
    await second.keyboard.down('d');
    await closed;
    await page.locator('.panel-steps').waitFor();
    const again = await open(page);
    const gone = again.waitForEvent('close');
    await page.reload();
    await gone;
    await page.locator('.panel-steps').waitFor();
    await page.context().close();
  });

  it('is not there when the browser allows none, and the page says so', async () => {
    const { page } = await first();
    await page.evaluate(() => {
      window.open = () => null;
    });
    await page.getByRole('button', { name: 'Window', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'pop-ups' }).waitFor();
    expect(await page.locator('.panel-steps').count()).toBe(1);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await soon(() => page.getByRole('alert').count()).toBe(0);
    await page.context().close();
  });
});
