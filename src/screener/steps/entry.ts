/** Parsing and printing of typed numbers, in the column's display scale. */
import type { Display } from '../../catalogue/column.ts';
import { isIsoDate, isoDate, MILLIONS_PER_BILLION } from '../../catalogue/display.ts';
import { locale } from '../../shell/i18n.ts';
import { decimalSeparator, groupSeparator, localized } from '../state/figures.ts';

const SUFFIXES: ReadonlyMap<string, number> = new Map(
  Object.entries({ k: 1e3, m: 1e6, mm: 1e6, mn: 1e6, b: 1e9, bn: 1e9, t: 1e12, tn: 1e12 }),
);
/** Groups of three digits, or of two before the last one as in India. No group follows a zero: 0,150 has a decimal comma. */
const ENTRY =
  /^([+-]?)((?:[1-9]\d{0,2}(?:[,'’ \u00a0\u202f]\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3}|\d+)(?:\.\d*)?|\.\d+)(e[+-]?\d+)?\s*(%|[a-z]{1,2})?$/i;
/** Digits grouped by points. */
const GROUPED = /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?!\d)/;
/** Fullwidth digits and signs, and the digits and separators of Arabic, Persian and Hindi. */
const OTHER_SIGNS = /[\uff05\uff0b-\uff0e\uff10-\uff19\u0660-\u0669\u066b\u066c\u06f0-\u06f9\u0966-\u096f]/g;
const FULLWIDTH = 0xff00 - 0x20;
/** Significant digits that survive scaling. */
const DIGITS = 14;

function tidy(value: number): number {
  return Number(value.toPrecision(DIGITS));
}

/** Shown as a percentage but stored as a fraction, as 1 plus a fraction, or per million dollars. */
export function isPercent(display: Display): boolean {
  return display === 'percent' || display === 'rateBack' || display === 'percentPerBillion';
}

function asciiSign(sign: string): string {
  const code = sign.charCodeAt(0);
  if (code >= FULLWIDTH) return String.fromCharCode(code - FULLWIDTH);
  if (sign === '\u066b') return '.';
  // The zeros of these scripts are at multiples of 16, or 6 beyond.
  return sign === '\u066c' ? ',' : String((code - (code < 0x0900 ? 0 : 6)) % 16);
}

/** Normalises the decimal separator. Where the language groups thousands by points, so does the reader; other points are decimal. */
function pointed(typed: string): string {
  if (decimalSeparator(locale()) !== ',') return typed;
  const isGrouped = groupSeparator(locale()) === '.';
  const ungrouped = isGrouped ? typed.replace(GROUPED, (digits) => digits.replaceAll('.', '')) : typed;
  return typed.split(',').length === 2 ? ungrouped.replace(',', '.') : ungrouped;
}

/** Parses typed input, e.g. `1e9`, `1.5B`, `1,000`, `15%`, or 2026-09-30 for dates; null when invalid. */
export function parseEntry(text: string, display: Display): number | null {
  const typed = text.trim().replace('−', '-').replace(OTHER_SIGNS, asciiSign);
  if (display === 'date') {
    const seconds = isIsoDate(typed) ? Date.parse(`${typed}T00:00:00Z`) / 1000 : Number.NaN;
    return Number.isFinite(seconds) ? seconds : null;
  }
  const match = ENTRY.exec(pointed(typed));
  if (!match) return null;
  const [, sign = '', digits = '', exponent = '', suffix = ''] = match;
  const factor = suffix === '' || suffix === '%' ? 1 : SUFFIXES.get(suffix.toLowerCase());
  if (factor === undefined) return null;
  const plain = tidy(Number(sign + digits.replace(/[,'’ \u00a0\u202f]/g, '') + exponent) * factor);
  if (!Number.isFinite(plain)) return null;
  if (display === 'rateBack') return tidy(1 + plain / 100);
  if (display === 'percentPerBillion') return tidy(plain / 100 / MILLIONS_PER_BILLION);
  return display === 'percent' || suffix === '%' ? tidy(plain / 100) : plain;
}

const UNITS = [
  { from: 1e12, suffix: 'T' },
  { from: 1e9, suffix: 'B' },
  { from: 1e6, suffix: 'M' },
  { from: 1e3, suffix: 'K' },
] as const;
const SHORT_DIGITS = 6;

/** Localised text that {@link parseEntry} reads back exactly; empty for NaN. */
export function entryText(value: number, display: Display): string {
  return plainEntry(value, display).replace('.', decimalSeparator(locale()));
}

function plainEntry(value: number, display: Display): string {
  if (!Number.isFinite(value)) return '';
  if (display === 'date') return isoDate(value);
  if (display === 'percentPerBillion') return largePercent(value * MILLIONS_PER_BILLION);
  if (isPercent(display)) return largePercent(display === 'rateBack' ? value - 1 : value);
  return display === 'currency' || display === 'shares' || display === 'count' ? lettered(value) : String(value);
}

/** With a letter where six digits say the number exactly. */
function lettered(value: number): string {
  for (const { from, suffix } of UNITS) {
    const short = Number((value / from).toPrecision(SHORT_DIGITS));
    if (Math.abs(short) >= 1 && tidy(short * from) === value) return `${short}${suffix}`;
  }
  return String(value);
}

/** Percent without its sign, abbreviated beyond 1,000 as in cells. */
function largePercent(fraction: number): string {
  const percent = tidy(fraction * 100);
  return Math.abs(percent) > 1000 ? lettered(percent) : String(percent);
}

/** The same with a percent sign, for sentences. */
export function entryWords(value: number, display: Display): string {
  const entry = plainEntry(value, display);
  if (display === 'date' || entry === '') return entry;
  return localized(isPercent(display) ? `${entry}%` : entry, locale());
}
