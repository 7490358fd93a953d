import { describe, expect, it } from 'vitest';
import { rowsOfLines, statementLines } from '../../../../src/ingest/sources/sec/company.ts';
import { dayOfIso } from '../../../../src/ingest/sources/sec/fact.ts';
import { splitsOf } from '../../../../src/ingest/sources/sec/splits.ts';
import { statementsOf } from '../../../../src/ingest/sources/sec/statements.ts';
import { fact } from './facts.ts';
import { knownOn } from './known.ts';

const QUARTER_ENDS = ['03-31', '06-30', '09-30', '12-31'];
const QUARTER_STARTS = ['01-01', '04-01', '07-01', '10-01'];
const FILED = ['05-01', '08-01', '11-01', '02-15'];

interface Quarter {
  readonly year: number;
  readonly quarter: number;
}
const filedOn = ({ year, quarter }: Quarter): string => `${quarter === 3 ? year + 1 : year}-${FILED[quarter]}`;
const isAfter = (a: string, b: string): boolean => a >= b;

/**
 * The filings of a company with 100 shares that earns 120 and pays 40 a quarter and grows by a tenth a year; the shares of each filing are those of its day.
 * @param ratio new shares per old one for filings from `from` on
 */
function filings(ratio: number, from: string, options: { readonly counts?: boolean } = {}): string[] {
  const facts: string[] = [];
  const round = (value: number): number => Math.round(value * 100) / 100;
  for (let year = 2018; year <= 2021; year++) {
    for (let quarter = 0; quarter < 4; quarter++) {
      const filed = filedOn({ year, quarter });
      const shares = 100e6 * (isAfter(filed, from) ? ratio : 1);
      const form = quarter === 3 ? '10-K' : '10-Q';
      const state = (of: number, first: number, last: number): void => {
        const income = [0, 1, 2, 3].slice(first, last + 1).reduce((sum) => sum + 120e6 * 1.1 ** (of - 2018), 0);
        const period = `${of}-${QUARTER_STARTS[first]}..${of}-${QUARTER_ENDS[last]}`;
        facts.push(
          `NetIncomeLoss ${period} ${income} USD ${filed} ${form}`,
          `Revenues ${period} ${10 * income} USD ${filed} ${form}`,
          `EarningsPerShareDiluted ${period} ${round(income / shares)} USD/shares ${filed} ${form}`,
          `CommonStockDividendsPerShareDeclared ${period} ${round(income / 3 / shares)} USD/shares ${filed} ${form}`,
        );
        if (options.counts !== false)
          facts.push(`WeightedAverageNumberOfDilutedSharesOutstanding ${period} ${shares} shares ${filed} ${form}`);
      };
      for (const of of [year - 1, year]) {
        if (quarter === 3) state(of, 0, 3);
        else {
          state(of, quarter, quarter);
          if (quarter > 0) state(of, 0, quarter);
        }
      }
      facts.push(`Assets ${year}-${QUARTER_ENDS[quarter]} 5e9 USD ${filed} ${form}`);
      if (options.counts !== false)
        facts.push(`CommonStockSharesOutstanding ${year}-${QUARTER_ENDS[quarter]} ${shares} shares ${filed} ${form}`);
      facts.push(`dei:EntityCommonStockSharesOutstanding ${filed} ${shares} shares ${filed} ${form}`);
    }
  }
  return facts;
}

const DAYS = [2019, 2020, 2021].flatMap((year) => ['03-10', '06-10', '09-10', '12-10'].map((day) => `${year}-${day}`));

describe('a split', () => {
  it.each([
    ['7:1', 7],
    ['4:1', 4],
    ['10:1', 10],
    ['20:1', 20],
    ['3:2', 1.5],
    ['1:10', 0.1],
    ['1:200', 0.005],
  ])('of %s changes neither earnings nor dividends per share times shares, as of any day', (_, ratio) => {
    for (const from of ['2020-08-01', '2021-02-15']) {
      const facts = filings(ratio, from);
      for (const day of DAYS) {
        const place = `${from} as of ${day}`;
        const shares = knownOn(day, facts, 'commonStockSharesOutstanding');
        expect(shares, place).toBe(100e6 * (day >= from ? ratio : 1));
        const income = knownOn(day, facts, 'netIncome');
        // Four amounts per share are rounded to the cent, in old shares or in new ones.
        const tolerance = 4 * 0.0051 * Math.max(1, 1 / ratio);
        const exact = income / shares;
        expect(Math.abs(knownOn(day, facts, 'dilutedEPSTTM') - exact), `EPS ${place}`).toBeLessThan(tolerance);
        expect(Math.abs(knownOn(day, facts, 'dividendPerShare') - exact / 3), `dividends ${place}`).toBeLessThan(tolerance);
      }
    }
  });

  it('converts every row to the shares of the latest filing, and states its day', () => {
    const known = filings(4, '2020-08-01')
      .map(fact)
      .filter(({ filed }) => filed <= dayOfIso('2020-08-01'));
    const kept = rowsOfLines(statementLines(statementsOf(known).rows));
    expect(kept.length).toBeGreaterThan(5);
    expect(new Set(kept.map(({ filedDay }) => filedDay))).toEqual(new Set([dayOfIso('2020-08-01')]));
  });

  it('states the first filing in the shares of all rows, and the ratio of the split', () => {
    const from = '2020-08-01';
    const { rows } = statementsOf(filings(4, from).map(fact));
    expect(new Set(rows.map(({ sharesSince }) => sharesSince))).toEqual(new Set([dayOfIso(from)]));
    expect(new Set(rowsOfLines(statementLines(rows)).map(({ sharesRatio }) => sharesRatio))).toEqual(new Set([4]));
    expect(statementsOf(filings(1, from).map(fact)).rows.every(({ sharesSince }) => Number.isNaN(sharesSince))).toBe(true);
  });

  it('is recognized by restated per-share amounts alone', () => {
    const facts = filings(4, '2020-08-01', { counts: false });
    for (const day of DAYS) {
      const exact = knownOn(day, facts, 'netIncome') / (100e6 * (day >= '2020-08-01' ? 4 : 1));
      expect(Math.abs(knownOn(day, facts, 'dilutedEPSTTM') - exact), day).toBeLessThan(4 * 0.0051);
    }
  });
});

const YEAR_BEFORE = [
  'Assets 2019-12-31 900 USD 2020-02-01 10-K',
  'NetIncomeLoss 2019-01-01..2019-12-31 1000e6 USD 2020-02-01 10-K',
  'EarningsPerShareDiluted 2019-01-01..2019-12-31 10 USD/shares 2020-02-01 10-K',
  'WeightedAverageNumberOfDilutedSharesOutstanding 2019-01-01..2019-12-31 100e6 shares 2020-02-01 10-K',
  'CommonStockSharesOutstanding 2019-12-31 100e6 shares 2020-02-01 10-K',
  'CommonStockDividendsPerShareDeclared 2019-01-01..2019-12-31 2 USD/shares 2020-02-01 10-K',
];

describe('a filing in which not every fact is restated', () => {
  const AFTER = [
    'Assets 2020-03-31 900 USD 2020-05-01',
    'EarningsPerShareDiluted 2019-01-01..2019-12-31 2.5 USD/shares 2020-05-01',
    'CommonStockSharesOutstanding 2019-12-31 400e6 shares 2020-05-01',
    'CommonStockSharesOutstanding 2020-03-31 400e6 shares 2020-05-01',
  ];

  it('has the figure that is not restated in the shares of the earlier filing', () => {
    const stale = 'CommonStockDividendsPerShareDeclared 2019-01-01..2019-12-31 2 USD/shares 2020-05-01';
    expect(knownOn('2020-06-01', [...YEAR_BEFORE, ...AFTER, stale], 'dividendPerShare')).toBe(0.5);
    const restated = 'CommonStockDividendsPerShareDeclared 2019-01-01..2019-12-31 0.5 USD/shares 2020-05-01';
    expect(knownOn('2020-06-01', [...YEAR_BEFORE, ...AFTER, restated], 'dividendPerShare')).toBe(0.5);
  });

  it('may have a cover page with shares from the other side of the split', () => {
    const counted = (filed: string, count: string): string[] => [
      `Assets 2020-03-31 900 USD ${filed}`,
      `dei:EntityCommonStockSharesOutstanding ${filed} ${count} shares ${filed}`,
    ];
    const withoutCount = AFTER.filter((text) => !text.includes('2020-03-31'));
    const average = (count: string): string =>
      `WeightedAverageNumberOfDilutedSharesOutstanding 2020-01-01..2020-03-31 ${count} shares 2020-05-01`;
    const later = [...YEAR_BEFORE, ...withoutCount, average('400e6')];
    expect(knownOn('2020-06-01', [...later, ...counted('2020-05-01', '101e6')], 'commonStockSharesOutstanding')).toBe(404e6);
    expect(knownOn('2020-06-01', [...later, ...counted('2020-05-01', '404e6')], 'commonStockSharesOutstanding')).toBe(404e6);
  });
});

describe('not a split', () => {
  const splits = (facts: readonly string[]): number[] => splitsOf(facts.map(fact)).map(({ ratio }) => ratio);

  it('is a change of unit, also of a filing between two others', () => {
    const counted = (count: string, filed: string): string => `CommonStockSharesOutstanding 2019-12-31 ${count} shares ${filed}`;
    const averaged = (count: string, filed: string): string =>
      `WeightedAverageNumberOfSharesOutstandingBasic 2019-01-01..2019-12-31 ${count} shares ${filed}`;
    const thousands = [counted('100e3', '2020-05-01'), averaged('98e3', '2020-05-01')];
    const before = [...YEAR_BEFORE, averaged('98e6', '2020-02-01')];
    expect(splits([...before, ...thousands])).toEqual([]);
    expect(splits([...before, ...thousands, counted('700e6', '2020-08-01'), averaged('686e6', '2020-08-01')])).toEqual([7]);
  });

  it('is earnings restated for another reason', () => {
    const restated = ['Diluted', 'Basic'].flatMap((kind) => [
      `EarningsPerShare${kind} 2019-01-01..2019-12-31 10 USD/shares 2020-02-01`,
      `EarningsPerShare${kind} 2019-01-01..2019-12-31 8.71 USD/shares 2020-05-01`,
    ]);
    expect(splits(restated)).toEqual([]);
  });
});
