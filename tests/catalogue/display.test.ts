import { describe, expect, it } from 'vitest';
import type { Display } from '../../src/catalogue/column.ts';
import { displayText, isoDate } from '../../src/catalogue/display.ts';
import { DEFAULT_RANGE, rangeStep, sliderRange } from '../../src/catalogue/range.ts';

/** The tables of the domain definition, section 7. */
const SHOWN: [Display, number, string][] = [
  ['number', 0, '0.000'],
  ['number', 0.1, '0.10'],
  ['number', 0.0999, '0.100'],
  ['number', 0.05, '0.050'],
  ['number', -0.05, '-0.050'],
  ['number', -0.1, '-0.10'],
  ['number', -0.0004, '0.000'],
  ['number', 2, '2.00'],
  ['number', 12.345, '12.35'],
  ['number', -12.345, '-12.35'],
  ['number', 1234.5, '1234.50'],
  ['number', Number.NaN, '—'],
  ['number', Infinity, '—'],
  ['number', -Infinity, '—'],
  ['rateBack', 1, '0.000%'],
  ['rateBack', 1.069306931, '6.93%'],
  ['rateBack', 0.5, '-50.00%'],
  ['rateBack', 0, '-100.00%'],
  ['rateBack', 11, '1000.00%'],
  ['rateBack', 11.01, '1.00K%'],
  ['rateBack', 12, '1.10K%'],
  ['percent', 0, '0.000%'],
  ['percent', 0.25, '25.00%'],
  ['percent', -0.25, '-25.00%'],
  ['percent', 0.0005, '0.050%'],
  ['percent', 0.001, '0.10%'],
  ['percent', 1, '100.00%'],
  ['percent', 9.99, '999.00%'],
  ['percent', 10, '1000.00%'],
  ['percent', 10.01, '1.00K%'],
  ['percent', -10.01, '-1.00K%'],
  ['percent', 12.5, '1.25K%'],
  ['percent', 12345, '1.23M%'],
  ['percent', 9999.9999, '1.00M%'],
  ['percent', 1e8, '10.00B%'],
  ['percent', Number.NaN, '—'],
  ['percent', -Infinity, '—'],
  ['currency', 999.99, '999.99'],
  ['currency', 999.996, '1.00K'],
  ['currency', -999.996, '-1.00K'],
  ['currency', 999_996_000, '1.00B'],
  ['currency', 1e6, '1.00M'],
  ['currency', 1e9, '1.00B'],
  ['currency', 1234.5, '1.23K'],
  ['shares', -1000, '-1.00K'],
  ['count', 999994, '999.99K'],
  ['currency', 999995, '1.00M'],
  ['currency', 2096888192360, '2096.89B'],
  ['currency', -18577000000, '-18.58B'],
  ['currency', 0, '0.000'],
  ['date', 1696032000, 'Sep 30, 2023'],
  ['date', 0, 'Jan 1, 1970'],
  ['date', 2147483647, 'Jan 19, 2038'],
  ['date', Number.NaN, '—'],
];

describe('the display rules', () => {
  it.each(SHOWN)('%s %d shows as %s', (display, value, shown) => {
    expect(displayText(value, display, 'en-US')).toBe(shown);
  });

  it('dates in files are ISO', () => {
    expect(isoDate(1696032000)).toBe('2023-09-30');
    expect(isoDate(Number.NaN)).toBe('');
  });
});

describe('the slider', () => {
  it.each([
    [0, 1, 1000, 0.001],
    [0, 1, 100_000, 0.00001],
    [-5, 15, 1000, 0.02],
    [-1, 3, 100_000, 0.00004],
    [0, 2996888192360, 1000, 2996888192.36],
    [5, 1, 1000, 1],
    [Number.NaN, 1, 1000, 1],
    [0.2, 0.2, 1000, 0],
  ])('from %d to %d in %d steps moves by %d', (min, max, granularity, step) => {
    expect(sliderRange(min, max, granularity).step).toBeCloseTo(step, 12);
  });

  it('rejects bounds in the wrong order', () => {
    expect(() => rangeStep(5, 1)).toThrow(RangeError);
    expect(() => rangeStep(Number.NaN, 1)).toThrow(RangeError);
    expect(rangeStep(0, 1)).toBe(0.001);
  });

  it('has a default before any value is known', () => {
    expect(sliderRange(Number.NaN, Number.NaN, 1000)).toEqual(DEFAULT_RANGE);
    expect(DEFAULT_RANGE).toEqual({ min: 0, max: 1, step: 0.001 });
  });
});
