import { describe, expect, it } from 'vitest';
import type { Listing, Market } from '../../../src/engine/backtest/market.ts';
import { ENDED, Periods, SOLD } from '../../../src/engine/backtest/periods.ts';
import { priceHistory } from './priceHistory.ts';

const OPEN: Listing = { from: 0, to: Number.POSITIVE_INFINITY, reason: null, endReturn: null };
/** Sessions 0 to 19. */
const SESSIONS = Int32Array.from({ length: 20 }, (_, day) => day);
/** Cash earns 1 % a session. */
const cashReturn = (from: number, to: number): number => 1.01 ** (to - from) - 1;

function marketOf(days: readonly number[], listing: Listing): Market {
  const closes = Float64Array.from(days, (day) => 100 + day);
  const series = { days: Int32Array.from(days), closes, rates: new Float64Array(days.length).fill(1) };
  return { sessions: SESSIONS, histories: [priceHistory(series, [], [listing])] };
}

const shownOf = (market: Market, from: number, to: number) => {
  const { outcomes, shown } = new Periods(market, cashReturn).between(from, to, [0]);
  return [outcomes[0], shown[0]];
};

describe('money that is cash within a holding period', () => {
  it('earns what cash earns until a late close is found', () => {
    const market = marketOf([2, 3, 4, 5, 6, 7, 8, 9, 10], OPEN);
    expect(shownOf(market, 0, 10)).toEqual([SOLD, expect.closeTo(1.01 ** 2 * (110 / 102) - 1, 12)]);
  });

  it('earns what cash earns from the end of a listing to the next trade', () => {
    const market = marketOf([0, 1, 2, 3, 4], { ...OPEN, to: 4, reason: 'merged', endReturn: 0.25 });
    expect(shownOf(market, 0, 10)).toEqual([ENDED, expect.closeTo(1.04 * 1.25 * 1.01 ** 6 - 1, 12)]);
  });
});

describe('a security without a close in the last sessions of a history', () => {
  it('counts at its last close while its listing goes on: nothing says that it has ended', () => {
    const days = Array.from({ length: 18 }, (_, day) => day);
    expect(shownOf(marketOf(days, OPEN), 17, 19)).toEqual([ENDED, expect.closeTo(1.01 ** 2 - 1, 12)]);
    // Where five sessions have passed, it has.
    expect(shownOf(marketOf(days.slice(0, 10), OPEN), 0, 14)[1]).toBeCloseTo(1.09 * 0.7 * 1.01 ** 5 - 1, 12);
    const over = { ...OPEN, to: 17 };
    expect(shownOf(marketOf(days, over), 0, 19)[1]).toBeCloseTo(1.17 * 0.7 * 1.01 ** 2 - 1, 12);
  });
});
