import { describe, expect, it } from 'vitest';
import { BLOCK_PERIODS, bootstrap } from '../../../src/engine/backtest/bootstrap.ts';
import { Random } from '../../random.ts';

const drawn = (seed: number) => {
  const random = new Random(seed);
  return () => random.next();
};

describe('bootstrap', () => {
  it('gives an interval around the mean that is as wide as theory says for independent months', () => {
    const random = new Random(5);
    const returns = Array.from({ length: 240 }, () => 0.01 + 0.04 * random.normal());
    const { cagr, sharpe } = bootstrap(returns, [], 12, drawn(1))!;
    const mean = returns.reduce((sum, each) => sum + each, 0) / returns.length;
    // Mean of 240 months ± 1.645 standard errors, compounded; blocks make the width itself a little uncertain.
    const [low, high] = [-1.645, 1.645].map((z) => (1 + mean - 0.0008 + (z * 0.04) / Math.sqrt(240)) ** 12 - 1) as [
      number,
      number,
    ];
    expect(cagr.low).toBeGreaterThan(low - 0.035);
    expect(cagr.low).toBeLessThan(low + 0.035);
    expect(cagr.high).toBeGreaterThan(high - 0.035);
    expect(cagr.high).toBeLessThan(high + 0.035);
    // Lo (2002): the standard error of an annual Sharpe ratio over 20 years is about 1 ÷ √20.
    expect((sharpe!.high - sharpe!.low) / (2 * 1.645)).toBeGreaterThan(0.15);
    expect((sharpe!.high - sharpe!.low) / (2 * 1.645)).toBeLessThan(0.32);
  });

  it('gives the same intervals for the same numbers, and no width to constant returns', () => {
    const returns = Array.from({ length: 60 }, (_, i) => Math.sin(i) / 20);
    expect(bootstrap(returns, [], 12, drawn(3))).toEqual(bootstrap(returns, [], 12, drawn(3)));
    const constant = bootstrap(Array(60).fill(0.01), [], 12, drawn(3))!;
    expect(constant.cagr.low).toBeCloseTo(1.01 ** 12 - 1, 12);
    expect(constant.cagr.high).toBeCloseTo(constant.cagr.low, 12);
    expect(constant.sharpe).toBeNull();
  });

  it('gives no interval for fewer than two blocks', () => {
    expect(bootstrap(Array(2 * BLOCK_PERIODS - 1).fill(0.01), [], 12, drawn(1))).toBeNull();
  });
});
