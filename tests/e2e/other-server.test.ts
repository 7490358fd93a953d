import { describe, expect, it } from 'vitest';
import { floats, hang, json, type Reply, serveElsewhere, status } from './other-server.ts';
import { gridColumn, openScreener, rowCounts, sharedBrowser } from './product.ts';

const MISSING = Number.NEGATIVE_INFINITY;

/** Its columns have another order, include an unknown one, and lack most of ours, e.g. totalDebt. */
function calls(): Record<string, Reply> {
  const securities = (country: string, names: string[]): Reply =>
    json({
      tickerIndex: names.map((name) => [name, `${name.toLowerCase()} of ${country}`, 'Equity']),
      headerIndex: { symbol: 0, name: 1, type: 2 },
    });
  return {
    countries: json({ US: 1763596800, DE: 1763596800, FR: 1763596800, JP: 1763596800, IT: 1763596800 }),
    'reverse-index': json({ moonPhase: 2, totalCurrentLiabilities: 0, totalCurrentAssets: 3, marketCapitalization: 1 }),
    'header-index': json({ name: 0, symbol: 1 }),
    'vector/US': floats([100, 5e9, 0.25, 150, 0, 7e9, 0.5, 80, 50, MISSING, 0.75, 100]),
    'vector-indexing/US': securities('US', ['AAA', 'BBB', 'CCC']),
    'vector/DE': floats([10, 6e9, 1, 30]),
    'vector-indexing/DE': json({ tickerIndex: [['ddd of DE', 'DDD']] }),
    'vector/FR': floats([1, 2, 3]),
    'vector-indexing/FR': securities('FR', ['FFF']),
    'vector/JP': status(500),
    'vector-indexing/JP': securities('JP', ['JJJ']),
    'vector/IT': hang,
    'vector-indexing/IT': securities('IT', ['III']),
  };
}

const browser = sharedBrowser();

describe('the page on a third-party server', () => {
  it('shows valid data, and lists invalid data with a reason and a retry', async () => {
    const answers = calls();
    const address = await serveElsewhere(answers);
    const page = await browser().newPage({ viewport: { width: 2000, height: 900 } });
    await openScreener(page, address, `?s=${encodeURIComponent('sort marketCapitalization desc')}`);
    expect(await rowCounts(page)).toBe('4 of 4 rows');

    const column = (name: string): Promise<string[]> => gridColumn(page, name);
    await expect.poll(() => column('Symbol')).toEqual(['BBB', 'DDD', 'AAA', 'CCC']);
    await expect.poll(() => column('Name')).toEqual(['bbb of US', 'ddd of DE', 'aaa of US', 'ccc of US']);

    const text = page.getByLabel('Screen as text');
    await text.fill('currentRatio >= 1.5 | sort currentRatio desc');
    await expect.poll(() => rowCounts(page)).toBe('3 of 4 rows');
    await text.fill('moonPhase <= 0.5');
    await expect.poll(() => rowCounts(page)).toBe('2 of 4 rows');
    await text.fill('netIncome >= 0');
    await expect.poll(() => rowCounts(page)).toBe('0 of 4 rows');

    const failed = page.locator('.failed');
    for (const [country, reason] of [
      ['France', 'got 12 bytes, expected 16'],
      ['Japan', 'the server answered 500'],
      ['Italy', 'no answer for 10 s'],
    ] as const) {
      const line = failed.getByRole('listitem').filter({ hasText: country });
      expect(await line.innerText()).toContain(reason);
    }
    answers['vector/JP'] = floats([1, 9e9, 0, 2]);
    await page.getByRole('button', { name: 'Retry Japan' }).click();
    await text.fill('sort marketCapitalization desc');
    await expect.poll(() => rowCounts(page)).toBe('5 of 5 rows');
    await expect.poll(async () => (await column('Symbol'))[0]).toBe('JJJ');
    await page.close();
  });

  it('works below a sub-path, by its address and by an internal link', async () => {
    const address = await serveElsewhere(calls(), '/some/where/');
    const page = await browser().newPage();
    await page.goto(address);
    await page
      .getByRole('link', { name: /screener/i })
      .first()
      .click();
    await expect.poll(() => rowCounts(page), { timeout: 20_000 }).toContain('of 4 rows');
    expect(new URL(page.url()).pathname).toBe('/some/where/stocks/screener');
    await page.reload();
    await expect.poll(() => rowCounts(page), { timeout: 20_000 }).toContain('of 4 rows');
    await page.close();
  });

  it('reports why nothing can be loaded, and retries', async () => {
    const answers: Record<string, Reply> = { ...calls(), 'reverse-index': json({ a: 0, b: 0 }) };
    const address = await serveElsewhere(answers);
    const page = await browser().newPage();
    await page.goto(`${address}stocks/screener`);
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toContain('b and a share position 0');
    Object.assign(answers, calls());
    await alert.getByRole('button').click();
    await expect.poll(() => rowCounts(page), { timeout: 20_000 }).toContain('of 4 rows');
    await page.close();
  });
});

describe('a text of a hundred thousand characters without a space', () => {
  it('does not block the page, and is shown in full on request', async () => {
    const long = 'x'.repeat(100_000);
    const address = await serveElsewhere({
      countries: json({ US: 1763596800 }),
      'reverse-index': json({ marketCapitalization: 0 }),
      'header-index': json({ symbol: 0, name: 1, description: 2, industry: 3 }),
      'vector/US': floats([1e9]),
      'vector-indexing/US': json({ tickerIndex: [['AAA', long, long, long]] }),
    });
    const page = await browser().newPage({ viewport: { width: 2000, height: 900 } });
    await openScreener(page, address);
    const begun = Date.now();
    await page.keyboard.press('2');
    await page.locator('.grid-editor :focus').waitFor({ state: 'attached' });
    await page.keyboard.press('.');
    const text = page.locator('.row-text');
    await text.waitFor();
    expect(await text.innerText()).toContain('…');
    expect(Date.now() - begun).toBeLessThan(5000);
    const asked = Date.now();
    await text.getByRole('button', { name: 'Show full text' }).click();
    await expect.poll(async () => (await text.innerText()).replaceAll(/\s/g, '').length).toBe(long.length);
    expect(Date.now() - asked).toBeLessThan(5000);
    await page.close();
  });
});
