import { describe, expect, it } from 'vitest';
import { COLUMNS, VECTOR_IDS } from '../../src/catalogue/catalogue.ts';
import { applySteps } from '../../src/engine/apply.ts';
import { FLAGS, type Flag } from '../../src/engine/flag.ts';
import { columnFlags, flagCounts, flagsOf, STALE_REPORT_DAYS } from '../../src/engine/flags.ts';
import { ledger } from '../../src/engine/ledger.ts';
import { loadTable } from '../../src/engine/load.ts';
import { isTextColumn } from '../../src/engine/table.ts';
import { parseScreen } from '../../src/engine/text.ts';
import { naiveFlags } from '../naive-flags.ts';
import { naiveSecurities } from '../naive-screen.ts';
import { randomUniverse, wireSource } from '../universe.ts';

const wire = randomUniverse(71, 2, 60);
const securities = naiveSecurities(wire);
const table = await loadTable(wireSource(wire));

const DAY = 86400;
const TODAY = 1763510400;

/** A universe of companies with these figures; what is not given is 100, and the report is 50 days old. */
async function companies(...rows: readonly Record<string, number | string>[]) {
  const header = ['symbol', 'country', 'currency', 'latestQuarter', 'statementCurrency'];
  const defaults: Record<string, number | string> = { date: TODAY, latestQuarter: TODAY - 50 * DAY, currency: 'USD', usdRate: 1 };
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
    for (const flag of FLAGS) expect(met.get(flag), flag).toBeGreaterThan(100);
  });

  it.each<[string, Record<string, number | string>, Flag[]]>([
    ['priceToEarningsRatio', {}, []],
    ['priceToEarningsRatio', { netIncome: -5 }, ['negative']],
    ['priceToEarningsRatio', { netIncome: 0.5 }, ['nearZero']],
    ['priceToEarningsRatio', { netIncome: -0.5 }, ['negative', 'nearZero']],
    // A tenth of the size, a tenth of the earnings: nothing out of the ordinary.
    ['priceToEarningsRatio', { netIncome: 1.5, totalAssets: 100 }, []],
    ['priceToEarningsRatio', { netIncome: 0.5, totalAssets: 1 }, []],
    ['priceToEarningsRatio', { latestQuarter: TODAY - (STALE_REPORT_DAYS + 1) * DAY }, ['stale']],
    ['priceToEarningsRatio', { latestQuarter: TODAY - STALE_REPORT_DAYS * DAY }, []],
    ['priceToEarningsRatio', { statementCurrency: 'EUR' }, ['currency']],
    ['priceToEarningsRatio', { statementCurrency: 'USD' }, []],
    ['close', { latestQuarter: TODAY - 900 * DAY, statementCurrency: 'EUR' }, []],
    ['totalAssets', { latestQuarter: TODAY - 900 * DAY }, ['stale']],
    ['returnOnEquity', { totalShareholderEquityPriorYear: Number.NEGATIVE_INFINITY }, ['fallback']],
    // A line that is nil, and one that is not known.
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

  it('are counted', async () => {
    const of = await companies({ netIncome: -5 }, { netIncome: -0.5, statementCurrency: 'EUR' }, ...usual);
    expect(flagCounts(of, 'priceToEarningsRatio', of.rows)).toEqual({
      byFlag: { stale: 0, currency: 1, negative: 2, nearZero: 1, fallback: 0 },
      flagged: 2,
      rowCount: 10,
    });
  });

  it('a column of the user is unfolded too', async () => {
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
  it('keeps the rows whose number has none; those without a number count as missing', () => {
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
