import { type Column, isMoney } from '../../catalogue/column.ts';
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

export function comparisonOf(table: Table, step: Compared): Comparison | null {
  const column = table.column(step.columnId);
  const values = table.numbers(step.columnId);
  const money = column !== undefined && isMoney(column);
  const currency = step.currency ?? 'USD';
  const rate = money ? table.rateOf(currency) : 1;
  if (!values || Number.isNaN(rate)) return null;
  return { ...boundsOf(step, rate), values, rates: money ? ratesBesideBound(table, column, currency, rate) : null };
}

const besideBounds = new WeakMap<Float32Array, Map<string, Float32Array>>();

/**
 * The factor by row for a bound in some currency. Rows in that currency have the rate of the bound, though their own may be of another
 * day: their amounts are compared as they are.
 */
function ratesBesideBound(table: Table, column: Column, currency: string, rate: number): Float32Array | null {
  const rates = ratesOf(table, column);
  const text = table.text('currency');
  if (rates === null || !text || currency === table.base) return rates;
  const known = besideBounds.get(rates) ?? new Map<string, Float32Array>();
  besideBounds.set(rates, known);
  let beside = known.get(currency);
  if (!beside) {
    const code = text.labels.indexOf(currency);
    const areAlike = rates.every((own, row) => text.codes[row] !== code || own === rate);
    beside = areAlike ? rates : rates.map((own, row) => (text.codes[row] === code ? rate : own));
    known.set(currency, beside);
  }
  return beside;
}
