import { ratesOf } from '../table/numbers.ts';
import type { Table } from '../table/table.ts';
import type { CategoryCount, ColumnRange } from '../worker/protocol.ts';

/** Spread of a number column over the whole table, money in the base currency. */
export function columnRange(table: Table, id: string): ColumnRange {
  const values = table.numbers(id);
  const column = table.column(id);
  if (!values || !column) return { min: Number.NaN, max: Number.NaN, missing: table.rowCount };
  const rates = ratesOf(table, column);
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let missing = 0;
  for (let row = 0; row < values.length; row++) {
    const value = rates ? Math.fround(values[row]! * rates[row]!) : values[row]!;
    if (Number.isNaN(value)) missing++;
    else {
      if (value < min) min = value;
      if (value > max) max = value;
    }
  }
  return min <= max ? { min, max, missing } : { min: Number.NaN, max: Number.NaN, missing };
}

/** How many of the rows have each value of a text column, most frequent first, then by label. Values that none has are counted 0. */
export function categoryCounts(table: Table, id: string, rows: Uint32Array): CategoryCount[] {
  const text = table.text(id);
  if (!text) return [];
  const counts = new Uint32Array(text.labels.length);
  for (let i = 0; i < rows.length; i++) counts[text.codes[rows[i]!]!]!++;
  return text.labels
    .map((label, code) => ({ label, rowCount: counts[code]! }))
    .filter(({ label, rowCount }) => label !== '' || rowCount > 0)
    .sort((a, b) => b.rowCount - a.rowCount || (a.label < b.label ? -1 : 1));
}
