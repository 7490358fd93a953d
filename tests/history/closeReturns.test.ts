import { expect, it } from 'vitest';
import type { Action } from '../../src/history/action.ts';
import { Rates } from '../../src/ingest/figures/currency.ts';
import { SessionRows } from '../../src/ingest/figures/prices.ts';
import { closeReturns } from '../../src/ingest/history/closeReturns.ts';
import type { Known } from '../../src/ingest/history/snapshotRow.ts';

/** Growth by day of one security with these closes. */
function growths(closes: Readonly<Record<number, number>>, actions: readonly Action[], currency = 'USD', rates = new Rates([])) {
  const rows = new SessionRows();
  for (const [day, close] of Object.entries(closes)) rows.add(Number(day), close, Number.NaN, Number.NaN);
  const known = { security: { id: 'A', currency }, sessions: rows.sessions(1), filings: [], actions, checksDurations: false };
  const returns = closeReturns(known as unknown as Known, 0, 1000, rates, () => true);
  return Object.fromEntries(returns.map(({ day, growth }) => [day, growth]));
}

it('a dividend before a split within sessions without a close is per old share', () => {
  const actions: Action[] = [
    { day: 11, kind: 'dividend', value: 4 },
    { day: 12, kind: 'split', value: 2 },
  ];
  // Two new shares, and 4 dollars that buy 4 / 50 of one.
  expect(growths({ 10: 104, 13: 50 }, actions)).toEqual({ 10: 1, 13: expect.closeTo(((2 + 4 / 50) * 50) / 104, 12) });
});

it('two dividends of one day are reinvested together', () => {
  const actions: Action[] = [10, 20].map((value) => ({ day: 11, kind: 'dividend', value }));
  expect(growths({ 10: 100, 11: 70 }, actions)).toEqual({ 10: 1, 11: expect.closeTo(1, 12) });
});

it('a session without an exchange rate loses no return: the next one has that since the last with a rate', () => {
  const rates = new Rates([
    { currency: 'ISK', usdRate: 2, day: 10, lastDay: 11 },
    { currency: 'ISK', usdRate: 1, day: 13, lastDay: 20 },
  ]);
  const found = growths({ 10: 100, 11: 100, 12: 90, 13: 40, 14: 44 }, [], 'ISK', rates);
  expect(found).toEqual({ 10: 1, 11: 1, 13: expect.closeTo(0.2, 12), 14: expect.closeTo(1.1, 12) });
});
