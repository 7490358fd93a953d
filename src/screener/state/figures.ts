/** Localised figures. */
import type { Display } from '../../catalogue/column.ts';
import { displayText } from '../../catalogue/display.ts';

const MINUS = '−';
const RIGHT_TO_LEFT = /^(?:ar|fa|he|ur)\b/;
/** Right-to-left isolate and its terminator. */
const ISOLATE = '\u2067';
const END = '\u2069';
/** Left-to-right mark: separates a figure from the text before it. */
const MARK = '\u200e';
const BIDI_MARKS = /[\u061c\u200e\u200f]/g;

/** Number format of a language. */
interface Signs {
  readonly decimal: string;
  /** Between thousands. */
  readonly group: string;
  /** Affixes of a percentage. */
  readonly percent: readonly [before: string, behind: string];
  /** Keeps sign, digits and unit in order within right-to-left text. */
  readonly mark: string;
}
const signs = new Map<string, Signs>();

function signsOf(locale: string): Signs {
  const known = signs.get(locale);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.5);
  const sign = (wanted: 'decimal' | 'group'): string | undefined => parts.find(({ type }) => type === wanted)?.value;
  const decimal = sign('decimal') ?? '.';
  const [before = '', behind = ''] = new Intl.NumberFormat(locale, { style: 'percent' })
    .format(0.07)
    .replaceAll(BIDI_MARKS, '')
    .split('7');
  const made: Signs = {
    decimal,
    group: sign('group') ?? ',',
    percent: [before, behind],
    mark: RIGHT_TO_LEFT.test(locale) ? MARK : '',
  };
  signs.set(locale, made);
  return made;
}

export function decimalSeparator(locale: string): string {
  return signsOf(locale).decimal;
}

export function groupSeparator(locale: string): string {
  return signsOf(locale).group;
}

/** Keeps a number together in right-to-left text: `−1,234`, `+0.80`. */
export function unbroken(figure: string, locale: string): string {
  return signsOf(locale).mark + figure;
}

/** Adds the percent sign as the language does: `12.3%`, `12,3 %`, `%12,3`. */
function withPercent(figure: string, locale: string): string {
  const [before, behind] = signsOf(locale).percent;
  if (before === '') return figure + behind;
  const [, sign = '', digits = ''] = /^([+−-]?)(.*)$/s.exec(figure) ?? [];
  return sign + before + digits + behind;
}

/** Adds a suffix to a localised figure: `B`, `%`, `K%`. */
export function suffixed(figure: string, suffix: string, locale: string): string {
  const text = suffix.endsWith('%') ? withPercent(figure + suffix.slice(0, -1), locale) : figure + suffix;
  return unbroken(text, locale);
}

/** Localises a figure with decimal point and hyphen-minus. */
export function localized(figure: string, locale: string): string {
  const { decimal, mark } = signsOf(locale);
  const pointed = decimal === '.' ? figure : figure.replace(/(\d)\.(?=\d)/, `$1${decimal}`);
  const signed = pointed.startsWith('-') ? MINUS + pointed.slice(1) : pointed;
  return mark + (signed.endsWith('%') ? withPercent(signed.slice(0, -1), locale) : signed);
}

/** A stored number by the display rules, localised. */
export function shownNumber(value: number, display: Display, locale: string): string {
  const text = displayText(value, display, locale);
  if (display !== 'date') return localized(text, locale);
  // Canvas text is laid out from left to right, which would scramble Arabic dates.
  return RIGHT_TO_LEFT.test(locale) ? `${ISOLATE}${text}${END}` : text;
}
