/** Where each row stands in a column: within the universe, its sector, its country, or some rows. */
import { compositeScores, type MissingPolicy } from '../../../kernels/statistics/composite.ts';
import { type Groups, percentileOfValue, percentiles } from '../../../kernels/statistics/percentile.ts';
import { numbersOf } from '../table/numbers.ts';
import type { Table } from '../table/table.ts';

/** Whom a row is compared with: all rows of the table, those of the same sector or country, or the present rows. */
export const SCOPES = ['universe', 'sector', 'country', 'rows'] as const;
export type Scope = (typeof SCOPES)[number];

/** The groups that a column of categories makes. */
export function groupsOf(table: Table, id: 'sector' | 'country'): Groups {
  const text = table.text(id);
  return text ? { codes: text.codes, groupCount: text.labels.length } : { codes: new Uint32Array(table.rowCount), groupCount: 1 };
}

/**
 * Percentile of each row in a column, by row of the table: the share of the scope's values below plus half of those equal.
 * Amounts of money are compared in the base currency. NaN where the value, or the sector or country, is missing, or outside of the scope.
 * @param rows the present rows; read by scope `rows` alone
 * @throws RangeError for a text column and for one that nobody knows
 */
export function columnPercentiles(table: Table, id: string, scope: Scope, rows: Uint32Array): Float32Array {
  const { values, rates } = numbersOf(table, id);
  const scoped = scope === 'rows' ? rows : table.rows;
  return percentiles(values, rates, scoped, scope === 'sector' || scope === 'country' ? groupsOf(table, scope) : null);
}

/**
 * The percentile that a value of the base currency has, or would have, among the rows.
 * @throws RangeError for a text column and for one that nobody knows
 */
export function percentileAmong(table: Table, id: string, rows: Uint32Array, value: number): number {
  const { values, rates } = numbersOf(table, id);
  return percentileOfValue(values, rates, rows, Math.fround(value));
}

/** One column of a composite score. */
export interface ScorePart {
  readonly columnId: string;
  readonly weight: number;
  readonly better: 'higher' | 'lower';
  readonly missing: MissingPolicy;
}

/**
 * Composite score of the rows, by row of the table; see compositeScores.
 * @param percentilesOf percentiles of a column, such as columnPercentiles; keep them, so that moving a weight sorts nothing again
 * @throws RangeError for a weight that is negative or not finite
 */
export function columnScores(
  table: Table,
  parts: readonly ScorePart[],
  rows: Uint32Array,
  percentilesOf: (id: string) => Float32Array,
): Float32Array {
  return compositeScores(
    parts.map((part) => ({ ...part, percentiles: percentilesOf(part.columnId) })),
    table.rowCount,
    rows,
  );
}
