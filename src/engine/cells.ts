import { isoDate } from '../catalogue/display.ts';
import { isTextColumn, type Table } from './table.ts';

/** Decimal digits that every float32 keeps, and those that tell any two apart. */
const DIGITS_KEPT = 6;
const DIGITS_NEEDED = 9;
/** Below it a float32 has fewer digits. */
const SMALLEST_NORMAL = 2 ** -126;

/** The shortest decimal that gives the same float32 back; empty for a missing one. */
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

/** What a cell holds in a file: text as it is, numbers in the shortest form, dates as YYYY-MM-DD, missing empty. */
export type CellText = (row: number) => string;

/** Reads the cells of a column. A column that no server sent is empty. */
export function cellText(table: Table, id: string): CellText {
  if (isTextColumn(table, id)) {
    const text = table.text(id);
    return text ? (row) => text.labels[text.codes[row]!]! : () => '';
  }
  const values = table.numbers(id);
  if (!values) return () => '';
  if (table.column(id)?.display === 'date') return (row) => (Number.isNaN(values[row]!) ? '' : isoDate(values[row]!));
  return (row) => shortestFloat(values[row]!);
}
