/** The user's portfolio as columns of the table: shares, value and weight of each held security. */
import { otherColumn } from '../../catalogue/catalogue.ts';
import type { Column } from '../../catalogue/column.ts';
import { labelAt, type Table } from './table.ts';

/** A held security: its symbol, or SYMBOL@EXCHANGE where several share one. */
export interface Holding {
  readonly symbol: string;
  readonly amount: number;
}

/** Amounts are numbers of shares, or shares of the whole (0.05 = 5 %). */
export interface Portfolio {
  readonly amounts: 'shares' | 'weights';
  readonly holdings: readonly Holding[];
}

const column = (id: string, kind: Pick<Column, 'unit' | 'display'>): Column => ({
  ...otherColumn(id),
  ...kind,
  source: 'your portfolio, kept on this device',
});

/** Shares may be fractions. Value is shares × close in the row's currency; weights derived from shares are fractions of the total value. */
export const HOLDING_COLUMNS: readonly Column[] = [
  column('portfolioShares', { unit: 'shares', display: 'number' }),
  column('portfolioValue', { unit: 'currency', display: 'currency' }),
  column('portfolioWeight', { unit: 'percent', display: 'percent' }),
];

const AT = '@';

/** Rows by symbol and by SYMBOL@EXCHANGE. A symbol shared by several securities means the first row. */
function rowsBySymbol(table: Table): ReadonlyMap<string, number> {
  const [symbols, exchanges] = [table.text('symbol'), table.text('exchange')];
  const rows = new Map<string, number>();
  for (const row of table.rows) {
    const symbol = labelAt(symbols, row);
    const exchange = labelAt(exchanges, row);
    if (symbol === '') continue;
    if (!rows.has(symbol)) rows.set(symbol, row);
    rows.set(`${symbol}${AT}${exchange}`, row);
  }
  return rows;
}

/** Adds the portfolio's columns; values are missing for securities not held, and for shares without a close. */
export function withHoldings(table: Table, { amounts, holdings }: Portfolio): Table {
  const blank = (): Float32Array => new Float32Array(table.rowCount).fill(Number.NaN);
  const [shares, value, weight] = [blank(), blank(), blank()];
  const held = amounts === 'shares' ? shares : weight;
  const rows = rowsBySymbol(table);
  for (const { symbol, amount } of holdings) {
    const row = rows.get(symbol);
    if (row !== undefined) held[row] = (held[row] || 0) + amount;
  }
  if (amounts === 'shares') {
    const closes = table.numbers('close');
    let total = 0;
    for (const row of table.rows) {
      value[row] = shares[row]! * (closes?.[row] ?? Number.NaN);
      total += value[row]! * table.rates[row]! || 0;
    }
    for (const row of table.rows) weight[row] = (value[row]! * table.rates[row]!) / total;
  }
  const values = new Map(HOLDING_COLUMNS.map(({ id }, index) => [id, [shares, value, weight][index]!]));
  const columns = new Map(HOLDING_COLUMNS.map((each) => [each.id, each]));
  return {
    ...table,
    numbers: (id) => values.get(id) ?? table.numbers(id),
    column: (id) => columns.get(id) ?? table.column(id),
    otherColumns: [...table.otherColumns, ...HOLDING_COLUMNS],
  };
}
