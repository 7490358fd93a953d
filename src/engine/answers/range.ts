import { KNOTS_MAX } from '../../catalogue/range.ts';
import { ratesOf } from '../table/numbers.ts';
import type { Table } from '../table/table.ts';
import type { CategoryCount, ColumnRange } from '../worker/protocol.ts';

const NO_KNOTS = new Float32Array(0);

function distinct(sorted: Float32Array): Float32Array {
  return sorted.filter((value, index) => value !== sorted[index - 1]);
}

/** @param values NaN when missing; sorted in place */
function knotsOf(values: Float32Array, missing: number): Float32Array {
  const sorted = values.sort().subarray(0, values.length - missing);
  const all = distinct(sorted);
  if (all.length <= KNOTS_MAX) return all;
  const step = (sorted.length - 1) / (KNOTS_MAX - 1);
  return distinct(Float32Array.from({ length: KNOTS_MAX }, (_, knot) => sorted[Math.round(knot * step)]!));
}

/** Range of a number column over the table, with money in the base currency. */
export function columnRange(table: Table, id: string): ColumnRange {
  const values = table.numbers(id);
  const column = table.column(id);
  if (!values || !column) return { min: Number.NaN, max: Number.NaN, missing: table.rowCount, knots: NO_KNOTS };
  const rates = ratesOf(table, column);
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let missing = 0;
  const compared = new Float32Array(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = rates ? Math.fround(values[row]! * rates[row]!) : values[row]!;
    compared[row] = value;
    if (Number.isNaN(value)) missing++;
    else {
      if (value < min) min = value;
      if (value > max) max = value;
    }
  }
  if (min > max) return { min: Number.NaN, max: Number.NaN, missing, knots: NO_KNOTS };
  return { min, max, missing, knots: knotsOf(compared, missing) };
}

/** Row counts by value of a text column, most frequent first, then by label. Values without rows count 0. */
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
