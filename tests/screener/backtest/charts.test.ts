import { describe, expect, it } from 'vitest';
import { drawdowns } from '../../../src/screener/backtest/drawdowns.ts';
import {
  extentOf,
  linearScale,
  linearTicks,
  linePath,
  logScale,
  nearestAt,
  timeTicks,
} from '../../../src/screener/charts/scale.ts';
import { Random } from '../../random.ts';

describe('an axis', () => {
  it('has round ticks within its range, at most as many as requested', () => {
    expect(linearTicks(0.56, 1.46, 5)).toEqual([0.6, 0.8, 1, 1.2, 1.4]);
    expect(linearTicks(-0.449, 0, 2)).toEqual([-0.25, 0]);
    const seeded = new Random(1);
    const random = (): number => seeded.next();
    for (let round = 0; round < 2000; round++) {
      const low = (random() - 0.5) * 10 ** (random() * 12 - 6);
      const high = low + Math.abs(low) * random() + 1e-6;
      const ticks = linearTicks(low, high, 6);
      expect(ticks.length).toBeLessThanOrEqual(7);
      const slack = (high - low) * 1e-6;
      for (const tick of ticks) expect(tick >= low - slack && tick <= high + slack).toBe(true);
    }
  });

  it('preserves ratios on a log scale', () => {
    const { at, ticks } = logScale([0.5, 8], 200, 0, 5);
    expect(at(0.5)).toBeCloseTo(200, 9);
    expect(at(8)).toBeCloseTo(0, 9);
    expect(at(1) - at(2)).toBeCloseTo(at(2) - at(4), 9);
    expect(ticks).toEqual([0.5, 1, 2, 5]);
  });

  it('has ticks at the first days of months or years', () => {
    const day = (date: string): number => Date.parse(date) / 86_400_000;
    expect(timeTicks(day('2020-03-15'), day('2023-03-01'), 4).map(({ year, month }) => [year, month])).toEqual([
      [2021, 1],
      [2022, 1],
      [2023, 1],
    ]);
    expect(timeTicks(day('2020-01-01'), day('2020-06-30'), 8).map(({ month }) => month)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('computes the extent of finite values only', () => {
    expect(extentOf([[Number.NaN, 2, -1], [Number.POSITIVE_INFINITY]])).toEqual([-1, 2]);
    expect(extentOf([[]])).toEqual([0, 1]);
  });
});

describe('a chart', () => {
  it('finds the nearest point', () => {
    const seeded = new Random(2);
    const random = (): number => seeded.next();
    const values = Array.from({ length: 50 }, (_, i) => i * 3 + random());
    for (let round = 0; round < 200; round++) {
      const wanted = random() * 160 - 5;
      const distances = values.map((value) => Math.abs(value - wanted));
      expect(distances[nearestAt(values, wanted)]).toBe(Math.min(...distances));
    }
  });

  it('interrupts a line where a value is missing', () => {
    const { at } = linearScale([0, 1], 10, 0, 2);
    expect(linePath([0, 1, 2, 3], [0, 1, Number.NaN, 1], at)).toBe('M0.0 10.0L1.0 0.0M3.0 0.0');
  });

  it('draws the drawdown of a curve', () => {
    expect([...drawdowns([1, 2, 1, 3, 1.5])]).toEqual([0, 0, -0.5, 0, -0.5]);
  });
});
