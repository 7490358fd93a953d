/** A security's identity, independent of the data: symbol, exchange and country. */
import { labelAt, type Table } from './table.ts';

const IDENTITY_COLUMNS = ['symbol', 'exchange', 'country'] as const;

/** Returns a row's identity: "symbol, tab, exchange, tab, country". */
export function identityOf(table: Table): (row: number) => string {
  const texts = IDENTITY_COLUMNS.map((id) => table.text(id));
  return (row) => texts.map((text) => labelAt(text, row)).join('\t');
}

/** The identity of each row; duplicates are numbered from the second on. */
export function identities(table: Table): string[] {
  const identity = identityOf(table);
  const met = new Map<string, number>();
  return Array.from({ length: table.rowCount }, (_, row) => {
    const own = identity(row);
    const count = (met.get(own) ?? 0) + 1;
    met.set(own, count);
    return count === 1 ? own : `${own}\t${count}`;
  });
}
