/**
 * The adaptive display: one rule per column, chosen by its values instead of its kind. At most four significant digits, aligned
 * decimals, T besides B, M and K, counts without decimals, a real minus sign. Copies and exports have exact values.
 */
import type { Display } from './column.ts';
import { dateText, MILLIONS_PER_BILLION, MISSING_TEXT } from './display.ts';

/** How a column's values are written. */
export interface AdaptiveRule {
  readonly display: Display;
  /** Decimals of a typical value; larger ones have fewer. */
  readonly decimals: number;
  /** Values are written as multiples of ten to this power, a multiple of 3 that is not positive; the header says so. */
  readonly exponent: number;
  /** True when a typical value takes a letter: T, B, M or K. */
  readonly isLettered: boolean;
}

/** A written value. `pad` follows the figure in place of its missing decimals, so that decimal points align. */
export interface AdaptiveParts {
  readonly figure: string;
  readonly pad: string;
  /** T, B, M or K, and the percent sign. */
  readonly suffix: string;
}

const DIGITS = 4;
/** Values by which a rule is chosen; every n-th of longer columns. */
const SAMPLE_MAX = 4096;
/** Columns whose typical value is smaller are written as multiples of a power of ten. */
const TINY = 1e-3;
export const LETTER_FROM = 10 ** DIGITS;
/** From ten thousand T on, a value is written with its power of ten: no such amount exists. */
export const BEYOND = 1e16;
const LETTERS = ['', 'K', 'M', 'B', 'T'] as const;
/** Share of the distinct values that have to remain distinct. */
const TOLD_APART = 0.99;

const FIGURE_SPACE = '\u2007';
const PUNCTUATION_SPACE = '\u2008';
const MINUS = '−';

export function suffixOf(display: Display): string {
  return display === 'percent' || display === 'rateBack' || display === 'percentPerBillion' ? '%' : '';
}

/** The number written for a stored value: percent times 100, returns less 1. */
export function writtenNumber(value: number, display: Display): number {
  if (display === 'rateBack') return 100 * (value - 1);
  if (display === 'percentPerBillion') return 100 * MILLIONS_PER_BILLION * value;
  return display === 'percent' ? 100 * value : value;
}

/** Digits before the point; 0 and less for fractions: 0 for 0.12, -1 for 0.012. */
function integerDigits(size: number): number {
  return size === 0 ? 1 : Math.floor(Math.log10(size)) + 1;
}

/** @param values stored values of the column; non-finite ones are missing */
export function adaptiveRule(display: Display, values: ArrayLike<number>): AdaptiveRule {
  const sample = sampleOf(display, values);
  const sizes = Float64Array.from(sample.filter((value) => value !== 0).map(Math.abs)).sort();
  if (sizes.length === 0) return { display, decimals: isWhole(display) ? 0 : 2, exponent: 0, isLettered: false };
  const typical = sizes[sizes.length >> 1] ?? 1;
  const exponent = typical < TINY ? Math.min(0, 3 * Math.floor((integerDigits(typical) - 1) / 3)) : 0;
  const scaled = typical / 10 ** exponent;
  const most = isWhole(display) ? 0 : mostDecimals(scaled);
  const decimals = fewestDecimals(sample, most, exponent);
  return { display, decimals, exponent, isLettered: Math.round(scaled) >= LETTER_FROM };
}

function sampleOf(display: Display, values: ArrayLike<number>): readonly number[] {
  const step = Math.max(1, Math.ceil(values.length / SAMPLE_MAX));
  const sample: number[] = [];
  for (let index = 0; index < values.length; index += step) {
    const value = writtenNumber(values[index] ?? Number.NaN, display);
    if (Number.isFinite(value)) sample.push(value);
  }
  return sample;
}

function isWhole(display: Display): boolean {
  return display === 'count' || display === 'shares' || display === 'days';
}

/** Three significant digits of small values, four of others. */
function mostDecimals(typical: number): number {
  const size = Math.round(typical) >= LETTER_FROM ? mantissaOf(typical).mantissa : typical;
  const digits = integerDigits(size);
  return digits <= 1 ? Math.min(DIGITS, DIGITS - 1 - digits) : Math.max(0, DIGITS - digits);
}

/** The fewest decimals that keep values distinct that the most decimals keep distinct. */
function fewestDecimals(sample: readonly number[], most: number, exponent: number): number {
  const told = (decimals: number): number =>
    new Set(sample.map((value) => Math.round((value / 10 ** exponent) * 10 ** decimals))).size;
  const all = told(most);
  let decimals = 0;
  while (decimals < most && told(decimals) < TOLD_APART * all) decimals++;
  return decimals;
}

/** The value in the largest unit that gives at least one, after rounding: 999,960 in thousands would be 1000.0. */
export function mantissaOf(size: number): { readonly mantissa: number; readonly letter: string } {
  let power = Math.max(0, Math.floor((integerDigits(size) - 1) / 3));
  if (Number((size / 1000 ** power).toFixed(1)) >= 1000) power++;
  power = Math.min(power, LETTERS.length - 1);
  return { mantissa: size / 1000 ** power, letter: LETTERS[power] ?? '' };
}

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(locale: string, decimals: number): Intl.NumberFormat {
  const key = `${locale} ${decimals}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
  });
  formats.set(key, format);
  return format;
}

/** Writes a value by its column's rule, in the locale's digits and separators. */
export function adaptiveParts(value: number, rule: AdaptiveRule, locale: string): AdaptiveParts {
  if (!Number.isFinite(value)) return { figure: MISSING_TEXT, pad: '', suffix: '' };
  if (rule.display === 'date') return { figure: dateText(value, locale), pad: '', suffix: '' };
  const number = writtenNumber(value, rule.display) / 10 ** rule.exponent;
  const size = Math.abs(number);
  if (size >= BEYOND) return { figure: number.toExponential(2).replace('-', MINUS), pad: '', suffix: suffixOf(rule.display) };
  const isLettered = Math.round(size) >= LETTER_FROM;
  const { mantissa, letter } = isLettered ? mantissaOf(size) : { mantissa: size, letter: '' };
  // Counts have no decimals; abbreviated ones do, or 1,234 and 1,334 thousand would both be 1 million.
  const wished = isLettered ? Math.max(rule.isLettered ? rule.decimals : 0, 2) : rule.decimals;
  const decimals = fittingDecimals(mantissa, wished);
  const isNegative = number < 0 && Number(mantissa.toFixed(decimals)) !== 0;
  const figure = (isNegative ? MINUS : '') + formatOf(locale, decimals).format(mantissa);
  const room = Math.max(rule.decimals, rule.isLettered ? 2 : 0);
  return { figure, pad: padOf(decimals, room), suffix: letter + suffixOf(rule.display) };
}

/** Decimals that leave at most four significant digits, after rounding: 99.996 with two would be 100.00. */
function fittingDecimals(size: number, wished: number): number {
  let decimals = Math.min(wished, Math.max(0, DIGITS - Math.max(1, integerDigits(size))));
  if (size < 1) decimals = wished;
  if (integerDigits(Number(size.toFixed(decimals))) > integerDigits(size) && size >= 1) {
    decimals = Math.min(decimals, Math.max(0, DIGITS - 1 - integerDigits(size)));
  }
  return decimals;
}

function padOf(decimals: number, room: number): string {
  if (decimals >= room) return '';
  return (decimals === 0 ? PUNCTUATION_SPACE : '') + FIGURE_SPACE.repeat(room - decimals);
}

const SUPERSCRIPTS: ReadonlyMap<string, string> = new Map([...'⁰¹²³⁴⁵⁶⁷⁸⁹'].map((sign, digit) => [String(digit), sign]));

/** The scale in the header of a column with tiny values: `×10⁻⁶`; empty for others. */
export function scaleText({ exponent }: AdaptiveRule): string {
  if (exponent === 0) return '';
  return `×10⁻${[...String(-exponent)].map((digit) => SUPERSCRIPTS.get(digit) ?? '').join('')}`;
}
