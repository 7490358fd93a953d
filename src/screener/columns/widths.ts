import { type Column, isMoney } from '../../catalogue/column.ts';

/** Widths in pixels that hold the widest usual text of a kind of column. */
const BY_ID: ReadonlyMap<string, number> = new Map([
  ['symbol', 88],
  ['name', 216],
  ['type', 64],
  ['country', 132],
  ['currency', 70],
  ['exchange', 92],
  ['sector', 164],
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
const TEXT_PX = 112;
const MONEY_PX = 118;
const DATE_PX = 104;
const NUMBER_PX = 94;

/** Widest that a label makes a column, width of a character of a label, and what is left free beside it. */
const LABEL_MAX_PX = 150;
const CHAR_PX = 6.9;
const PADDING_PX = 18;

/** The width that the user has given the column, else {@link defaultWidth}. */
export function columnWidth(widths: Readonly<Record<string, number>>, column: Column, label: string): number {
  const chosen = Object.hasOwn(widths, column.id) ? widths[column.id] : undefined;
  return chosen ?? defaultWidth(column, label);
}

/** A width that holds the figures of the column, and its label in two lines. */
function defaultWidth(column: Column, label: string): number {
  return BY_ID.get(column.id) ?? Math.max(valueWidth(column), Math.min(LABEL_MAX_PX, labelWidth(label)));
}

function valueWidth(column: Column): number {
  if (column.unit === 'text') return TEXT_PX;
  if (column.unit === 'date') return DATE_PX;
  return isMoney(column) ? MONEY_PX : NUMBER_PX;
}

function labelWidth(label: string): number {
  const words = label.split(' ');
  const widths = words.map((_, count) => Math.max(words.slice(0, count).join(' ').length, words.slice(count).join(' ').length));
  return Math.ceil(Math.min(...widths) * CHAR_PX) + PADDING_PX;
}
