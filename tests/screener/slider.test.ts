import { describe, expect, it } from 'vitest';
import { GRANULARITY, RATIO_GRANULARITY } from '../../src/catalogue/column.ts';
import { KNOTS_MAX } from '../../src/catalogue/range.ts';
import type { NumericFilter } from '../../src/engine/steps/filter.ts';
import { parseScreen, printScreen } from '../../src/engine/steps/text.ts';
import { boundsOf, withBounds } from '../../src/screener/steps/bounds.ts';
import { entryWords } from '../../src/screener/steps/entry.ts';
import { sliderScale } from '../../src/screener/steps/sliderScale.ts';
import { Random } from '../random.ts';

const filter = (operator: NumericFilter['operator'], ...operatorValues: number[]): NumericFilter => ({
  operatorType: 'filter',
  columnId: 'beta',
  operator,
  operatorValues,
});

describe('the ends of a slider', () => {
  const scale = sliderScale(Float32Array.of(0, 10, 20, 30, 100), GRANULARITY)!;

  it('are at the bounds, and at the limits without a bound', () => {
    expect(boundsOf(filter('GreaterThanOrEquals', Number.NaN), scale)).toEqual([0, 1]);
    expect(boundsOf(filter('GreaterThanOrEquals', 20), scale)).toEqual([0.5, 1]);
    expect(boundsOf(filter('LessThanOrEquals', 500), scale)).toEqual([0, 1]);
    expect(boundsOf(filter('NotBetween', -5, 30), scale)).toEqual([0, 0.75]);
  });

  it('determine the operator', () => {
    const open = filter('GreaterThanOrEquals', Number.NaN);
    expect(withBounds(open, 0.5, 1, scale)).toEqual(filter('GreaterThanOrEquals', 20));
    expect(withBounds(open, 0, 0.75, scale)).toEqual(filter('LessThanOrEquals', 30));
    expect(withBounds(filter('GreaterThanOrEquals', 20.123), 0.5, 0.75, scale)).toEqual(filter('Between', 20.123, 30));
    expect(withBounds(filter('NotBetween', 20, 30), 0, 0.75, scale)).toEqual(filter('NotBetween', 0, 30));
  });
});

/** Market values from a million to three trillion at equally frequent knots. */
const marketValues = Float32Array.from({ length: KNOTS_MAX }, (_, k) => 1e6 * 3e6 ** (k / (KNOTS_MAX - 1)));

describe('the scale of a slider', () => {
  it('has half of the securities in its first half, however large the maximum', () => {
    const scale = sliderScale(marketValues, GRANULARITY)!;
    expect(scale.valueAt(0.5) / Math.sqrt(3e18)).toBeCloseTo(1, 1);
    expect(scale.positionOf(2e9)).toBeGreaterThan(0.45);
    expect(scale.positionOf(2e9)).toBeLessThan(0.55);
  });

  const random = new Random(77);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const ascending = (draw: () => number, unit = 1): Float32Array =>
    Float32Array.from(new Set(Float32Array.from({ length: KNOTS_MAX + 500 }, () => Math.round(draw() / unit) * unit)))
      .sort()
      .subarray(0, KNOTS_MAX);
  it.each([
    ['amounts', marketValues, GRANULARITY, 1],
    ['ratios of both signs', ascending(() => normal() ** 3, 1e-9), RATIO_GRANULARITY, 1],
    ['days', ascending(() => 1.5e9 + 1e8 * normal(), 86_400 * 2), GRANULARITY, 86_400],
    ['a few whole numbers', Float32Array.from({ length: 10 }, (_, score) => score), GRANULARITY, 1],
    ['a few numbers far apart', Float32Array.of(-3.7, 0.1, 145.37, 1e9), RATIO_GRANULARITY, 1],
  ])('comes back to each position from the value that the text prints, for %s', (_, knots, granularity, unit) => {
    const scale = sliderScale(knots, granularity, unit)!;
    const count = Math.round(scale.axis.max / scale.axis.step);
    let before = Number.NEGATIVE_INFINITY;
    for (let place = 0; place <= count; place += Math.ceil(count / 5000)) {
      const value = scale.valueAt(place / count);
      expect(value).toBeGreaterThan(before);
      before = value;
      const [read] = parseScreen(printScreen([filter('GreaterThanOrEquals', value)])) as [NumericFilter];
      expect(read.operatorValues[0]).toBe(value);
      expect(Math.round(scale.positionOf(value) * count)).toBe(place);
    }
  });

  it('gives values with few digits, and whole days', () => {
    expect(String(sliderScale(marketValues, GRANULARITY)!.valueAt(0.25)).replace(/0+$/, '').length).toBeLessThan(5);
    expect(
      sliderScale(
        ascending(() => 1.5e9 + 1e8 * normal(), 86_400 * 2),
        GRANULARITY,
        86_400,
      )!.valueAt(0.3) % 86_400,
    ).toBe(0);
  });

  it('reads with the digits of a price, not those of a 32-bit number', () => {
    const prices = Float32Array.from({ length: KNOTS_MAX }, (_, k) => Math.round(5488 + 14.3 * k) / 100);
    for (const knots of [Float32Array.of(0.1, 1.25, 54.88, 145.37), prices]) {
      const scale = sliderScale(knots, GRANULARITY)!;
      const count = Math.round(scale.axis.max / scale.axis.step);
      for (let place = 0; place <= count; place++) {
        const [first, read] = [String(knots[0]!), entryWords(scale.valueAt(place / count), 'number')];
        expect(first.length, 'a float has more digits than were written').toBeGreaterThan(9);
        expect(read).toMatch(/^\d{1,3}(?:\.\d{1,4})?$/);
      }
    }
  });

  it('does not exist for a column with one value', () => {
    expect(sliderScale(Float32Array.of(4), GRANULARITY)).toBeNull();
    expect(sliderScale(new Float32Array(0), GRANULARITY)).toBeNull();
  });
});
