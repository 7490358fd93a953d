/** Numbers for charts, amounts in the common currency. */
import { isMoney } from '../../catalogue/column.ts';
import { columnOf, type Frame } from '../state/store.ts';
import { commonCurrency, exchangeInto } from './money.ts';

/** Reads the value of a row, NaN when missing; null until the column and the exchange rates are loaded. */
export function numberOf(id: string, frame: Frame): ((row: number) => number) | null {
  const column = columnOf(id);
  const values = frame.columns.get(id);
  if (!column || values?.kind !== 'number') return null;
  if (!isMoney(column)) return (row) => values.values[row] ?? Number.NaN;
  const exchange = exchangeInto(commonCurrency(frame), frame);
  return exchange && ((row) => (values.values[row] ?? Number.NaN) * exchange.factor(row));
}
