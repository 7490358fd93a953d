/** Totals rows: median and sum of a column over the present rows. */
import { type Column, isMoney, isText } from '../../catalogue/column.ts';
import type { ColumnDistribution } from '../../engine/worker/protocol.ts';
import type { Exchange } from '../rows/money.ts';
import { onlyCurrency, type ShownMoney } from '../rows/shownMoney.ts';
import type { Frame } from '../state/store.ts';

export const TOTALS = ['median', 'sum'] as const;
export type Total = (typeof TOTALS)[number];

/** Median of a column other than amounts; NaN until the present rows have been counted. */
function countedMedian(frame: Frame, distribution: ColumnDistribution | undefined): number {
  if (!distribution) return Number.NaN;
  const { counts, missing, median } = distribution.present;
  const counted = counts.reduce((sum, count) => sum + count, missing);
  return counted === frame.rows.length ? median : Number.NaN;
}

interface Amounts {
  readonly of: Float32Array;
  readonly exchange: Exchange | null;
  /** As the cells show them, in ascending order. */
  readonly sorted: Float64Array;
}

/** Asked for at every painting. */
const known = new WeakMap<Uint32Array, Map<string, Amounts>>();

/**
 * The amounts that the cells show; empty for several currencies, or until the rates are loaded. A median in dollars, converted, would be
 * another number: each row is converted at the rate of the day of its price.
 */
function amounts(column: Column, money: ShownMoney, frame: Frame): Float64Array {
  const values = frame.columns.get(column.id);
  const currency = money.currencyOf(column);
  const exchange = money.exchangeOf(column);
  const none = new Float64Array(0);
  if (values?.kind !== 'number' || currency === null || (!exchange && currency !== onlyCurrency(frame))) return none;
  const columns = known.get(frame.rows) ?? new Map<string, Amounts>();
  known.set(frame.rows, columns);
  const before = columns.get(column.id);
  if (before?.of === values.values && before.exchange === exchange) return before.sorted;
  const sorted = Float64Array.from(frame.rows, (row) => (values.values[row] ?? Number.NaN) * (exchange?.factor(row) ?? 1))
    .filter((value) => !Number.isNaN(value))
    .sort();
  columns.set(column.id, { of: values.values, exchange, sorted });
  return sorted;
}

function middle(sorted: Float64Array): number {
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[(sorted.length >> 1) - 1] ?? Number.NaN)) / 2;
}

function total(numbers: Float64Array): number {
  return numbers.length > 0 ? numbers.reduce((sum, value) => sum + value, 0) : Number.NaN;
}

function counts(column: Column, frame: Frame): Float64Array {
  const values = frame.columns.get(column.id);
  if (values?.kind !== 'number') return new Float64Array(0);
  return Float64Array.from(frame.rows, (row) => values.values[row] ?? Number.NaN).filter((value) => !Number.isNaN(value));
}

/** Amounts and counts have sums; prices and ratios give null. NaN without values, or for amounts in several currencies. */
export function totalOf(
  which: Total,
  column: Column,
  money: ShownMoney,
  frame: Frame,
  distribution: ColumnDistribution | undefined,
): number | null {
  if (isText(column) || column.unit === 'date') return null;
  if (which === 'median') return isMoney(column) ? middle(amounts(column, money, frame)) : countedMedian(frame, distribution);
  if (column.unit === 'currency') return total(amounts(column, money, frame));
  return column.unit === 'count' ? total(counts(column, frame)) : null;
}
