/** How the current rows differ from the universe or from their sectors, column by column. */
import { type Profile, profile, type Weights } from '../../../kernels/statistics/profile.ts';
import { columnDenseRanks } from '../table/denseRanks.ts';
import { numbersOf } from '../table/numbers.ts';
import type { Table } from '../table/table.ts';
import { groupsOf } from './percentile.ts';
import type { Reference } from './reference.ts';

/** How far apart two sets of rows are in a column. */
export interface ColumnProfile extends Profile {
  readonly id: string;
}

interface Sides {
  readonly rows: Uint32Array;
  readonly others: Uint32Array;
  readonly weights: Weights | null;
}

function sidesOf(table: Table, rows: Uint32Array, reference: Reference): Sides {
  if (reference === 'universe') return { rows, others: table.rows, weights: null };
  const { codes, groupCount } = groupsOf(table, 'sector');
  const count = (some: Uint32Array): Float64Array => {
    const counts = new Float64Array(groupCount);
    for (const row of some) counts[codes[row]!]!++;
    return counts;
  };
  const [left, all] = [count(rows), count(table.rows)];
  const byGroup = left.map((rowCount, code) => (code === 0 || rowCount === 0 ? 0 : rowCount / all[code]!));
  return {
    rows: rows.filter((row) => codes[row] !== 0),
    others: table.rows.filter((row) => byGroup[codes[row]!]! > 0),
    weights: { codes, byGroup },
  };
}

/**
 * How `rows` differ in each of the columns, one column at a time so that other work can run in between.
 * @throws RangeError for a text or unknown column
 */
export function* profiles(
  table: Table,
  ids: readonly string[],
  rows: Uint32Array,
  reference: Reference,
): Generator<ColumnProfile> {
  const sides = sidesOf(table, rows, reference);
  for (const id of ids) {
    const { values, rates } = numbersOf(table, id);
    const numberOf = (row: number): number => Math.fround(values[row]! * (rates === null ? 1 : rates[row]!));
    yield { id, ...profile(columnDenseRanks(table, id), numberOf, sides.rows, sides.others, sides.weights) };
  }
}

/** Most different first: by distance, then by |delta|; columns that cannot be compared come last, in their order. */
export function mostDifferentFirst(columns: readonly ColumnProfile[]): ColumnProfile[] {
  const size = (value: number): number => (Number.isNaN(value) ? -1 : Math.abs(value));
  return [...columns].sort((a, b) => size(b.distance) - size(a.distance) || size(b.delta) - size(a.delta));
}
