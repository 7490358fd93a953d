/** Orders of columns that make patterns visible. */
import type { Correlations, Progress } from '../../../kernels/statistics/correlation.ts';
import type { Column } from '../../catalogue/column.ts';
import { columnCorrelations } from '../answers/correlation.ts';
import { type ColumnProfile, mostDifferentFirst, profiles } from '../answers/profile.ts';
import { UnknownColumn } from '../table/numbers.ts';
import type { Table } from '../table/table.ts';
import type { ColumnOrder } from './frame.ts';
import { seriate } from './seriation.ts';

/** Adjacent columns with something in common. */
export interface ColumnBlock {
  readonly ids: readonly string[];
  /** The group of at least half of the columns, else null. */
  readonly group: Column['group'] | null;
  /** Amounts, such as assets or shares, all reflect company size and come last. */
  readonly isAmounts: boolean;
}

/** Distance between neighbors that starts a new block: a correlation below 0.4. */
const BLOCK_GAP = 0.6;

/** True for a column that grows with company size. */
export function isAmount({ unit }: Column): boolean {
  return unit === 'currency' || unit === 'shares';
}

function columnOf(table: Table, id: string): Column {
  const column = table.column(id);
  if (!column) throw new UnknownColumn(id);
  return column;
}

function blockOf(table: Table, ids: readonly string[], isAmounts: boolean): ColumnBlock {
  const counts = new Map<Column['group'], number>();
  for (const id of ids) {
    const { group } = columnOf(table, id);
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const [[group, count] = [null, 0] as const] = [...counts].sort(([, a], [, b]) => b - a);
  return { ids, group: 2 * count >= ids.length ? group : null, isAmounts };
}

function byGroup(table: Table, ids: readonly string[], isAmounts: boolean): ColumnBlock[] {
  const groups = new Map<Column['group'], string[]>();
  for (const id of ids) {
    const { group } = columnOf(table, id);
    groups.set(group, [...(groups.get(group) ?? []), id]);
  }
  return [...groups.values()].map((members) => blockOf(table, members, isAmounts));
}

/** How differently two columns are colored: 0 for alike, 1 for unrelated, 2 for opposite. */
function colorDistances(table: Table, ids: readonly string[], { coefficients }: Correlations): Float32Array {
  const turns = ids.map((id) => (columnOf(table, id).better === 'lower' ? -1 : 1));
  return coefficients.map((r, at) => 1 - r * turns[Math.floor(at / ids.length)]! * turns[at % ids.length]!);
}

/** Last distances per table. */
const known = new WeakMap<Table, { readonly key: string; readonly distances: Float32Array }>();

const keyOf = (ids: readonly string[]): string => ids.join('\n');

function* distancesOf(table: Table, ids: readonly string[], given: Correlations | null): Generator<Progress, Float32Array> {
  const key = keyOf(ids);
  const kept = known.get(table);
  if (kept?.key === key) return kept.distances;
  const distances = colorDistances(table, ids, given ?? (yield* columnCorrelations(table, ids, table.rows)));
  known.set(table, { key, distances });
  return distances;
}

const othersThanAmounts = (table: Table, ids: readonly string[]): string[] => ids.filter((id) => !isAmount(columnOf(table, id)));

/** The columns whose correlations over the universe an order needs and that are not computed yet. */
export function uncorrelated(table: Table, ids: readonly string[], order: ColumnOrder): readonly string[] {
  if (order !== 'cluster') return [];
  const others = othersThanAmounts(table, ids);
  return known.get(table)?.key === keyOf(others) ? [] : others;
}

function* clusters(
  table: Table,
  ids: readonly string[],
  given: Correlations | null,
): Generator<Progress | undefined, ColumnBlock[]> {
  const distances = yield* distancesOf(table, ids, given);
  const { order, gaps } = yield* seriate(distances, ids.length);
  const blocks: string[][] = [];
  for (const [place, column] of order.entries()) {
    if (place === 0 || gaps[place - 1]! > BLOCK_GAP) blocks.push([]);
    blocks[blocks.length - 1]!.push(ids[column]!);
  }
  // Columns unlike any other say little next to each other, so they follow the clusters.
  const alone = blocks.filter(({ length }) => length === 1).flat();
  const together = blocks.filter(({ length }) => length > 1);
  return [...together, ...(alone.length > 0 ? [alone] : [])].map((block) => blockOf(table, block, false));
}

function* differences(table: Table, ids: readonly string[], rows: Uint32Array): Generator<Progress, ColumnBlock[]> {
  const found: ColumnProfile[] = [];
  for (const column of profiles(table, ids, rows, 'universe')) {
    found.push(column);
    yield { done: found.length, total: ids.length };
  }
  const ordered = mostDifferentFirst(found).map(({ id }) => id);
  return ordered.length === 0 ? [] : [blockOf(table, ordered, false)];
}

/**
 * Number columns in an order: ratios and statistics first, in blocks, then the amounts by group. `cluster` orders them by their
 * correlations over the universe, so that a change of the screen moves no column; columns that are better when lower count reversed,
 * like their colors. Yields often, with progress where known.
 * @param rows whose difference from the universe is measured
 * @param correlations of `uncorrelated`, when computed elsewhere
 * @throws RangeError for a text or unknown column
 */
export function* columnBlocks(
  table: Table,
  ids: readonly string[],
  order: ColumnOrder,
  rows: Uint32Array,
  correlations: Correlations | null = null,
): Generator<Progress | undefined, ColumnBlock[]> {
  const amounts = ids.filter((id) => isAmount(columnOf(table, id)));
  const others = othersThanAmounts(table, ids);
  const last = byGroup(table, amounts, true);
  if (order === 'group') return [...byGroup(table, others, false), ...last];
  if (order === 'difference') return [...(yield* differences(table, others, rows)), ...last];
  return [...(yield* clusters(table, others, correlations)), ...last];
}
