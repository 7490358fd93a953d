import { describe, expect, it } from 'vitest';
import { type AdaptiveRule, adaptiveParts, adaptiveRule, scaleText } from '../../src/catalogue/adaptive.ts';
import type { Display } from '../../src/catalogue/column.ts';
import { Random } from '../random.ts';

const adaptiveText = (value: number, rule: AdaptiveRule, locale: string): string => {
  const { figure, suffix } = adaptiveParts(value, rule, locale);
  return figure + suffix;
};
const en = (value: number, rule: AdaptiveRule): string => adaptiveText(value, rule, 'en-US');

/** Evenly spread values between two bounds. */
function spread(from: number, to: number, count = 4000): number[] {
  return Array.from({ length: count }, (_, index) => from + ((to - from) * index) / (count - 1));
}

const SHOWN: [string, Display, readonly number[], number, string][] = [
  ['multiples around 15 have two decimals', 'multiple', spread(10, 20), 15.234, '15.23'],
  ['larger ones among them have four digits', 'multiple', spread(10, 20), 123.456, '123.5'],
  ['and those beyond four digits a letter', 'multiple', spread(10, 20), 12_345, '12.35K'],
  ['a margin is a percentage with a sign', 'percent', spread(0.1, 0.4), 0.2534, '25.34%'],
  ['a return is less 1', 'rateBack', spread(1.1, 1.4), 1.2534, '25.34%'],
  ['a loss has a real minus sign', 'percent', spread(0.1, 0.4), -0.1234, '−12.34%'],
  ['what rounds to zero has no sign', 'percent', spread(0.1, 0.4), -0.000001, '0.00%'],
  ['amounts go up to T', 'currency', spread(1e9, 2e12), 3.4567e12, '3.46T'],
  ['amounts have four digits at most', 'currency', spread(1e9, 2e12), 394.328e9, '394.3B'],
  ['rounding moves to the next letter', 'currency', spread(1e9, 2e12), 999.96e6, '1.00B'],
  ['counts have no decimals', 'count', [1, 2, 3, 40], 37, '37'],
  ['counts up to four digits are whole', 'count', [1000, 2000, 3000], 9999, '9999'],
  ['larger counts are abbreviated', 'count', [1000, 2000, 3000], 164_000, '164.0K'],
  ['values that are whole have no decimals', 'number', [1, 2, 3, 5, 8], 5, '5'],
  ['halves have one', 'number', [1, 1.5, 2, 2.5], 2.5, '2.5'],
  ['fractions have three', 'ratio' as Display, spread(0.1, 0.9), 0.4567, '0.457'],
  ['what is missing is a dash', 'number', [1, 2], Number.NaN, '—'],
];

describe('the adaptive display', () => {
  it.each(SHOWN)('%s', (_, display, values, value, text) => {
    expect(en(value, adaptiveRule(display, values))).toBe(text);
  });

  it('writes tiny values as multiples of a power of ten, which the header names', () => {
    const rule = adaptiveRule('number', spread(2e-8, 9e-8));
    expect(scaleText(rule)).toBe('×10⁻⁹');
    expect(en(4.6e-8, rule)).toBe('46.00');
    expect(scaleText(adaptiveRule('number', spread(0.2, 0.9)))).toBe('');
  });

  it("has the language's separator, and the digits 0 to 9 if the language's format requires them", () => {
    const rule = adaptiveRule('multiple', spread(10, 20));
    expect(adaptiveText(15.234, rule, 'de')).toBe('15,23');
    expect(adaptiveText(-15.234, rule, 'ar-u-nu-latn')).toBe('−15.23');
  });

  it('pads values with fewer decimals, so that points align', () => {
    const rule = adaptiveRule('multiple', spread(10, 20));
    const widthBehindPoint = (value: number): number => {
      const { figure, pad } = adaptiveParts(value, rule, 'en-US');
      const [, decimals = ''] = figure.split('.');
      return decimals.length + pad.replaceAll('\u2008', '').length;
    };
    for (const value of [1.2, 12.3, 123.4, 1234.5, 12_345, 123_456]) expect(widthBehindPoint(value)).toBe(2);
  });

  it('shows no more than four significant digits, and is never further off than half of the last one', () => {
    const source = new Random(20_260_823);
    const random = (): number => source.next();
    for (let round = 0; round < 3000; round++) {
      const scale = 10 ** (random() * 16 - 3);
      const rule = adaptiveRule(
        'number',
        Array.from({ length: 50 }, () => (random() - 0.3) * scale),
      );
      const value = Math.fround((random() - 0.3) * scale * 10 ** (random() * 4 - 2));
      const { figure, suffix } = adaptiveParts(value, rule, 'en-US');
      const [whole = '', decimals = ''] = figure.replace('−', '').split('.');
      const digits = whole === '0' ? decimals.length : whole.length + decimals.length;
      expect(digits, `${value} as ${figure}${suffix}`).toBeLessThanOrEqual(4);
      const unit = { '': 1, K: 1e3, M: 1e6, B: 1e9, T: 1e12 }[suffix] ?? Number.NaN;
      const shown = Number(figure.replace('−', '-')) * unit * 10 ** rule.exponent;
      const half = 0.5000001 * 10 ** -decimals.length * unit * 10 ** rule.exponent;
      expect(Math.abs(shown - value), `${value} as ${figure}${suffix}`).toBeLessThanOrEqual(half);
    }
  });

  it('distinguishes neighbors as far as four digits can', () => {
    const values = spread(10, 12, 100);
    const rule = adaptiveRule('multiple', values);
    expect(new Set(values.map((value) => en(value, rule))).size).toBe(100);
  });

  it('chooses a rule from a column without values', () => {
    expect(en(1.234, adaptiveRule('number', []))).toBe('1.23');
    expect(en(3, adaptiveRule('count', [Number.NaN]))).toBe('3');
  });
});
