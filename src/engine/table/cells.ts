import { isoDate, shortestFloat } from '../../catalogue/display.ts';
import { isTextColumn, type Table } from './table.ts';

/** A cell's text in a file: texts as they are, numbers in the shortest form, dates as YYYY-MM-DD, missing empty. */
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
