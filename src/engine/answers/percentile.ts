/** Percentiles of rows in a column: within the universe, a sector, a country, or the current rows. */
import { compositeScores, type MissingPolicy } from '../../../kernels/statistics/composite.ts';
import { type Groups, percentileOfValue, percentiles } from '../../../kernels/statistics/percentile.ts';
import { numbersOf } from '../table/numbers.ts';
import type { Table } from '../table/table.ts';

/** What a row is compared with: all rows of the table, its sector, its country, or the current rows. */
export const SCOPES = ['universe', 'sector', 'country', 'rows'] as const;
export type Scope = (typeof SCOPES)[number];

export function groupsOf(table: Table, id: 'sector' | 'country'): Groups {
  const text = table.text(id);
  return text ? { codes: text.codes, groupCount: text.labels.length } : { codes: new Uint32Array(table.rowCount), groupCount: 1 };
}

/**
 * Percentile of each row in a column, by row of the table: the share of the scope's values below plus half of those equal.
 * Money is compared in the base currency. NaN where the value, sector or country is missing, and for rows outside the scope.
 * @param rows the current rows, read by scope `rows` only
 * @throws RangeError for a text or unknown column
 */
export function columnPercentiles(table: Table, id: string, scope: Scope, rows: Uint32Array): Float32Array {
  const { values, rates } = numbersOf(table, id);
  const scoped = scope === 'rows' ? rows : table.rows;
  return percentiles(values, rates, scoped, scope === 'sector' || scope === 'country' ? groupsOf(table, scope) : null);
}

/**
 * The percentile that a value in the base currency has, or would have, among the rows.
 * @throws RangeError for a text or unknown column
 */
export function percentileAmong(table: Table, id: string, rows: Uint32Array, value: number): number {
  const { values, rates } = numbersOf(table, id);
  return percentileOfValue(values, rates, rows, Math.fround(value));
}

export interface ScorePart {
  readonly columnId: string;
  readonly weight: number;
  readonly better: 'higher' | 'lower';
  readonly missing: MissingPolicy;
}

/**
 * Composite score by row of the table; see {@link compositeScores}.
 * @param percentilesOf returns a column's percentiles; cache them, so that changing a weight sorts nothing again
 * @throws RangeError for a negative or non-finite weight
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
