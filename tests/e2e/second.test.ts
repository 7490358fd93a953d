import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { soon, text } from './desk.ts';
import { demoFolder, gridColumn, openScreener, rowCounts, serve, sharedBrowser } from './product.ts';

/** Of the table at the level of text. */
const HEAD_PX = 22 + 82;
const ROW_PX = 25;

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
  it('shows the panels, edits the shared screen, and sends no further requests', async () => {
    const { page, complaints, calls } = await first('?s=beta+%3E%3D+1');
    const vectors = (): number => calls.filter((url) => url.includes('/bundle/')).length;
    const loaded = vectors();
    const second = await open(page);
    await soon(() => page.locator('.panel').count()).toBe(0);
    await second.locator('.panel-columns .column-list').first().waitFor();
    // Same appearance as the first window.
    const looks = (of: Page, element: string): Promise<readonly string[]> =>
      of.evaluate((selector) => {
        const { backgroundColor, color, fontFamily } = getComputedStyle(document.querySelector(selector) ?? document.body);
        return [backgroundColor, color, fontFamily];
      }, element);
    expect(await looks(second, 'body')).toEqual(await looks(page, 'body'));
    expect(await looks(second, '.top')).toEqual(await looks(page, '.top'));

    // Edits apply in both windows.
    await second.getByLabel('Screen as text').fill('beta >= 1 | type = Equity');
    await soon(() => page.url()).toContain('Equity');
    const rows = await rowCounts(page);
    await second.locator('.step-sentence').first().focus();
    await page.locator('.grid-frame').click({ position: { x: 60, y: 300 } });
    await page.keyboard.press('f');
    await soon(() => text(second)).toMatch(/^beta >= 1 \| type = Equity \| symbol = /);
    await soon(() => rowCounts(page)).not.toBe(rows);
    await soon(() => second.locator('.step').count()).toBe(3);

    // Undo works in both.
    await page.keyboard.press('Control+z');
    await soon(() => text(second)).toBe('beta >= 1 | type = Equity');
    await second.locator('.step-sentence').first().focus();
    await second.keyboard.press('Control+z');
    await soon(() => text(second)).toBe('beta >= 1');
    await soon(() => new URL(page.url()).searchParams.get('s')).toBe('beta >= 1');
    await second.keyboard.press('Control+Shift+Z');
    await soon(() => text(second)).toBe('beta >= 1 | type = Equity');

    // Keys apply to their own window, and the palette opens there.
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

    // The theme follows.
    await page.getByRole('button', { name: /^Theme/ }).click();
    await page.getByRole('button', { name: /^Theme/ }).click();
    await soon(() => second.evaluate(() => document.documentElement.dataset.theme)).toBe('light');

    // Closing it restores the panels.
    const kept = await text(second);
    await second.close({ runBeforeUnload: true });
    await page.locator('.panel-steps').waitFor();
    expect(await text(page)).toBe(kept);
    expect(vectors()).toBe(loaded);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('opens and closes by key, and closes with the first one', async () => {
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

  it('does not open when the browser blocks it, and the page says so', async () => {
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

describe('a view in the second window', () => {
  const SCATTER = '?s=type+%3D+Equity&view=scatter&scatter.x=beta&scatter.y=returnOnEquity';

  async function send(page: Page): Promise<Page> {
    const popup = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'To second window' }).click();
    const second = await popup;
    await second.locator('.scatter-told').getByText('rows shown').waitFor();
    return second;
  }
  const shownRows = (second: Page): Promise<string> => second.locator('.scatter-told').innerText();

  it('leaves the table in the first window, follows its edits, and filters it', async () => {
    const { page, complaints } = await first(SCATTER);
    const second = await send(page);
    await page.locator('.grid-editor canvas').first().waitFor();
    await soon(() => page.locator('.panel-steps, .panel-columns').count()).toBe(2);
    expect(await page.locator('.scatter-plot').count()).toBe(0);
    expect(await page.locator('.view-name[aria-current]').innerText()).toBe('Table');

    const before = await shownRows(second);
    await page.getByLabel('Screen as text').fill('type = Equity | marketCapitalization >= 1e10 USD');
    await page.locator('.step-sentence').first().focus();
    await soon(() => shownRows(second)).not.toBe(before);
    const kept = Number((await rowCounts(page)).split(' ')[0]?.replaceAll(',', ''));
    const [shown = ''] = /[\d,]+/.exec(await shownRows(second)) ?? [];
    expect(Number(shown.replaceAll(',', ''))).toBeLessThanOrEqual(kept);

    // By keys: from point to point, a rectangle, its filters.
    await second.locator('.scatter-plot').focus();
    await second.keyboard.press('ArrowRight');
    const tip = second.locator('.scatter-tip strong');
    const from = await tip.innerText();
    await second.keyboard.press('Space');
    for (let times = 0; times < 30; times++) await second.keyboard.press('ArrowRight');
    await soon(() => tip.innerText()).not.toBe(from);
    await second.keyboard.press('Space');
    await soon(() => text(page)).toContain('beta between ');
    await second.keyboard.press('Control+z');
    await soon(() => text(page)).not.toContain('beta');

    // Another view replaces the table with its own columns; the scatter plot keeps its own.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Breakdown', exact: true }).click();
    await page.locator('.breakdown tbody tr').first().waitFor();
    const fewer = await shownRows(second);
    await page.getByLabel('Screen as text').fill('type = Equity | marketCapitalization >= 1e11 USD');
    await soon(() => shownRows(second)).not.toBe(fewer);
    expect(await second.locator('.scatter-plot').count()).toBe(1);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('returns when its window is closed, by its button, and after a reload', async () => {
    const { page } = await first(SCATTER);
    const second = await send(page);
    const closed = second.waitForEvent('close');
    await second.getByRole('button', { name: 'Bring the view back' }).click();
    await closed;
    await page.locator('.scatter-plot').waitFor();
    const again = await send(page);
    await again.close({ runBeforeUnload: true });
    await page.locator('.scatter-plot').waitFor();
    const third = await send(page);
    const gone = third.waitForEvent('close');
    await page.reload();
    await gone;
    await page.locator('.scatter-plot').waitFor();
    expect(await page.locator('.scatter-plot').getAttribute('aria-label')).toMatch(/Return on equity against Beta/);
    await page.context().close();
  });

  it('marks the row under the pointer in the other window', async () => {
    const { page } = await first(`${SCATTER.replace('Equity', 'Equity+%7C+rows+1..12')}&zoom=1`);
    const second = await send(page);
    await page.locator('.grid-editor canvas').first().waitFor();
    const grid = (await page.locator('.grid-frame').boundingBox())!;
    const symbols = (): Promise<string[]> => gridColumn(page, 'Symbol');
    await soon(async () => (await symbols()).filter(Boolean).length).toBe(12);
    /** Symbols of the rows whose ground is another than that of most. */
    const marked = async (): Promise<readonly string[]> => {
      const grounds = await page.evaluate(
        ([head, row]) => {
          const canvas = document.querySelector<HTMLCanvasElement>('.grid-editor canvas')!;
          const scale = canvas.width / canvas.getBoundingClientRect().width;
          return Array.from({ length: 12 }, (_, line) =>
            canvas
              .getContext('2d')!
              .getImageData(204 * scale, (head + (line + 0.5) * row) * scale, 1, 1)
              .data.join(),
          );
        },
        [HEAD_PX, ROW_PX] as const,
      );
      const [most] = [...new Set(grounds)].sort(
        (a, b) => grounds.filter((each) => each === b).length - grounds.filter((each) => each === a).length,
      );
      const names = await symbols();
      return grounds.flatMap((ground, line) => (ground === most ? [] : [names[line] ?? '']));
    };
    await soon(marked).toEqual([]);
    await second.locator('.scatter-plot').focus();
    const tip = second.locator('.scatter-tip strong');
    const met = new Set<string>();
    for (let times = 0; times < 6; times++) {
      await second.keyboard.press('ArrowRight');
      let symbol = '';
      await soon(async () => {
        symbol = (await tip.innerText()).split(' ')[0] ?? '';
        return (await marked()).join() === symbol;
      }).toBe(true);
      met.add(symbol);
    }
    expect(met.size).toBeGreaterThan(2);

    // And the other way round: over the rows of the table.
    await second.mouse.move(1, 1);
    const picture = (): Promise<string> =>
      second.evaluate(() => document.querySelectorAll<HTMLCanvasElement>('.scatter-plot canvas')[1]!.toDataURL());
    await page.mouse.move(grid.x + 100, grid.y - 40);
    const before = await picture();
    const seen = new Set<string>();
    for (const row of [1, 4, 7]) {
      await page.mouse.move(grid.x + 100, grid.y + HEAD_PX + (row + 0.5) * ROW_PX);
      await soon(picture).not.toBe(before);
      seen.add(await picture());
    }
    await page.mouse.move(grid.x + 100, grid.y - 40);
    await soon(picture).toBe(before);
    await page.context().close();
  });
});
