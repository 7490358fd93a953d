import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { beside } from '../support/beside.ts';
import { gridColumn, openScreener, panscreen, rowCounts, serve, sharedBrowser, temporaryFolder } from './product.ts';

const TABLES = beside('us-large-caps');

describe.skipIf(!TABLES.isThere)('real companies, from their tables to the screen', () => {
  const browser = sharedBrowser();

  it('187 companies as of the end of 2016', async () => {
    const out = join(temporaryFolder(), 'us');
    const report = panscreen(
      'ingest',
      '--from',
      'tables',
      TABLES.path,
      '--mapping',
      'examples/us-large-caps/mapping.json',
      '--as-of',
      '2016-12-31',
      '--out',
      out,
    );
    expect(report).toContain('187 securities published: US 187');

    const page = await browser().newPage({ viewport: { width: 2560, height: 1440 } });
    const { complaints } = await openScreener(
      page,
      await serve(out),
      `?s=${encodeURIComponent('symbol in (AAPL, MSFT) | sort symbol asc')}`,
    );
    expect(await rowCounts(page)).toBe('2 of 187 rows');
    await expect.poll(() => gridColumn(page, 'Symbol')).toEqual(['AAPL', 'MSFT']);
    // Fiscal year to 24 September 2016: revenue 215,639 million, from the 10-K.
    await page.getByLabel('Screen as text').fill('totalRevenue between 215.6e9 and 215.7e9');
    await expect.poll(() => gridColumn(page, 'Symbol')).toEqual(['AAPL']);
    await page.getByLabel('Screen as text').fill('');
    await expect.poll(() => rowCounts(page)).toBe('187 of 187 rows');
    expect(complaints).toEqual([]);
    await page.close();
  });
});
