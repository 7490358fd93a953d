/** Groups securities by issuer, and finds each issuer's most traded one. */
import { computeColumn } from '../../../kernels/column.ts';
import { parseFormula } from '../../catalogue/formula.ts';
import type { Table, TextColumn } from './table.ts';

/** A fund's CIK is that of its trust, which may have hundreds of funds. */
const FUND = 'Etf';
/** Traded value of the last session. */
const TRADED = parseFormula('close * volume');

const issuersByRows = new WeakMap<Uint32Array, Uint32Array>();

/** Maps labels to codes of their normalized identifiers; 0 for none. */
function identifiers({ labels }: TextColumn, tidy: (label: string) => string): Uint32Array {
  const codes = new Map<string, number>([['', 0]]);
  return Uint32Array.from(labels, (label) => {
    const name = tidy(label);
    const code = codes.get(name) ?? codes.size;
    codes.set(name, code);
    return code;
  });
}

/**
 * By row of the table, a representative row that is the same for all securities of an issuer: listings with the same ISIN, which are
 * one security, and with the same CIK, which are share classes and depositary receipts of one company; funds by ISIN alone. A row without
 * either represents itself. All rows of the table count, so that a security that links two others need not be in the result.
 */
export function issuers(table: Table): Uint32Array {
  const kept = issuersByRows.get(table.rows);
  if (kept) return kept;
  const issuer = Uint32Array.from({ length: table.rowCount }, (_, row) => row);
  const find = (row: number): number => {
    let root = row;
    while (issuer[root] !== root) root = issuer[root]!;
    for (let at = row; issuer[at] !== root; ) [at, issuer[at]] = [issuer[at]!, root];
    return root;
  };
  const join = (column: TextColumn | undefined, tidy: (label: string) => string, counts: (row: number) => boolean): void => {
    if (!column) return;
    const codes = identifiers(column, tidy);
    const first = new Map<number, number>();
    for (const row of table.rows) {
      const code = codes[column.codes[row]!]!;
      if (code === 0 || !counts(row)) continue;
      const other = first.get(code);
      if (other === undefined) first.set(code, row);
      else issuer[find(row)] = find(other);
    }
  };
  const type = table.text('type');
  const isFund = (row: number): boolean => type?.labels[type.codes[row]!] === FUND;
  join(
    table.text('isin'),
    (label) => label.trim().toUpperCase(),
    () => true,
  );
  join(
    table.text('CIK'),
    (label) => label.trim().replace(/^0+/, ''),
    (row) => !isFund(row),
  );
  for (let row = 0; row < issuer.length; row++) issuer[row] = find(row);
  issuersByRows.set(table.rows, issuer);
  return issuer;
}

/** Value traded in the last session, in the base currency; NaN when unknown. */
function tradedValues(table: Table): Float32Array {
  return computeColumn(
    TRADED,
    (id) => table.numbers(id),
    table.rowCount,
    () => null,
  ).map((value, row) => value * table.rates[row]!);
}

interface Trading {
  readonly values: Float32Array;
  /** Position of each row in the order of the universe. */
  readonly places: Uint32Array;
}

const tradingByRates = new WeakMap<Float32Array, Trading>();

function tradingOf(table: Table): Trading {
  let trading = tradingByRates.get(table.rates);
  if (!trading) {
    const places = new Uint32Array(table.rowCount);
    for (const [position, row] of table.rows.entries()) places[row] = position;
    trading = { values: tradedValues(table), places };
    tradingByRates.set(table.rates, trading);
  }
  return trading;
}

/**
 * Orders the rows of an issuer: the most traded first, unknown trading last, ties in the order of the universe.
 * Negative when `a` precedes `b`.
 */
export function compareListings(table: Table): (a: number, b: number) => number {
  const { values, places } = tradingOf(table);
  return (a, b) => {
    const [first, second] = [values[a]!, values[b]!];
    if (first > second) return -1;
    if (first < second) return 1;
    return Number(Number.isNaN(first)) - Number(Number.isNaN(second)) || places[a]! - places[b]!;
  };
}

/** Keeps the most traded row of each issuer, in the current order. */
export function mostTraded(table: Table, rows: Uint32Array): Uint32Array {
  const issuer = issuers(table);
  const compare = compareListings(table);
  // The kept row + 1 by issuer; 0 for none yet.
  const best = new Uint32Array(table.rowCount);
  for (const row of rows) {
    const kept = best[issuer[row]!]!;
    if (kept === 0 || compare(row, kept - 1) < 0) best[issuer[row]!] = row + 1;
  }
  return rows.filter((row) => best[issuer[row]!] === row + 1);
}

/**
 * By row, the listing that is ranked for its issuer: the most traded of the issuer's rows where `ranked` is 1; elsewhere the row
 * itself. So an issuer with many listings counts once, and all of them have its rank.
 */
export function rankedListings(table: Table, ranked: Uint8Array): Uint32Array {
  const issuer = issuers(table);
  const listing = Uint32Array.from(issuer, (_, row) => row);
  const best = new Uint32Array(table.rowCount);
  for (const row of mostTraded(
    table,
    table.rows.filter((each) => ranked[each] === 1),
  ))
    best[issuer[row]!] = row;
  for (const row of table.rows) if (ranked[row] === 1) listing[row] = best[issuer[row]!]!;
  return listing;
}
