import { type DenseRanks, denseRanksOf } from '../../../kernels/sort/denseRanks.ts';
import { numbersOf } from './numbers.ts';
import type { Table } from './table.ts';

/** Two bytes a row, or four in a universe of more than 65,535 distinct values. */
const known = new WeakMap<Float32Array, DenseRanks>();

/**
 * Where each row stands among the values of a column, amounts in the base currency; sorted once per column and table.
 * @throws RangeError for a text column and for one that nobody knows
 */
export function columnDenseRanks(table: Table, id: string): DenseRanks {
  const { values, rates } = numbersOf(table, id);
  const ranks = known.get(values) ?? denseRanksOf(values, rates, table.rows);
  known.set(values, ranks);
  return ranks;
}

/** The same for one look: what is not kept is sorted and let go, since all columns together take half as much as the table. */
export function denseRanksOnce(table: Table, id: string): DenseRanks {
  const { values, rates } = numbersOf(table, id);
  return known.get(values) ?? denseRanksOf(values, rates, table.rows);
}
