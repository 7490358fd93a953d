/** Axis labels with as few digits as say the ticks, or tell them apart. */
import { BEYOND, LETTER_FROM, mantissaOf, suffixOf, writtenNumber } from '../../catalogue/adaptive.ts';
import type { Column } from '../../catalogue/column.ts';
import { locale } from '../../shell/i18n.ts';
import { localized, shownNumber } from '../state/figures.ts';

const DIGITS_MIN = 3;
const DIGITS_MAX = 7;
/** Smaller numbers are written with their power of ten. */
const SMALL = 1e-4;
/** Ticks are computed in double precision. */
const EXACT = 1e-9;

function rounded(number: number, digits: number): number {
  return Number(number.toPrecision(digits));
}

function digitsOf(numbers: readonly number[]): number {
  const all = Array.from({ length: DIGITS_MAX }, (_, index) => index + 1);
  const isExact = (digits: number): boolean =>
    numbers.every((number) => Math.abs(rounded(number, digits) - number) <= EXACT * Math.abs(number));
  const isDistinct = (digits: number): boolean =>
    new Set(numbers.map((number) => rounded(number, digits))).size === new Set(numbers).size;
  return all.find(isExact) ?? all.find((digits) => digits >= DIGITS_MIN && isDistinct(digits)) ?? DIGITS_MAX;
}

/** @param among all tick values */
export function axisText(column: Column, value: number, among: readonly number[]): string {
  const { display } = column;
  if (display === 'date' || !Number.isFinite(value)) return shownNumber(value, display, locale());
  const written = (tick: number): number => writtenNumber(tick, display);
  const number = rounded(written(value), digitsOf(among.map(written)));
  const size = Math.abs(number);
  const isExponential = size >= BEYOND || (size > 0 && size < SMALL);
  const { mantissa, letter } = size >= LETTER_FROM && !isExponential ? mantissaOf(size) : { mantissa: size, letter: '' };
  const text = isExponential ? mantissa.toExponential() : String(rounded(mantissa, DIGITS_MAX));
  return localized((number < 0 ? '-' : '') + text + letter + suffixOf(display), locale());
}
