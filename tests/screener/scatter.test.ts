import { describe, expect, it } from 'vitest';
import { columnById } from '../../src/catalogue/catalogue.ts';
import { makeAxis, niceStep, SCALES, sortedValues, startScale } from '../../src/screener/scatter/axis.ts';
import { axisText } from '../../src/screener/scatter/axisText.ts';
import { isWithin } from '../../src/screener/scatter/points.ts';
import { drawDiscs } from '../../src/screener/scatter/raster.ts';
import { fitLine } from '../../src/screener/scatter/regression.ts';
import { Random } from '../random.ts';

describe('the regression line', () => {
  it("has the published coefficients of Anscombe's quartet", () => {
    // Anscombe, Graphs in Statistical Analysis (1973): the same line and R² for four different plots.
    const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
    const sets: readonly (readonly [readonly number[], readonly number[]])[] = [
      [x, [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]],
      [x, [9.14, 8.14, 8.74, 8.77, 9.26, 8.1, 6.13, 3.1, 9.13, 7.26, 4.74]],
      [x, [7.46, 6.77, 12.74, 7.11, 7.81, 8.84, 6.08, 5.39, 8.15, 6.42, 5.73]],
      [
        [8, 8, 8, 8, 8, 8, 8, 19, 8, 8, 8],
        [6.58, 5.76, 7.71, 8.84, 8.47, 7.04, 5.25, 12.5, 5.56, 7.91, 6.89],
      ],
    ];
    for (const [along, up] of sets) {
      const line = fitLine(Float32Array.from(along), Float32Array.from(up));
      expect(line?.slope).toBeCloseTo(0.5, 2);
      expect(line?.intercept).toBeCloseTo(3, 1);
      expect(line?.rSquared).toBeCloseTo(0.667, 2);
    }
  });

  it('ignores points with missing values, and is null for too few or equal ones', () => {
    const { NaN: none } = Number;
    expect(fitLine(Float32Array.of(1, 2, none, 3), Float32Array.of(2, 4, 9, 6))).toMatchObject({
      slope: 2,
      intercept: 0,
      count: 3,
    });
    expect(fitLine(Float32Array.of(1, 2), Float32Array.of(2, 4))).toBeNull();
    expect(fitLine(Float32Array.of(1, 1, 1), Float32Array.of(2, 4, 5))).toBeNull();
  });
});

describe('an axis', () => {
  const random = new Random(7);
  const spread = sortedValues(Float64Array.from({ length: 500 }, () => Math.exp(8 * random.next())));

  it.each(SCALES)('gives back the value whose place it was: %s', (scale) => {
    const axis = makeAxis(spread, scale, 8);
    for (const value of spread) {
      const place = axis.placeOf(value);
      if (Number.isNaN(place)) continue;
      expect(place).toBeGreaterThanOrEqual(0);
      expect(place).toBeLessThanOrEqual(1);
      expect(Math.abs(axis.valueAt(place) / value - 1)).toBeLessThan(1e-6);
    }
  });

  it.each(SCALES)('has rising ticks at the places of their values: %s', (scale) => {
    const { ticks, placeOf } = makeAxis(spread, scale, 8);
    expect(ticks.length).toBeGreaterThanOrEqual(3);
    for (const [index, { place, value }] of ticks.entries()) {
      if (scale !== 'rank') expect(placeOf(value)).toBeCloseTo(place, 9);
      if (index > 0) expect(place).toBeGreaterThan(ticks[index - 1]!.place);
    }
  });

  it('gives ties their mean rank', () => {
    const { placeOf } = makeAxis(Float64Array.of(1, 2, 2, 2, 3), 'rank', 5);
    expect([1, 2, 3].map(placeOf)).toEqual([0, 0.5, 1]);
  });

  it('trims outliers and reports what it does not show', () => {
    const values = sortedValues(Float64Array.from({ length: 1000 }, (_, index) => (index === 0 ? 1e9 : index / 1000)));
    const { placeOf } = makeAxis(values, 'linear', 5);
    expect(placeOf(1e9)).toBeNaN();
    expect(placeOf(0.9) - placeOf(0.1)).toBeGreaterThan(0.7);
  });

  it('has no position on a log scale for values that are not positive', () => {
    const { placeOf } = makeAxis(Float64Array.of(-5, 0, 1, 10, 100), 'log', 5);
    expect([-5, 0].map(placeOf)).toEqual([Number.NaN, Number.NaN]);
    expect(placeOf(10)).toBeCloseTo(0.5, 9);
  });

  it('defaults to logarithmic for sizes and linear for values below zero', () => {
    expect(startScale(spread)).toBe('log');
    expect(startScale(sortedValues(Float64Array.from({ length: 100 }, (_, index) => index - 50)))).toBe('linear');
  });

  it('steps by 1, 2 or 5 times a power of ten', () => {
    expect([niceStep(10, 5), niceStep(1, 3), niceStep(700, 10), niceStep(0.03, 6)]).toEqual([2, 0.5, 100, 0.005]);
  });

  it('writes its ticks without trailing zeros', () => {
    const size = columnById('marketCapitalization')!;
    expect([1e9, 2e9, 5e9].map((value) => axisText(size, value, [1e9, 2e9, 5e9]))).toEqual(['1B', '2B', '5B']);
    const margin = columnById('grossProfitMargin')!;
    expect([0.1, 0.25].map((value) => axisText(margin, value, [0.1, 0.25]))).toEqual(['10%', '25%']);
  });

  it.each([
    ['usdRate', [1e-5, 2e-5, 3e-5], '1e-5 2e-5 3e-5'],
    ['usdRate', [1e-5, 0.001, 0.1, 1], '1e-5 0.001 0.1 1'],
    ['priceToEarningsRatio', [0.1, 1, 10, 100, 1000, 10_000, 1e5], '0.1 1 10 100 1000 10K 100K'],
    ['stats.252.illiq', [1e-9, 2e-9, 5e-9], '0.0001% 0.0002% 0.0005%'],
    ['stats.252.rateBack', [0.5, 1, 1.125], '−50% 0% 12.5%'],
    ['daysSalesOutstanding', [0, 0.5, 1], '0 0.5 1'],
    ['commonStockSharesOutstanding', [0, 0.5, 1], '0 0.5 1'],
    ['close', [1000, 1000.5, 1001], '1000 1000.5 1001'],
    ['marketCapitalization', [999_990, 1_234_567_891], '1M 1.23B'],
    ['marketCapitalization', [1_234_100_000, 1_234_200_000], '1.2341B 1.2342B'],
    ['beta', [-0.2, 0, 1 / 3], '−0.2 0 0.333'],
  ] as const)('writes the ticks of %s at %j as %s, never two alike', (id, values, texts) => {
    expect(values.map((value) => axisText(columnById(id)!, value, values)).join(' ')).toBe(texts);
  });
});

describe('a drawn region', () => {
  it('contains a point exactly when the half planes of a triangle do', () => {
    const random = new Random(3);
    const [a, b, c] = [
      [0.1, 0.2],
      [0.9, 0.3],
      [0.4, 0.8],
    ] as const;
    const side = ([px, py]: readonly [number, number], [qx, qy]: readonly [number, number], x: number, y: number): number =>
      Math.sign((qx - px) * (y - py) - (qy - py) * (x - px));
    for (let trial = 0; trial < 500; trial++) {
      const [x, y] = [random.next(), random.next()];
      const expected = side(a, b, x, y) === side(b, c, x, y) && side(b, c, x, y) === side(c, a, x, y);
      expect(isWithin([a, b, c], x, y)).toBe(expected);
    }
  });

  it("writes at most 25 pixels for each of many points, whatever the picture's size", () => {
    const count = 500;
    for (const [width, height] of [
      [400, 300],
      [2000, 1500],
    ] as const) {
      let written = 0;
      const pixels = new Uint8ClampedArray(width * height * 4);
      const data = new Proxy(pixels, {
        get: (target, at) => Reflect.get(target, at, target),
        set(target, at, value) {
          written++;
          return Reflect.set(target, at, value, target);
        },
      });
      drawDiscs(
        { width, height, data },
        {
          x: Float32Array.from({ length: count }, (_, index) => 10 + ((index * 37) % (width - 20))),
          y: Float32Array.from({ length: count }, (_, index) => 10 + ((index * 91) % (height - 20))),
          colors: new Uint8Array(count),
          palette: [[10, 20, 30]],
          radii: Float32Array.of(1.5),
          alpha: 0.5,
        },
      );
      expect(written).toBeGreaterThan(0);
      expect(written).toBeLessThanOrEqual(count * 25 * 3);
    }
  });

  it("covers a disc's center by its opacity and nothing beyond the edge", () => {
    const picture = { width: 9, height: 9, data: new Uint8ClampedArray(9 * 9 * 4) };
    drawDiscs(picture, {
      x: Float32Array.of(4, -30, Number.NaN),
      y: Float32Array.of(4, 4, 4),
      colors: Uint8Array.of(0, 0, 0),
      palette: [[200, 100, 50]],
      radii: Float32Array.of(2),
      alpha: 0.5,
    });
    const pixel = (x: number, y: number): number[] => [...picture.data.slice(4 * (y * 9 + x), 4 * (y * 9 + x) + 3)];
    expect(pixel(4, 4)).toEqual([100, 50, 25]);
    expect(pixel(0, 0)).toEqual([0, 0, 0]);
    expect(picture.data.reduce((sum, value) => sum + value, 0)).toBeLessThan(13 * 175 + 12 * 175);
  });
});
