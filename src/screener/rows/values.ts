/** Values of one row from the frame's columns. */
import { type Column, isMoney, isText } from '../../catalogue/column.ts';
import { MISSING_TEXT } from '../../catalogue/display.ts';
import { locale } from '../../shell/i18n.ts';
import { shownNumber } from '../state/figures.ts';
import type { Frame } from '../state/store.ts';
import { textShown } from '../state/words.ts';

/** A number (NaN when missing), a text (empty when missing), or null before the column is loaded. */
export function cellValue(frame: Frame, columnId: string, row: number): number | string | null {
  const column = frame.columns.get(columnId);
  if (!column) return null;
  if (column.kind === 'text') return column.labels[column.codes[row] ?? 0] ?? '';
  return column.values[row] ?? Number.NaN;
}

/** A text value; empty when missing or not loaded. */
export function textValue(frame: Frame, columnId: string, row: number): string {
  const value = cellValue(frame, columnId, row);
  return typeof value === 'string' ? value : '';
}

/** A formatted number; an amount with its currency, if known. */
export function figureIn(column: Column | undefined, value: number, currency: string): string {
  const text = shownNumber(value, column?.display ?? 'number', locale());
  return column && isMoney(column) && currency !== '' && !Number.isNaN(value) ? `${text} ${currency}` : text;
}

/** The formatted value, with its currency. */
export function shownValue(frame: Frame, column: Column, row: number): string {
  const value = cellValue(frame, column.id, row);
  if (value === null) return '…';
  if (typeof value === 'string') return value === '' ? MISSING_TEXT : textShown(column.id, value);
  if (Number.isNaN(value)) return MISSING_TEXT;
  if (isText(column)) return MISSING_TEXT;
  return figureIn(column, value, textValue(frame, 'currency', row));
}
