import type { Display } from './column.ts';

/** Shown for a missing value of any column. */
export const MISSING_TEXT = '—';

/** Percent values beyond this fraction (1000 %) are abbreviated. */
const PERCENT_ABBREVIATED_OVER = 10;
/** From here on, numbers have two decimals; smaller ones have three. */
const TWO_DECIMALS_FROM = 0.1;
const MS_PER_SECOND = 1000;

const UNITS = [
  { from: 1e9, suffix: 'B' },
  { from: 1e6, suffix: 'M' },
  { from: 1e3, suffix: 'K' },
] as const;
type Unit = (typeof UNITS)[number];

/** Smaller sizes do not round to a thousand. */
const NEARLY_THOUSAND = 999;

function fixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return text.startsWith('-') && Number(text) === 0 ? text.slice(1) : text;
}

/** Two decimals from 0.1 on, else three. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return MISSING_TEXT;
  return fixed(value, Math.abs(value) >= TWO_DECIMALS_FROM ? 2 : 3);
}

/** B, M or K with two decimals; the next unit if rounding would give 1000.00. Below 1000 a plain number. */
export function abbreviatedText(value: number): string {
  if (!Number.isFinite(value)) return MISSING_TEXT;
  const size = Math.abs(value);
  let larger: Unit | null = null;
  for (const unit of UNITS) {
    if (size >= unit.from) {
      const text = (value / unit.from).toFixed(2);
      return larger && isThousand(value / unit.from) ? (value / larger.from).toFixed(2) + larger.suffix : text + unit.suffix;
    }
    larger = unit;
  }
  return isThousand(value) ? `${(value / 1e3).toFixed(2)}K` : numberText(value);
}

/** Whether it is written as a thousand or more. */
function isThousand(value: number): boolean {
  return Math.abs(value) >= NEARLY_THOUSAND && Math.abs(Number(value.toFixed(2))) >= 1000;
}

/** A fraction as percent. */
export function percentText(fraction: number): string {
  if (!Number.isFinite(fraction)) return MISSING_TEXT;
  const percent = 100 * fraction;
  return `${Math.abs(fraction) > PERCENT_ABBREVIATED_OVER ? abbreviatedText(percent) : numberText(percent)}%`;
}

/** Largest epoch seconds of a date, before and after 1970 (ECMA-262, 21.4.1.1). */
const DATE_SECONDS_MAX = 8.64e12;

/** True for an existing day such as 2016-02-29; false for 2015-02-29, and for a year or month alone. */
export function isIsoDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** True for epoch seconds of a valid date. Others count as missing, because formatters throw for them. */
export function isDate(seconds: number): boolean {
  return Math.abs(seconds) <= DATE_SECONDS_MAX;
}

/** The latest valid date; NaN when there is none. */
export function latestDate(seconds: readonly number[]): number {
  const dates = seconds.filter(isDate);
  return dates.length === 0 ? Number.NaN : Math.max(...dates);
}

interface DateTexts {
  readonly format: Intl.DateTimeFormat;
  /** By epoch seconds: most securities share a few days. */
  readonly known: Map<number, string>;
}

const dateTexts = new Map<string, DateTexts>();
const DATES_MAX = 4096;

/** The UTC date of epoch seconds, in the locale's medium form; the missing sign for an invalid date. */
export function dateText(seconds: number, locale: string): string {
  if (!isDate(seconds)) return MISSING_TEXT;
  let texts = dateTexts.get(locale);
  if (!texts) {
    texts = { format: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }), known: new Map() };
    dateTexts.set(locale, texts);
  }
  const known = texts.known.get(seconds);
  if (known !== undefined) return known;
  if (texts.known.size >= DATES_MAX) texts.known.clear();
  const text = texts.format.format(seconds * MS_PER_SECOND);
  texts.known.set(seconds, text);
  return text;
}

/** The UTC date of epoch seconds as YYYY-MM-DD, for text and files; empty for an invalid date. */
export function isoDate(seconds: number): string {
  if (!isDate(seconds)) return '';
  // Years beyond 9999 take a sign and six digits.
  const [day = ''] = new Date(seconds * MS_PER_SECOND).toISOString().split('T');
  return day;
}

/** Price moves are stored per million dollars traded, and shown per billion to have enough digits. */
export const MILLIONS_PER_BILLION = 1e3;

/** A stored number as a cell shows it. */
export function displayText(value: number, display: Display, locale: string): string {
  switch (display) {
    case 'percent':
      return percentText(value);
    case 'rateBack':
      return percentText(value - 1);
    case 'percentPerBillion':
      return percentText(value * MILLIONS_PER_BILLION);
    case 'currency':
    case 'shares':
    case 'count':
      return abbreviatedText(value);
    case 'date':
      return dateText(value, locale);
    default:
      return numberText(value);
  }
}

/** Decimal digits that every float32 keeps, and that distinguish any two. */
const DIGITS_KEPT = 6;
const DIGITS_NEEDED = 9;
/** Smaller float32 numbers have fewer digits. */
const SMALLEST_NORMAL = 2 ** -126;

/** The shortest decimal that reads back as the same float32, for text and files; empty when missing. */
export function shortestFloat(value: number): string {
  if (!Number.isFinite(value)) return '';
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return String(value || 0);
  const fewest = Math.abs(value) < SMALLEST_NORMAL ? 1 : DIGITS_KEPT;
  for (let digits = fewest; digits < DIGITS_NEEDED; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(DIGITS_NEEDED)));
}

/** Starts of a text that a spreadsheet would run as a formula, after blanks and invisible characters; Japanese ones accept fullwidth signs too. */
const FORMULA_START = /^(?:[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u;

/** Prefixes a text with an apostrophe if a spreadsheet would take it for a formula. */
export function guardFormula(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}
