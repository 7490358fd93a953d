/** The number that failed a condition, the one it needs, and the percentiles of both. */

import { percentileAmong, type Scope } from '../answers/percentile.ts';
import { numbersOf } from '../table/numbers.ts';
import { isTextColumn, type Table } from '../table/table.ts';
import type { Explanation } from './kind.ts';

/** The nearer bound that a number misses. */
export function missedBound(value: number, operator: string, [low = Number.NaN, high = Number.NaN]: readonly number[]): number {
  if (operator === 'Between') return value < low ? low : high;
  if (operator === 'NotBetween') return value - low < high - value ? low : high;
  return low;
}

/** The rows that a row is compared with in a scope. */
export function scopeRows(table: Table, scope: Scope, input: Uint32Array, row: number): Uint32Array {
  if (scope === 'universe') return table.rows;
  if (scope === 'rows') return input;
  const codes = table.text(scope)?.codes;
  return codes ? table.rows.filter((each) => codes[each] === codes[row]) : table.rows;
}

/** @param needed in the currency of the row; NaN for none */
export function shortfallOf(table: Table, columnId: string, row: number, needed: number): Partial<Explanation> {
  if (isTextColumn(table, columnId) || Number.isNaN(needed)) return {};
  const { values, rates } = numbersOf(table, columnId);
  const rate = rates?.[row] ?? 1;
  const own = Math.fround(values[row]! * rate);
  if (Number.isNaN(own)) return {};
  const among = (value: number): number => percentileAmong(table, columnId, table.rows, value);
  return { needed, percentile: among(own), neededPercentile: among(Math.fround(needed * rate)) };
}
