/** Steps that rank the rows that come in: the top of a column, and the order by several columns. */
import type { MissingPolicy } from '../../kernels/composite.ts';
import type { Kept } from '../../kernels/filter.ts';
import { numberKeys, sortByNumbers } from '../../kernels/sort.ts';
import { smallestOf } from '../../kernels/top.ts';
import { numbersOf } from './numbers.ts';
import { columnPercentiles, columnScores, groupsOf } from './percentile.ts';
import { share } from './share.ts';
import type { RankPolicy, RankStep, TopStep } from './steps.ts';
import type { Table } from './table.ts';

/** How many of so many rows with a value a step keeps. */
export function topLimit({ amount, isPercentage }: TopStep, present: number): number {
  return isPercentage ? Math.ceil(share(amount, present)) : Math.min(amount, present);
}

export function applyTop(table: Table, step: TopStep, rows: Uint32Array): Kept {
  const { values, rates } = numbersOf(table, step.columnId);
  const keys = numberKeys(values, rates, rows, step.end === 'top');
  const groups = step.scope === 'rows' ? null : groupsOf(table, step.scope);
  return smallestOf(rows, keys, groups, (present) => topLimit(step, present));
}

/** A row that comes last or is left out has no score. */
const POLICIES: Readonly<Record<RankPolicy, MissingPolicy>> = {
  last: 'drop',
  drop: 'drop',
  worst: 'zero',
  median: 'median',
  ignore: 'renormalise',
};

/** Percentiles among the rows that last came into a rank, by column: while a weight is dragged the same rows come in. */
const lastRanked = new WeakMap<Table, { readonly rows: Uint32Array; readonly byColumn: Map<string, Float32Array> }>();

function rankedPercentiles(table: Table, ids: readonly string[], rows: Uint32Array): ReadonlyMap<string, Float32Array> {
  const kept = lastRanked.get(table);
  const last = kept?.rows === rows ? kept.byColumn : new Map<string, Float32Array>();
  const byColumn = new Map(ids.map((id) => [id, last.get(id) ?? columnPercentiles(table, id, 'rows', rows)] as const));
  lastRanked.set(table, { rows, byColumn });
  return byColumn;
}

export function applyRank(table: Table, { parts }: RankStep, rows: Uint32Array): Kept {
  const percentiles = rankedPercentiles(
    table,
    parts.map(({ columnId }) => columnId),
    rows,
  );
  const scores = columnScores(
    table,
    parts.map(({ columnId, weight, sortOperator, missing }) => ({
      columnId,
      weight,
      better: sortOperator === 'Descending' ? 'higher' : 'lower',
      missing: POLICIES[missing],
    })),
    rows,
    (id) => percentiles.get(id)!,
  );
  const needed = parts.filter(({ missing }) => missing === 'drop').map(({ columnId }) => percentiles.get(columnId)!);
  const kept = needed.length === 0 ? rows : rows.filter((row) => needed.every((values) => !Number.isNaN(values[row]!)));
  return { rows: sortByNumbers(scores, null, kept, true), missing: rows.length - kept.length };
}
