import { describe, expect, it } from 'vitest';
import { COLUMNS, VECTOR_IDS } from '../../../src/catalogue/catalogue.ts';
import { FLAGS, type Flag, flagsOf } from '../../../src/catalogue/flag.ts';
import { columnFlags, flagCounts, reportAges, STALE_REPORT_DAYS } from '../../../src/engine/answers/flags.ts';
import { ledger } from '../../../src/engine/answers/ledger.ts';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { applySteps } from '../../../src/engine/run/apply.ts';
import { parseScreen } from '../../../src/engine/steps/text.ts';
import { isTextColumn } from '../../../src/engine/table/table.ts';
import { withFormulas } from '../../../src/engine/table/withFormulas.ts';
import { naiveFlags } from '../../naive-flags.ts';
import { naiveSecurities } from '../../naive-screen.ts';
import { randomUniverse, wireSource } from '../../universe.ts';

const wire = randomUniverse(71, 2, 60);
const securities = naiveSecurities(wire);
const table = await loadTable(wireSource(wire));

const DAY = 86400;
const TODAY = 1763510400;

/** A universe of companies with these figures; other figures are 100, the report is 50 days old, and preferred stock gets nothing. */
async function companies(...rows: readonly Record<string, number | string>[]) {
  const header = ['symbol', 'country', 'currency', 'latestQuarter', 'statementCurrency', 'sourceFlags'];
  const defaults: Record<string, number | string> = {
    date: TODAY,
    latestQuarter: TODAY - 50 * DAY,
    currency: 'USD',
    usdRate: 1,
    preferredDividends: 0,
  };
  const value = (row: Record<string, number | string>, id: string) => row[id] ?? defaults[id];
  return loadTable(
    wireSource([
      {
        country: 'US',
        columns: VECTOR_IDS,
        header,
        rows: rows.map((row) => VECTOR_IDS.map((id) => Number(value(row, id) ?? 100))),
        fields: rows.map((row) => header.map((id) => value(row, id) ?? null)),
      },
    ]),
  );
}

const usual = Array.from({ length: 8 }, () => ({}));

async function flagsOfRow(id: string, row: Record<string, number | string>): Promise<Flag[]> {
  const of = await companies(row, ...usual);
  return flagsOf(columnFlags(of, id)[0]!);
}

describe('the flags of a number', () => {
  it('equal those of the naive twin for every column and row', () => {
    const met = new Map<string, number>();
    for (const { id } of COLUMNS) {
      const codes = columnFlags(table, id);
      for (let row = 0; row < table.rowCount; row++) {
        const flags = flagsOf(codes[row]!);
        expect(flags, `${id} of row ${row}`).toEqual(isTextColumn(table, id) ? [] : naiveFlags(securities[row]!, id, securities));
        for (const flag of flags) met.set(flag, (met.get(flag) ?? 0) + 1);
      }
    }
    // Only past dates have guessed filings.
    for (const flag of FLAGS.filter((each) => each !== 'guessedFiling')) expect(met.get(flag), flag).toBeGreaterThan(100);
  });

  it.each<[string, Record<string, number | string>, Flag[]]>([
    ['priceToEarningsRatio', {}, []],
    ['priceToEarningsRatio', { netIncome: -5 }, ['negative']],
    ['priceToEarningsRatio', { netIncome: 0.5 }, ['nearZero']],
    ['priceToEarningsRatio', { netIncome: -0.5 }, ['negative', 'nearZero']],
    // A tenth of the size and of the earnings: nothing unusual.
    ['priceToEarningsRatio', { netIncome: 1.5, totalAssets: 100 }, []],
    ['priceToEarningsRatio', { netIncome: 0.5, totalAssets: 1 }, []],
    ['priceToEarningsRatio', { latestQuarter: TODAY - (STALE_REPORT_DAYS + 1) * DAY }, ['stale']],
    ['priceToEarningsRatio', { latestQuarter: TODAY - STALE_REPORT_DAYS * DAY }, []],
    ['priceToEarningsRatio', { statementCurrency: 'EUR' }, ['currency']],
    ['priceToEarningsRatio', { statementCurrency: 'USD' }, []],
    ['priceToEarningsRatio', { sourceFlags: 'inconsistent:netIncome gaps:close' }, ['inconsistent']],
    ['stats.252.rateBack', { sourceFlags: 'gaps:stats.252.rateBack;beta' }, ['gaps']],
    ['acquirersMultiple', { sourceFlags: 'fallback:totalDebt mixedPeriods:operatingIncome' }, ['fallback', 'mixedPeriods']],
    ['enterpriseValue', { sourceFlags: 'unknownFlag:totalDebt stalePrice:marketCapitalization' }, ['stalePrice']],
    ['currentRatio', { sourceFlags: 'stale:totalCurrentAssets negative:totalCurrentAssets' }, []],
    ['close', { latestQuarter: TODAY - 900 * DAY, statementCurrency: 'EUR' }, []],
    ['totalAssets', { latestQuarter: TODAY - 900 * DAY }, ['stale']],
    ['returnOnEquity', { totalShareholderEquityPriorYear: Number.NEGATIVE_INFINITY }, ['fallback']],
    // One item that is nil, and one that is unknown.
    ['enterpriseValue', { preferredStock: Number.NEGATIVE_INFINITY }, []],
    ['piotroskiFScore', { longTermDebt: Number.NEGATIVE_INFINITY }, ['fallback']],
    ['earningsYield', { marketCapitalization: -1 }, ['negative']],
    // Unfolded: the F-score's denominators are those of its parts, and a yield's are those of the flow that it reads.
    ['ruleOf40', { totalRevenuePriorYear: -3 }, ['negative']],
    // 1 + exp(…) is never near zero, however large it is for others.
    ['ohlsonProbability', { totalLiabilities: 400 }, []],
  ])('%s of %j: %j', async (id, row, expected) => {
    expect(await flagsOfRow(id, row)).toEqual(expected);
  });

  it.each<[string, Record<string, number | string>, Flag[]]>([
    // Half a unit is close to zero next to assets of 100, but not next to plain numbers of 1.
    ['netIncome / (ebit + 1)', { ebit: -0.5 }, ['nearZero']],
    ['netIncome / (1 + ebit)', { ebit: -0.5 }, ['nearZero']],
    ['netIncome / (1 + ebit / totalAssets)', { ebit: -50 }, []],
    ['netIncome / -ebit', { ebit: 0.5 }, ['negative', 'nearZero']],
    ['-(netIncome / ebit)', { ebit: -50 }, ['negative']],
    ['close / (dilutedEPSTTM + 1)', { dilutedEPSTTM: -0.5 }, ['nearZero']],
    ['beta / (commonStockSharesOutstanding - 99)', { commonStockSharesOutstanding: 99.5 }, []],
    ['beta / commonStockSharesOutstanding', { commonStockSharesOutstanding: 100 }, []],
    ['1 / (ebit / commonStockSharesOutstanding)', { ebit: 0.5 }, ['nearZero']],
    ['1 / (ebit / commonStockSharesOutstanding)', { ebit: 0.5, close: 0.1 }, []],
    ['1 / (close * commonStockSharesOutstanding)', { close: 0.5 }, ['nearZero']],
    ['1 / (close * commonStockSharesOutstanding)', { close: 0.5, totalAssets: 0.1 }, []],
    // No column measures the size of a row in money times shares.
    ['1 / (ebit * commonStockSharesOutstanding)', { ebit: 1e-7 }, ['nearZero']],
    ['1 / (ebit * commonStockSharesOutstanding)', { ebit: 0.5 }, []],
    // Nor in fractions of a share.
    ['1 / (beta / commonStockSharesOutstanding)', { beta: 2, close: 1000 }, []],
    ['1 / max(ebit, 0.5)', { ebit: -9 }, ['nearZero']],
    ['1 / abs(ebit)', { ebit: -0.5 }, ['nearZero']],
    ['1 / ln(ebit)', { ebit: 1 }, ['nearZero']],
    ['ebit / 0.001', {}, []],
    ['1 / nz(ebit)', { ebit: -50 }, ['negative']],
    ['opt(ebit) + avg(ebit, netIncome)', { netIncome: Number.NEGATIVE_INFINITY }, ['fallback']],
    ['avg(ebit, netIncome)', { ebit: Number.NEGATIVE_INFINITY }, []],
    ['add(ebit, netIncome)', { ebit: Number.NEGATIVE_INFINITY }, ['fallback']],
    ['add(ebit, netIncome)', { ebit: Number.NEGATIVE_INFINITY, netIncome: Number.NEGATIVE_INFINITY }, []],
    ['opt(goodwill)', { goodwill: Number.NEGATIVE_INFINITY }, []],
    ['opt(goodwill + ebit)', { goodwill: Number.NEGATIVE_INFINITY }, ['fallback']],
    ['or1(ebit)', { ebit: Number.NEGATIVE_INFINITY }, ['fallback']],
    ['dividendPerShare + 1', { latestQuarter: TODAY - 900 * DAY }, ['stale']],
  ])('of a formula of the user’s own, %s, of %j: %j', async (formula, row, expected) => {
    const of = withFormulas(await companies(row, ...usual), parseScreen(`let own = ${formula}`));
    expect(flagsOf(columnFlags(of, 'own')[0]!)).toEqual(expected);
  });

  it('see ranks of amounts in US dollars', async () => {
    const of = await companies({ ebit: 200, currency: 'JPY', usdRate: 0.01 }, { ebit: 150 }, ...usual);
    const own = withFormulas(of, parseScreen('let own = 1 / (rankDesc(ebit) - 1)'));
    expect([...columnFlags(own, 'own')].map(flagsOf).slice(0, 3)).toEqual([[], ['nearZero'], []]);
  });

  it('are computed again for a column that many others have evicted', () => {
    const [first] = COLUMNS.filter(({ kind }) => kind === 'ratio');
    const before = columnFlags(table, first!.id);
    for (const { id } of COLUMNS) columnFlags(table, id);
    expect(columnFlags(table, first!.id)).not.toBe(before);
    expect(columnFlags(table, first!.id)).toEqual(before);
    expect(columnFlags(table, first!.id)).toBe(columnFlags(table, first!.id));
  });

  it('do not occur in data without dates or currencies', async () => {
    const bare = await loadTable(
      wireSource([{ country: 'US', columns: ['ebit'], header: ['symbol', 'currency'], rows: [[1]], fields: [['A', 'USD']] }]),
    );
    expect([...reportAges(bare)]).toEqual([Number.NaN]);
    expect([...columnFlags(bare, 'ebit')]).toEqual([0]);
  });

  it('are counted', async () => {
    const of = await companies({ netIncome: -5 }, { netIncome: -0.5, statementCurrency: 'EUR' }, ...usual);
    expect(flagCounts(of, 'priceToEarningsRatio', of.rows)).toEqual({
      byFlag: {
        stale: 0,
        currency: 1,
        negative: 2,
        nearZero: 1,
        fallback: 0,
        mixedPeriods: 0,
        inconsistent: 0,
        stalePrice: 0,
        gaps: 0,
        guessedFiling: 0,
      },
      flagged: 2,
      rowCount: 10,
    });
  });

  it('follow a column of the user to its inputs too', async () => {
    const of = await companies({ netIncome: -5 }, { grossProfit: -1 }, ...usual);
    const { rows, counts } = applySteps(
      of,
      parseScreen('let mine = grossProfit / netIncome | let more = mine + 1 | more without flags'),
      null,
    );
    expect([...rows]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(counts.at(-1)).toEqual({ in: 10, out: 9, failed: 1, missing: 0 });
  });
});

describe('a step without flags', () => {
  it('keeps the rows whose number has no flag; those without a number count as missing', () => {
    const { lines } = ledger(table, parseScreen('priceToBookRatio without flags'), null);
    const flags = securities.map((security) => naiveFlags(security, 'priceToBookRatio', securities).length);
    const lacks = securities.map((security) => Number.isNaN(security.priceToBookRatio));
    expect(lines[0]).toMatchObject({
      out: flags.filter((count, row) => !lacks[row] && count === 0).length,
      failed: flags.filter((count, row) => !lacks[row] && count > 0).length,
      missing: lacks.filter(Boolean).length,
    });
  });
});
