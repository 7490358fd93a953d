import { type Column, isMoney } from '../../catalogue/column.ts';

/** Widths in pixels for the widest common text of a column. */
const BY_ID: ReadonlyMap<string, number> = new Map([
  ['marketCapitalization', 86],
  ['symbol', 74],
  ['name', 128],
  ['type', 50],
  ['country', 70],
  ['currency', 64],
  ['exchange', 92],
  ['sector', 104],
  ['industry', 196],
  ['fiscalYearEnd', 92],
  ['marketOpen', 72],
  ['marketClose', 72],
  ['timezone', 148],
  ['isAdr', 56],
  ['description', 320],
  ['address', 220],
  ['website', 180],
]);
const TEXT_PX = 104;
/** Includes the row's currency code. */
const MONEY_PX = 78;
const DATE_PX = 86;
const NUMBER_PX = 58;

/** Maximum width due to a label, width of its characters, and padding. */
const LABEL_MAX_PX = 68;
const CHAR_PX = 5.9;
const PADDING_PX = 12;
const LABEL_LINES = 3;
/** Longer words cannot be wrapped, and are unreadable when cut. */
const LONG_WORD = 10;
const LONG_WORD_MAX_PX = 104;
const WIDE_PX = 7.2;
const NARROW_PX = 4.2;
const NARROW = /[fijlrt]/gi;

export function columnWidth(
  widths: Readonly<Record<string, number>>,
  column: Column,
  label: string,
  hasOneCurrency = false,
): number {
  const chosen = Object.hasOwn(widths, column.id) ? widths[column.id] : undefined;
  return chosen ?? defaultWidth(column, label, hasOneCurrency);
}

/** Fits the figures of the column and its label in three lines. */
function defaultWidth(column: Column, label: string, hasOneCurrency: boolean): number {
  return BY_ID.get(column.id) ?? Math.max(valueWidth(column, hasOneCurrency), labelWidth(label));
}

function valueWidth(column: Column, hasOneCurrency: boolean): number {
  if (column.unit === 'text') return TEXT_PX;
  if (column.unit === 'date') return DATE_PX;
  return isMoney(column) && !hasOneCurrency ? MONEY_PX : NUMBER_PX;
}

const widthsOfLabels = new Map<string, number>();

/** Cached: a grid measures all columns whenever it mounts. */
function labelWidth(label: string): number {
  let width = widthsOfLabels.get(label);
  if (width === undefined) {
    width = Math.max(Math.min(LABEL_MAX_PX, wordsWidth(label)), longWordWidth(label));
    widthsOfLabels.set(label, width);
  }
  return width;
}

/** Fits the longest word and an even share of the label. */
function wordsWidth(label: string): number {
  const longest = Math.max(...label.split(' ').map((word) => word.length), label.length / LABEL_LINES);
  return Math.ceil(longest * CHAR_PX) + PADDING_PX;
}

function longWordWidth(label: string): number {
  const long = (label.match(/\p{sc=Latin}+/gu) ?? []).filter((word) => word.length > LONG_WORD);
  const widths = long.map((word) => {
    const narrow = word.match(NARROW)?.length ?? 0;
    return narrow * NARROW_PX + (word.length - narrow) * WIDE_PX;
  });
  return widths.length === 0 ? 0 : Math.min(LONG_WORD_MAX_PX, Math.ceil(Math.max(...widths)) + PADDING_PX);
}
