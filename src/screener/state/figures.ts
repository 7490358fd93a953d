/** Figures as the language of the page writes them. */
import type { Display } from '../../catalogue/column.ts';
import { displayText } from '../../catalogue/display.ts';

const MINUS = '−';
const RIGHT_TO_LEFT = /^(?:ar|fa|he|ur)\b/;
/** Right-to-left isolate, and its end. */
const ISOLATE = '\u2067';
const END = '\u2069';
/** Left-to-right mark: what comes behind it is no part of the text before it. */
const MARK = '\u200e';
const BIDI_MARKS = /[\u061c\u200e\u200f]/g;

/** How a language writes numbers. */
interface Signs {
  readonly decimal: string;
  /** Before and behind a number of percent. */
  readonly percent: readonly [before: string, behind: string];
  /** Keeps sign, digits and unit in their order where the text around them runs from right to left. */
  readonly mark: string;
}
const signs = new Map<string, Signs>();

function signsOf(locale: string): Signs {
  const known = signs.get(locale);
  if (known !== undefined) return known;
  const decimal = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  const [before = '', behind = ''] = new Intl.NumberFormat(locale, { style: 'percent' })
    .format(0.07)
    .replaceAll(BIDI_MARKS, '')
    .split('7');
  const made: Signs = { decimal, percent: [before, behind], mark: RIGHT_TO_LEFT.test(locale) ? MARK : '' };
  signs.set(locale, made);
  return made;
}

export function decimalSeparator(locale: string): string {
  return signsOf(locale).decimal;
}

/** A number that is not to be torn apart where the text runs from right to left: `−1,234`, `+0.80`. */
export function unbroken(figure: string, locale: string): string {
  return signsOf(locale).mark + figure;
}

/** A figure with its sign of percent where the language has it: `12.3%`, `12,3 %`, `%12,3`. */
function withPercent(figure: string, locale: string): string {
  const [before, behind] = signsOf(locale).percent;
  if (before === '') return figure + behind;
  const [, sign = '', digits = ''] = /^([+−-]?)(.*)$/s.exec(figure) ?? [];
  return sign + before + digits + behind;
}

/** A figure that is in the language's signs, and what stands behind it: `B`, `%`, `K%`. */
export function suffixed(figure: string, suffix: string, locale: string): string {
  const text = suffix.endsWith('%') ? withPercent(figure + suffix.slice(0, -1), locale) : figure + suffix;
  return unbroken(text, locale);
}

/** A figure written with a point and a hyphen, with the separator and the signs of the language. */
export function localized(figure: string, locale: string): string {
  const { decimal, mark } = signsOf(locale);
  const pointed = decimal === '.' ? figure : figure.replace(/(\d)\.(?=\d)/, `$1${decimal}`);
  const signed = pointed.startsWith('-') ? MINUS + pointed.slice(1) : pointed;
  return mark + (signed.endsWith('%') ? withPercent(signed.slice(0, -1), locale) : signed);
}

/** What is shown for a stored number: the display rules, in the language's signs. */
export function shownNumber(value: number, display: Display, locale: string): string {
  const text = displayText(value, display, locale);
  if (display !== 'date') return localized(text, locale);
  // A canvas lays text out from left to right: the marks within an Arabic date would scramble it.
  return RIGHT_TO_LEFT.test(locale) ? `${ISOLATE}${text}${END}` : text;
}
