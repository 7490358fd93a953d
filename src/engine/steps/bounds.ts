import { isMoney } from '../../catalogue/column.ts';
import { ratesBesideBound } from '../table/currencyRates.ts';
import { ratesOf } from '../table/numbers.ts';
import type { Table } from '../table/table.ts';
import type { NumericOperator } from './operators.ts';

/** A number column and the bounds it is compared with. `currency` (ISO 4217) of a money column's bounds defaults to US dollars. */
export interface Compared {
  readonly columnId: string;
  readonly operator: NumericOperator;
  readonly operatorValues: readonly number[];
  readonly currency?: string;
}

/** Bounds of a filter; an open side is infinite. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
  readonly inside: boolean;
}

const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);

/** The next float32 towards an infinity; beyond it NaN, which nothing equals or exceeds. */
function floatBeyond(value: number, direction: 1 | -1): number {
  float[0] = value;
  if (value === 0) return direction * 2 ** -149;
  bits[0]! += value > 0 ? direction : -direction;
  return float[0];
}

/** The bounds as float32 numbers; those of money are multiplied by `rate`. */
export function boundsOf({ operator, operatorValues }: Pick<Compared, 'operator' | 'operatorValues'>, rate: number): Bounds {
  const [first, second] = operatorValues.map((value) => Math.fround(rate === 1 ? value : Math.fround(value) * rate)) as [
    number,
    number,
  ];
  switch (operator) {
    case 'GreaterThanOrEquals':
      return { low: first, high: Number.POSITIVE_INFINITY, inside: true };
    case 'LessThanOrEquals':
      return { low: Number.NEGATIVE_INFINITY, high: first, inside: true };
    case 'GreaterThan':
      return { low: floatBeyond(first, 1), high: Number.POSITIVE_INFINITY, inside: true };
    case 'LessThan':
      return { low: Number.NEGATIVE_INFINITY, high: floatBeyond(first, -1), inside: true };
    case 'Between':
    case 'NotBetween':
      return { low: first, high: second, inside: operator === 'Between' };
  }
}

/** A numeric filter's values and bounds. */
export interface Comparison extends Bounds {
  readonly values: Float32Array;
  /** A factor per row, for money. */
  readonly rates: Float32Array | null;
}

/** Null for a column that no server sent. */
export function comparisonOf(table: Table, step: Compared): Comparison | null {
  const column = table.column(step.columnId);
  const values = table.numbers(step.columnId);
  if (!values) return null;
  if (!column || !isMoney(column)) return { ...boundsOf(step, 1), values, rates: null };
  const { bound, rates } = ratesBesideBound(table, table.text('currency'), step.currency ?? 'USD');
  return { ...boundsOf(step, bound), values, rates: rates === table.rates ? ratesOf(table, column) : rates };
}
