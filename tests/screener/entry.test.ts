import { describe, expect, it } from 'vitest';
import { entryText, entryWords, parseEntry } from '../../src/screener/steps/entry.ts';

describe('typed numbers', () => {
  it.each([
    ['1e9', 'currency', 1e9],
    ['1.5B', 'currency', 1.5e9],
    ['1.5 bn', 'currency', 1.5e9],
    ['200m', 'currency', 2e8],
    ['-3K', 'number', -3000],
    ['−3', 'number', -3],
    ['1,000,000', 'number', 1e6],
    ['.5', 'number', 0.5],
    ['+7', 'number', 7],
    ['15%', 'number', 0.15],
    ['15', 'percent', 0.15],
    ['15%', 'percent', 0.15],
    ['-0.7', 'percent', -0.007],
    ['15', 'rateBack', 1.15],
    ['-20%', 'rateBack', 0.8],
    ['4.6', 'percentPerBillion', 0.000046],
    ['2026-09-30', 'date', 1790726400],
  ] as const)('reads %s in a column shown as %s', (text, display, stored) => {
    expect(parseEntry(text, display)).toBe(stored);
  });

  it.each(['', 'abc', '1..2', '1e', '--1', '1,00', '5Q', 'NaN', 'Infinity', '1e999'])('refuses “%s”', (text) => {
    expect(parseEntry(text, 'number')).toBeNull();
  });

  it.each(['2026-13-01', '30.9.2026', '5'])('refuses “%s” as a date', (text) => {
    expect(parseEntry(text, 'date')).toBeNull();
  });

  it.each([
    [1e9, 'currency', '1B'],
    [1_234_567, 'currency', '1234567'],
    [0.15, 'percent', '15'],
    [0.07, 'percent', '7'],
    [1.15, 'rateBack', '15'],
    [0.000046, 'percentPerBillion', '4.6'],
    [-0.5, 'number', '-0.5'],
    [1790726400, 'date', '2026-09-30'],
    [Number.NaN, 'number', ''],
  ] as const)('writes %d in a column shown as %s', (value, display, text) => {
    expect(entryText(value, display)).toBe(text);
  });

  it('round-trips every text', () => {
    const displays = ['number', 'currency', 'shares', 'percent', 'rateBack', 'multiple'] as const;
    for (const display of displays) {
      for (const value of [0, 1, 0.1, 1.15, 0.123456, 12.5, 1000, 1.5e9, -2.25e6, 987_654_321, 7e12]) {
        expect(parseEntry(entryText(value, display), display)).toBeCloseTo(value, 9);
      }
    }
  });

  it('writes the percent sign in sentences', () => {
    expect(entryWords(0.15, 'percent')).toBe('15%');
    expect(entryWords(Number.NaN, 'percent')).toBe('');
  });
});
