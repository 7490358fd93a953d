/** Figures as the language of the page writes them. */
import type { Display } from '../../catalogue/column.ts';
import { displayText } from '../../catalogue/display.ts';

const MINUS = '−';
const RIGHT_TO_LEFT = /^(?:ar|fa|he|ur)\b/;
/** Right-to-left isolate, and its end. */
const ISOLATE = '\u2067';
const END = '\u2069';
const separators = new Map<string, string>();

function decimalSeparator(locale: string): string {
  const known = separators.get(locale);
  if (known !== undefined) return known;
  const separator = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  separators.set(locale, separator);
  return separator;
}

/** A figure written with a point and a hyphen, with the separator and the minus sign of the language. */
export function localized(figure: string, locale: string): string {
  const separator = decimalSeparator(locale);
  const pointed = separator === '.' ? figure : figure.replace(/(\d)\.(?=\d)/, `$1${separator}`);
  return pointed.startsWith('-') ? MINUS + pointed.slice(1) : pointed;
}

/** What is shown for a stored number: the display rules, in the language's signs. */
export function shownNumber(value: number, display: Display, locale: string): string {
  const text = displayText(value, display, locale);
  if (display !== 'date') return localized(text, locale);
  // A canvas lays text out from left to right: the marks within an Arabic date would scramble it.
  return RIGHT_TO_LEFT.test(locale) ? `${ISOLATE}${text}${END}` : text;
}
