import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { RATIOS } from '../../../src/catalogue/catalogue.ts';
import { ingestSource } from '../../../src/ingest/ingest.ts';
import { secTables } from '../../../src/ingest/sources/sec/source.ts';
import { evaluate } from '../../naive-formula.ts';
import { beside } from '../../support/beside.ts';
import { publishedRows } from '../published.ts';

const SEC = beside('sec');

const scratch = mkdtempSync(join(tmpdir(), 'panscreen-test-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** What Apple paid in 2020 before the split, in new shares: 0.77, 0.82 and 0.82 of old ones. */
const SPLIT_DIVIDENDS = (0.77 + 0.82 + 0.82) / 4;

type Value = (id: string) => number;

function linesOf(file: string): Readonly<Record<string, string>>[] {
  const [header = '', ...lines] = readFileSync(join(beside('financetoolkit').path, file), 'utf8')
    .trim()
    .split(/\r?\n/);
  const cells = (line: string): string[] =>
    [...line.matchAll(/("[^"]*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell.replaceAll('"', ''));
  const names = cells(header);
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, index) => [names[index] ?? '', cell])));
}

/** Not the textbook's, says the README of the data. */
const EXCLUDED = ['Receivables Turnover', 'Return on Tangible Assets', 'Return on Invested Capital', 'Interest Debt per Share'];

const mean = (value: Value, now: (value: Value) => number, prior: (value: Value) => number): number =>
  (now(value) + prior(value)) / 2;
/** The other program counts leases as debt up to 2022: its vendor did. */
const debt = (value: Value, year: number): number => value('totalDebt') + (year <= 2022 ? value('capitalLeaseObligations') : 0);
const enterpriseValue = (value: Value, year: number): number =>
  value('marketCapitalization') + debt(value, year) + value('minorityInterest') + value('preferredStock') - value('cash');
/** Its EBITDA starts at the operating income. */
const ebitda = (value: Value): number => value('operatingIncome') + value('depreciationAndAmortization');
const perShare = (value: Value, id: string): number => value(id) / value('shares');
const ratio = (id: string) => (value: Value) => value(id);

/** Each of its measures over our columns, by its definition; a ratio of ours where that is the same. */
const MEASURES: Readonly<Record<string, (value: Value, year: number) => number>> = {
  'Days of Inventory Outstanding': ratio('daysInventoryOutstanding'),
  'Days of Sales Outstanding': ratio('daysSalesOutstanding'),
  'Operating Cycle': (value) => value('daysInventoryOutstanding') + value('daysSalesOutstanding'),
  'Days of Accounts Payable Outstanding': ratio('daysPayablesOutstanding'),
  'Cash Conversion Cycle': ratio('cashConversionCycle'),
  'Cash Conversion Efficiency': ratio('operatingCashFlowMargin'),
  'Inventory Turnover Ratio': ratio('inventoryTurnover'),
  'Accounts Payable Turnover Ratio': ratio('payablesTurnover'),
  'SGA-to-Revenue Ratio': ratio('sgaToRevenue'),
  'Fixed Asset Turnover': (value) =>
    value('totalRevenue') /
    mean(
      value,
      (of) => of('totalAssets') - of('totalCurrentAssets'),
      (of) => of('totalAssetsPriorYear') - of('totalCurrentAssetsPriorYear'),
    ),
  'Asset Turnover Ratio': ratio('assetTurnover'),
  'Asset Turnover': ratio('assetTurnover'),
  'Operating Ratio': ratio('operatingRatio'),
  'Current Ratio': ratio('currentRatio'),
  'Quick Ratio': ratio('quickRatio'),
  'Cash Ratio': ratio('cashRatio'),
  'Working Capital': ratio('workingCapital'),
  'Operating Cash Flow Ratio': ratio('operatingCashFlowRatio'),
  'Operating Cash Flow to Sales Ratio': ratio('operatingCashFlowMargin'),
  'Short Term Coverage Ratio': (value) =>
    value('operatingCashflow') / (value('currentNetReceivables') + value('inventory') - value('currentAccountsPayable')),
  'Gross Margin': ratio('grossProfitMargin'),
  'Operating Margin': ratio('operatingProfitMargin'),
  'Net Profit Margin': ratio('netProfitMargin'),
  'Interest Coverage Ratio': (value) => ebitda(value) / value('interestExpense'),
  'Income Before Tax Profit Margin': ratio('pretaxProfitMargin'),
  'Effective Tax Rate': ratio('effectiveTaxRate'),
  'Return on Assets': ratio('returnOnAssets'),
  'Return on Equity': ratio('returnOnEquity'),
  // Its EBIT counts investment income; ours starts at the operating income.
  'Return on Capital Employed': (value) => value('ebit') / (value('totalAssets') - value('totalCurrentLiabilities')),
  'Income Quality Ratio': ratio('incomeQuality'),
  'Net Income per EBT': ratio('taxBurden'),
  'Free Cash Flow to Operating Cash Flow Ratio': (value) => value('freeCashFlow') / value('operatingCashflow'),
  'EBT to EBIT Ratio': ratio('interestBurden'),
  'EBIT to Revenue': (value) => value('ebit') / value('totalRevenue'),
  'Debt-to-Assets Ratio': (value, year) => debt(value, year) / value('totalAssets'),
  'Debt-to-Equity Ratio': (value, year) => debt(value, year) / value('totalShareholderEquity'),
  'Debt Service Coverage Ratio': (value) => value('operatingIncome') / value('totalCurrentLiabilities'),
  'Equity Multiplier': ratio('equityMultiplier'),
  'Free Cash Flow Yield': ratio('freeCashFlowYield'),
  'Net-Debt to EBITDA Ratio': (value, year) => (debt(value, year) - value('cash')) / ebitda(value),
  'Cash Flow Coverage Ratio': (value, year) => value('operatingCashflow') / debt(value, year),
  'CAPEX Coverage Ratio': (value) => -value('capexCoverageRatio'),
  'Dividend CAPEX Coverage Ratio': (value) => -value('capexAndDividendCoverageRatio'),
  'Earnings per Share': (value) => perShare(value, 'netIncome'),
  'Revenue per Share': (value) => perShare(value, 'totalRevenue'),
  'Price-to-Earnings': ratio('priceToEarningsRatio'),
  'Book Value per Share': (value) => perShare(value, 'totalShareholderEquity'),
  'Price-to-Book': ratio('priceToBookRatio'),
  'CAPEX per Share': (value) => -perShare(value, 'capitalExpenditures'),
  'Earnings Yield': ratio('earningsYield'),
  'Dividend Payout Ratio': ratio('dividendPayoutRatio'),
  // Its dividends are the calendar year's, as paid: those of 2020 mix old and new shares of the four-for-one split.
  'Dividend Yield': (value, year) =>
    (value('dividendsOfCalendarYear') + (year === 2020 ? 3 * SPLIT_DIVIDENDS : 0)) / value('price'),
  'Weighted Dividend Yield': ratio('cashDividendYield'),
  'Price-to-Cash-Flow': ratio('priceToCashFlowRatio'),
  'Price-to-Free-Cash-Flow': ratio('priceToFreeCashFlowRatio'),
  'Market Cap': ratio('marketCapitalization'),
  'Market Capitalization': ratio('marketCapitalization'),
  'Enterprise Value': enterpriseValue,
  'EV-to-Sales': (value, year) => enterpriseValue(value, year) / value('totalRevenue'),
  'EV-to-EBIT': (value, year) => enterpriseValue(value, year) / value('ebit'),
  'EV-to-EBITDA': (value, year) => enterpriseValue(value, year) / ebitda(value),
  'EV-to-Operating-Cash-Flow': (value, year) => enterpriseValue(value, year) / value('operatingCashflow'),
  'Tangible Asset Value': (value) =>
    value('totalAssets') - value('goodwill') - value('intangibleAssetsExcludingGoodwill') - value('totalLiabilities'),
  'Net Current Asset Value': ratio('workingCapital'),
  'Working Capital to Total Assets': ratio('workingCapitalToAssets'),
  'Retained Earnings to Total Assets': (value) => value('retainedEarnings') / value('totalAssets'),
  'EBIT to Total Assets': (value) => value('ebit') / value('totalAssets'),
  'Market Value to Total Liabilities': (value) => value('marketCapitalization') / value('totalLiabilities'),
  'Sales to Total Assets': (value) => value('totalRevenue') / value('totalAssets'),
  'Altman Z-Score': (value) => value('altmanZScore') + (3.3 * (value('ebit') - value('operatingIncome'))) / value('totalAssets'),
  'Interest Burden Ratio': (value) => value('operatingIncome') / value('incomeBeforeTax'),
  'Tax Burden Ratio': (value) => value('netIncome') / value('operatingIncome'),
  'Operating Profit Margin': ratio('pretaxProfitMargin'),
  'Share Price': ratio('price'),
  'Total Debt': debt,
  'Minority Interest': ratio('minorityInterest'),
  'Preferred Equity': ratio('preferredStock'),
  'Cash and Cash Equivalents': ratio('cash'),
};

describe.skipIf(!SEC.isThere)('Apple from the SEC’s files', () => {
  it('agrees with another program in every measure of four fiscal years, within half a percent', async () => {
    const expected = linesOf('expected_ratios_long.csv');
    const prices = linesOf('input_prices.csv');
    const years = await Promise.all(
      [2020, 2021, 2022, 2023].map(async (year) => {
        const out = join(scratch, String(year));
        await ingestSource(secTables, { from: SEC.path, out, asOf: `${year}-11-15`, progress: () => {} });
        const row = publishedRows(out).get('AAPL')!;
        const later = `${out}-12`;
        await ingestSource(secTables, { from: SEC.path, out: later, asOf: `${year + 1}-02-15`, progress: () => {} });
        const dividends = publishedRows(later).get('AAPL')!.value('dividendPerShare');
        expect(row.field('sector')).toBe('Information Technology');
        expect(row.field('exchange')).toBe('NASDAQ');
        expect(row.field('CIK')).toBe('0000320193');
        expect(row.field('latestQuarter')).toBe(
          Date.parse(`${year}-09-${{ 2020: 26, 2021: 25, 2022: 24, 2023: 30 }[year]}`) / 1000,
        );
        const price = Number(prices.findLast(({ date }) => date?.startsWith(`${year}-`))?.['Adj Close'] ?? Number.NaN);
        // Its shares are the diluted average, which the earnings per share tell.
        const shares = row.value('netIncome') / row.value('dilutedEPSTTM');
        const value: Value = (id) => {
          if (id === 'price') return price;
          if (id === 'shares' || id === 'commonStockSharesOutstanding') return shares;
          if (id === 'dividendsOfCalendarYear') return dividends;
          if (id === 'marketCapitalization') return price * shares;
          const formula = RATIOS.find((candidate) => candidate.id === id)?.formula;
          return formula ? evaluate(formula, value) : row.value(id);
        };
        return [year, value] as const;
      }),
    );
    const wrong: string[] = [];
    let comparedCount = 0;
    for (const [year, value] of years) {
      for (const { measure = '', fiscal_year, value: published } of expected) {
        if (fiscal_year !== String(year) || published === '' || EXCLUDED.includes(measure)) continue;
        const ours = MEASURES[measure]?.(value, year) ?? Number.NaN;
        const theirs = Number(published);
        comparedCount++;
        // Published with four decimals.
        if (Math.abs(ours - theirs) <= 0.005 * Math.abs(theirs) + 0.00005) continue;
        wrong.push(`${measure} ${year}: ${ours} instead of ${theirs}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(comparedCount).toBeGreaterThan(250);
  }, 300_000);
});
