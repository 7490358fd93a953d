import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ingestTables } from '../../../src/ingest/ingest.ts';
import { beside } from '../../support/beside.ts';
import { type PublishedRow, publishedRows } from '../published.ts';

const LARGE_CAPS = beside('us-large-caps');
const MAPPING = new URL('../../../examples/us-large-caps/mapping.json', import.meta.url).pathname;

const scratch = mkdtempSync(join(tmpdir(), 'panscreen-test-'));
afterAll(() => rmSync(scratch, { recursive: true }));

type Line = Readonly<Record<string, string>>;

function linesOf(file: string): Line[] {
  const [header = '', ...lines] = readFileSync(join(LARGE_CAPS.path, file), 'utf8').trim().split(/\r?\n/);
  const names = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index] ?? '', cell])));
}

async function ingestedAsOf(asOf: string, mapping = MAPPING): Promise<ReadonlyMap<string, PublishedRow>> {
  const out = join(scratch, asOf);
  await ingestTables({ from: LARGE_CAPS.path, out, asOf, mapping, progress: () => {} });
  return publishedRows(out);
}

describe.skipIf(!LARGE_CAPS.isThere)('real US large caps', () => {
  it('joins the listed companies as of 2016-12-31', async () => {
    const rows = await ingestedAsOf('2016-12-31');
    expect([...rows.keys()]).toEqual(
      linesOf('joined_symbols.csv')
        .map(({ symbol }) => symbol)
        .sort(),
    );
    for (const row of rows.values()) {
      expect(row.value('close')).toBeGreaterThan(0);
      expect(row.value('totalAssets')).toBeGreaterThan(0);
      expect(row.field('sector')).not.toBe('Miscellaneous');
      expect(row.field('latestQuarter')).toBeLessThanOrEqual(Date.parse('2016-12-31') / 1000);
    }
  });

  it('agrees with the published liquidity ratios and margins in every company-year', async () => {
    const all = JSON.parse(readFileSync(MAPPING, 'utf8')) as Record<string, unknown>;
    const mapping = join(scratch, 'mapping.json');
    writeFileSync(mapping, JSON.stringify({ ...all, require: ['statements'] }));
    const published = linesOf('published_ratios.csv');
    const compared = new Set<string>();
    for (const year of [2012, 2013, 2014, 2015, 2016]) {
      for (const day of ['01-07', '12-31']) {
        if (`${year}-${day}` < '2012-12-31') continue;
        const rows = await ingestedAsOf(`${year}-${day}`, mapping);
        for (const line of published) {
          const row = rows.get(line.TickerSymbol ?? '');
          if (!row || row.field('latestQuarter') !== Date.parse(line.PeriodEnding ?? '') / 1000) continue;
          expectAgreement(row, line);
          compared.add(`${line.TickerSymbol} ${line.PeriodEnding}`);
        }
      }
    }
    const joined = new Set(linesOf('joined_symbols.csv').map(({ symbol }) => symbol));
    expect(compared.size).toBe(published.filter(({ TickerSymbol }) => joined.has(TickerSymbol)).length);
  });

  /** Published in percent, rounded, without sign. Its quick ratio takes inventory off the current assets. */
  function expectAgreement(row: PublishedRow, line: Line): void {
    const quick = (row.value('totalCurrentAssets') - row.value('inventory')) / row.value('totalCurrentLiabilities');
    const ours: Record<string, number> = {
      CurrentRatio: row.value('currentRatio'),
      QuickRatio: Number.isFinite(quick) ? quick : Number.NaN,
      CashRatio: row.value('cashRatio'),
      GrossMargin: row.value('grossProfitMargin'),
      OperatingMargin: row.value('operatingProfitMargin'),
      'Pre-TaxMargin': row.value('pretaxProfitMargin'),
      ProfitMargin: row.value('netProfitMargin'),
    };
    for (const [name, value] of Object.entries(ours)) {
      const place = `${name} of ${line.TickerSymbol} ${line.PeriodEnding}`;
      if (line[name] === '') expect(value, place).toBeNaN();
      else expect(Math.abs(100 * Math.abs(value) - Number(line[name])), place).toBeLessThanOrEqual(0.501);
    }
  }

  it('has more of the published EBITDA of 2014-03-07 within 5 % than pre-tax income or operating income alone', async () => {
    const rows = await ingestedAsOf('2014-03-07');
    // A published 0 stands for “not available”: banks.
    const published = linesOf('published_market_ratios_2014-03-07.csv').filter(({ EBITDA }) => Number(EBITDA) !== 0);
    const share = (ebitda: (row: PublishedRow) => number): number => {
      const hits = published.flatMap((line) => {
        const row = rows.get(line.Symbol ?? '');
        return row && line.EBITDA !== '' ? [Math.abs(ebitda(row) / 1e9 / Number(line.EBITDA) - 1) <= 0.05] : [];
      });
      return hits.filter(Boolean).length / hits.length;
    };
    const depreciation = (row: PublishedRow): number => row.value('depreciationAndAmortization');
    const shares = {
      'pre-tax income, interest, depreciation': share(
        (row) => row.value('incomeBeforeTax') + row.value('interestExpense') + depreciation(row),
      ),
      'operating income, depreciation': share((row) => row.value('operatingIncome') + depreciation(row)),
      ebitda: share((row) => row.value('ebitda')),
    };
    for (const [name, value] of Object.entries(shares)) {
      console.log(`published EBITDA of 2014-03-07 within 5 %: ${(100 * value).toFixed(1)} % from ${name}`);
    }
    const [pretax, operating, ours] = Object.values(shares) as [number, number, number];
    expect(operating).toBeGreaterThan(pretax);
    expect(ours).toBeGreaterThan(operating + 0.05);
    expect(ours).toBeGreaterThanOrEqual(0.54);
  });

  it('has at least three quarters of the published market ratios of 2014-03-07 within 5 %', async () => {
    const rows = await ingestedAsOf('2014-03-07');
    const published = linesOf('published_market_ratios_2014-03-07.csv');
    const within = (name: string, id: string, unit = 1): boolean[] =>
      published.flatMap((line) => {
        const row = rows.get(line.Symbol ?? '');
        return row && line[name] !== '' ? [Math.abs(row.value(id) / unit / Number(line[name]) - 1) <= 0.05] : [];
      });
    const share = (hits: readonly boolean[]): number => hits.filter(Boolean).length / hits.length;
    const earnings = within('Price/Earnings', 'priceToEarningsRatio');
    const sales = within('Price/Sales', 'priceToSalesRatio');
    const book = within('Price/Book', 'priceToBookRatio');
    const capitalization = within('Market Cap', 'marketCapitalization', 1e9);
    for (const [name, hits] of Object.entries({ 'P/E': earnings, 'P/S': sales, 'P/B': book, 'market value': capitalization })) {
      console.log(`published ${name} of 2014-03-07 within 5 %: ${(100 * share(hits)).toFixed(1)} % of ${hits.length}`);
    }
    // Income to common stock: preferred dividends are deducted.
    expect(share(earnings)).toBeGreaterThanOrEqual(0.84);
    for (const hits of [earnings, book, capitalization]) expect(share(hits)).toBeGreaterThanOrEqual(0.75);
    expect(share([...earnings, ...sales, ...book, ...capitalization])).toBeGreaterThanOrEqual(0.75);
    // The file's revenues are as restated since: one published price to sales in five doesn't follow from them at any market cap.
    expect(share(sales)).toBeGreaterThanOrEqual(0.6);
  });
});
