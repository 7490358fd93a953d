import { rowsOfSymbol } from '../engine/answers/trace.ts';
import { labelAt, type Table } from '../engine/table/table.ts';
import { say } from './print.ts';
import { UsageError } from './usage.ts';

const OTHERS_MAX = 5;

const textOf = (table: Table, id: string, row: number): string => labelAt(table.text(id), row);

const onExchange = (table: Table, row: number): string => `'${textOf(table, 'symbol', row)}@${textOf(table, 'exchange', row)}'`;

/**
 * Finds the row of SYMBOL or SYMBOL@EXCHANGE. Of several it returns the first and names the others on standard error. Throws
 * {@link UsageError} if there is none.
 */
export function rowNamed(table: Table, option: string, name: string): number {
  let rows = rowsOfSymbol(table, name);
  const at = name.lastIndexOf('@');
  if (rows.length === 0 && at > 0) {
    const exchange = name.slice(at + 1).toLowerCase();
    rows = rowsOfSymbol(table, name.slice(0, at)).filter((row) => textOf(table, 'exchange', row).toLowerCase() === exchange);
  }
  const [row, ...others] = rows;
  if (row === undefined) throw new UsageError(`${option}: no security has the symbol ${name}`);
  if (others.length > 0) {
    const named = others.slice(0, OTHERS_MAX).map((other) => onExchange(table, other));
    const left = others.length > OTHERS_MAX ? ' …' : '';
    say(
      `panscreen screen: ${rows.length} securities have the symbol ${name}; this is ${textOf(table, 'name', row)}, ${onExchange(table, row)}. For another: ${option} ${named.join(', ')}${left}`,
    );
  }
  return row;
}
