import { describe, expect, it } from 'vitest';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { applySteps } from '../../../src/engine/run/apply.ts';
import { parseScreen } from '../../../src/engine/steps/text.ts';
import { HOLDING_COLUMNS, type Portfolio, withHoldings } from '../../../src/engine/table/holdings.ts';
import { randomUniverse, wireSource } from '../../universe.ts';

const table = await loadTable(wireSource(randomUniverse(5, 3, 40)));
const symbolOf = (row: number): string => {
  const symbols = table.text('symbol')!;
  return symbols.labels[symbols.codes[row]!]!;
};
const closes = table.numbers('close')!;
const priced = [...table.rows].filter((row) => closes[row]! > 0 && table.rates[row]! > 0 && symbolOf(row) !== '');
const [first, second, third] = priced.filter((row, at) => priced.findIndex((each) => symbolOf(each) === symbolOf(row)) === at);

const shares: Portfolio = {
  amounts: 'shares',
  holdings: [
    { symbol: symbolOf(first!), amount: 100 },
    { symbol: symbolOf(second!), amount: 7 },
    { symbol: symbolOf(second!), amount: 3 },
    { symbol: 'NOBODY KNOWS IT', amount: 1 },
  ],
};

describe('a portfolio', () => {
  it('of shares has their value in the currency of the row, and weights that add up to one', () => {
    const held = withHoldings(table, shares);
    const values = (id: string) => held.numbers(id)!;
    expect(values('portfolioShares')[second!]).toBe(10);
    expect(values('portfolioValue')[first!]).toBe(Math.fround(100 * closes[first!]!));
    const dollars = [first!, second!].map((row) => values('portfolioValue')[row]! * table.rates[row]!);
    const total = dollars[0]! + dollars[1]!;
    expect(values('portfolioWeight')[first!]).toBeCloseTo(dollars[0]! / total, 5);
    expect(values('portfolioWeight')[first!]! + values('portfolioWeight')[second!]!).toBeCloseTo(1, 5);
    expect(values('portfolioShares')[third!]).toBeNaN();
  });

  it('has columns like all others: steps filter and sort by them', () => {
    const held = withHoldings(table, shares);
    const rows = applySteps(held, parseScreen('portfolioShares is present | sort portfolioShares desc'), null).rows;
    expect([...rows]).toEqual([first, second]);
    expect(held.otherColumns.slice(-3)).toEqual(HOLDING_COLUMNS);
    expect(held.numbers('close')).toBe(closes);
  });

  it('of weights has them unchanged, and no values', () => {
    const held = withHoldings(table, { amounts: 'weights', holdings: [{ symbol: symbolOf(first!), amount: 0.25 }] });
    expect(held.numbers('portfolioWeight')![first!]).toBe(0.25);
    expect(held.numbers('portfolioValue')!.every(Number.isNaN)).toBe(true);
  });

  it('finds a security by its exchange where others have its symbol', () => {
    const exchanges = table.text('exchange')!;
    const symbol = `${symbolOf(third!)}@${exchanges.labels[exchanges.codes[third!]!]!}`;
    expect(
      withHoldings(table, { amounts: 'shares', holdings: [{ symbol, amount: 4 }] }).numbers('portfolioShares')![third!],
    ).toBe(4);
  });
});
