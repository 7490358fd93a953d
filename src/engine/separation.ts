import { type Separation, separation } from '../../kernels/separation.ts';
import { numbersOf } from './numbers.ts';
import type { Table } from './table.ts';

/** How far apart two sets of rows lie in a column. */
export interface ColumnSeparation extends Separation {
  readonly id: string;
}

/**
 * What sets `rows` apart from `others` in each of the columns, one column at a time so that other work can come in between.
 * @throws RangeError for a text column and for one that nobody knows
 */
export function* separations(
  table: Table,
  ids: readonly string[],
  rows: Uint32Array,
  others: Uint32Array,
): Generator<ColumnSeparation> {
  for (const id of ids) {
    const { values, rates } = numbersOf(table, id);
    yield { id, ...separation(values, rates, rows, others) };
  }
}

/** Most different first: by distance, then by the size of delta; columns that can't be compared last, in their order. */
export function mostDifferentFirst(columns: readonly ColumnSeparation[]): ColumnSeparation[] {
  const size = (value: number): number => (Number.isNaN(value) ? -1 : Math.abs(value));
  return [...columns].sort((a, b) => size(b.distance) - size(a.distance) || size(b.delta) - size(a.delta));
}
