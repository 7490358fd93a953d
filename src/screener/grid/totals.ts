/** Totals rows: median and sum of a column over the present rows. */
import { type Column, isMoney, isText } from '../../catalogue/column.ts';
import type { ColumnDistribution } from '../../engine/worker/protocol.ts';
import { exchangeInto } from '../rows/money.ts';
import { COMMON_CURRENCY, type ShownMoney } from '../rows/shownMoney.ts';
import type { Frame } from '../state/store.ts';

export const TOTALS = ['median', 'sum'] as const;
export type Total = (typeof TOTALS)[number];

/** Dollars to the column's currency; NaN when rows differ or the rate is unknown. */
function perDollar(column: Column, money: ShownMoney, frame: Frame): number {
  const currency = money.currencyOf(column);
  if (currency === null) return Number.NaN;
  if (currency === COMMON_CURRENCY) return 1;
  return exchangeInto(currency, frame)?.perDollar ?? Number.NaN;
}

/** Median, converted from dollars; NaN until the present rows have been counted. */
function median(column: Column, money: ShownMoney, frame: Frame, distribution: ColumnDistribution | undefined): number {
  if (!distribution) return Number.NaN;
  const { counts, missing, median } = distribution.present;
  const counted = counts.reduce((sum, count) => sum + count, missing);
  if (counted !== frame.rows.length) return Number.NaN;
  return isMoney(column) ? median * perDollar(column, money, frame) : median;
}

function sum(column: Column, money: ShownMoney, frame: Frame): number {
  const values = frame.columns.get(column.id);
  const currency = money.currencyOf(column);
  if (values?.kind !== 'number' || (column.unit === 'currency' && currency === null)) return Number.NaN;
  const exchange = column.unit === 'currency' ? money.exchangeOf(column) : null;
  let [total, count] = [0, 0];
  for (const row of frame.rows) {
    const value = (values.values[row] ?? Number.NaN) * (exchange?.factor(row) ?? 1);
    if (Number.isNaN(value)) continue;
    total += value;
    count++;
  }
  return count > 0 ? total : Number.NaN;
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
  if (which === 'median') return median(column, money, frame, distribution);
  return column.unit === 'currency' || column.unit === 'count' ? sum(column, money, frame) : null;
}
