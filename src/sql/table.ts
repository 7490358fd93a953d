/** The table that queries read: a row per snapshot and listed security, with what queries need in addition to the columns of the history. */
import { COLUMNS } from '../catalogue/catalogue.ts';
import { isText } from '../catalogue/column.ts';
import { SOURCE_FLAGS, STATEMENT_CURRENCY } from '../catalogue/company.ts';
import { hashBlocks } from '../engine/steps/sample.ts';
import { identities } from '../engine/table/identity.ts';
import { issuers } from '../engine/table/issuers.ts';
import type { Table } from '../engine/table/table.ts';
import { GUESSED_COLUMN, ID_COLUMN } from '../wire/history.ts';

export const UNIVERSE_TABLE = 'universe';
export const SNAPSHOT = 'snapshot';

/** Index of the row in its snapshot, in the order that decides between ties. */
export const PLACE = '#place';
/** Units of the base currency per unit of the row's. */
export const RATE = '#rate';
/** Currency that amounts of the snapshot are compared in. */
export const BASE = '#base';
export const ISSUER = '#issuer';
/** Text that distinguishes the row from all others of its snapshot, and the blocks of its hash. */
export const IDENTITY = '#identity';
export const BLOCKS = '#blocks';

/** Without computed columns: a query computes those that it reads. */
const STORED = COLUMNS.filter(({ kind }) => kind !== 'ratio');

export interface StoredColumn {
  readonly name: string;
  readonly kind: 'number' | 'text' | 'count';
}

export const OWN_COLUMNS: readonly StoredColumn[] = [
  { name: PLACE, kind: 'count' },
  { name: RATE, kind: 'number' },
  { name: BASE, kind: 'text' },
  { name: ISSUER, kind: 'count' },
  { name: IDENTITY, kind: 'text' },
  { name: BLOCKS, kind: 'text' },
];

/** The columns of the table besides its date: the catalogue's, and others that the history has. */
export function storedColumns(others: readonly StoredColumn[]): StoredColumn[] {
  const known = STORED.map((column): StoredColumn => ({ name: column.id, kind: isText(column) ? 'text' : 'number' }));
  const texts = [ID_COLUMN, STATEMENT_CURRENCY, SOURCE_FLAGS, GUESSED_COLUMN].map(
    (name): StoredColumn => ({ name, kind: 'text' }),
  );
  const columns = new Map([...OWN_COLUMNS, ...known, ...texts, ...others].map((column) => [column.name, column]));
  columns.delete(SNAPSHOT);
  return [...columns.values()];
}

/** Values of a column by row of a snapshot's table: NaN for a missing number, '' for a missing text. */
export type StoredValues = (row: number) => number | string;

const OWN_VALUES: Readonly<Record<string, (table: Table) => StoredValues>> = {
  [PLACE](table) {
    const places = new Map(Array.from(table.rows, (row, place) => [row, place]));
    return (row) => places.get(row)!;
  },
  [RATE]: (table) => (row) => table.rates[row]!,
  [BASE]: (table) => () => table.base,
  [ISSUER](table) {
    const issuer = issuers(table);
    return (row) => issuer[row]!;
  },
  [IDENTITY](table) {
    const texts = identities(table);
    return (row) => texts[row]!;
  },
  [BLOCKS](table) {
    const texts = identities(table);
    return (row) => hashBlocks(texts[row]!).join(' ');
  },
};

/** The values of a column of a snapshot; a column that the history lacks is missing everywhere. */
export function storedValues(table: Table, { name, kind }: StoredColumn): StoredValues {
  const own = Object.hasOwn(OWN_VALUES, name) ? OWN_VALUES[name] : undefined;
  if (own) return own(table);
  if (kind === 'text') {
    const text = table.text(name);
    return text ? (row) => text.labels[text.codes[row]!]! : () => '';
  }
  const values = table.numbers(name);
  return values ? (row) => values[row]! : () => Number.NaN;
}
