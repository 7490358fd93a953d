import { type DenseRanks, denseRanksOf } from '../../../kernels/sort/denseRanks.ts';
import { numbersOf } from './numbers.ts';
import type { Table } from './table.ts';

/** Two bytes a row, or four in a universe of more than 65,535 distinct values. */
const known = new WeakMap<Float32Array, DenseRanks>();

/**
 * Dense ranks of a column, money in the base currency; sorted once per column and table.
 * @throws RangeError for a text or unknown column
 */
export function columnDenseRanks(table: Table, id: string): DenseRanks {
  const { values, rates } = numbersOf(table, id);
  const ranks = known.get(values) ?? denseRanksOf(values, rates, table.rows);
  known.set(values, ranks);
  return ranks;
}

/** The same for one use, without caching, because the ranks of all columns take half as much memory as the table. */
export function denseRanksOnce(table: Table, id: string): DenseRanks {
  const { values, rates } = numbersOf(table, id);
  return known.get(values) ?? denseRanksOf(values, rates, table.rows);
}
