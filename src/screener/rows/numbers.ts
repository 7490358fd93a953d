/** Numbers of rows for charts: amounts in US dollars, so that rows of several currencies can be compared. */
import { isMoney } from '../../catalogue/column.ts';
import { columnOf, type Frame } from '../state/store.ts';
import { exchangeInto } from './money.ts';

/** The value of a row, NaN when missing; null while the column, or the rates of an amount, have not come. */
export function numberOf(id: string, frame: Frame): ((row: number) => number) | null {
  const column = columnOf(id);
  const values = frame.columns.get(id);
  if (!column || values?.kind !== 'number') return null;
  if (!isMoney(column)) return (row) => values.values[row] ?? Number.NaN;
  const exchange = exchangeInto('USD', frame);
  return exchange && ((row) => (values.values[row] ?? Number.NaN) * exchange.factor(row));
}
