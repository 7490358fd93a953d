/** The small tables of a history: listings, splits and dividends, and members of lists. */
import { type Action, inOrder } from '../../history/action.ts';
import { END_REASONS, type EndReason, type Listing, type Listings } from '../../history/listing.ts';
import type { Cell } from '../formats/duckdb.ts';
import { EXCHANGE_NAMES } from '../join/securities.ts';
import type { Report } from '../report/report.ts';
import { TABLE_COLUMNS, type Table } from '../sources/schema.ts';

export type Cells = Readonly<Record<string, Cell>>;

/** A row by column id. */
export function cellsOf(table: Table, [line = null, ...cells]: readonly Cell[]): Cells {
  return { line, ...Object.fromEntries(TABLE_COLUMNS[table].map(({ id }, index) => [id, cells[index] ?? null])) };
}

const textOf = (cell: Cell | undefined): string | null => (cell === null || cell === undefined ? null : String(cell));
const dayOf = (cell: Cell | undefined, otherwise: number): number => (typeof cell === 'number' ? cell : otherwise);

/** The catalogue's code of an exchange, otherwise the source's in capitals. */
export function exchangeOf(cell: Cell | undefined): string | null {
  const code = textOf(cell)?.toUpperCase() ?? null;
  return code === null ? null : (EXCHANGE_NAMES.get(code) ?? code);
}

export function listingsOf(rows: readonly Cells[], report: Report): Listing[] {
  return rows.flatMap((row) => {
    const [id, symbol, reason] = ['id', 'symbol', 'reason'].map((name) => textOf(row[name]));
    const from = dayOf(row.from, Number.NaN);
    const to = dayOf(row.to, Number.POSITIVE_INFINITY);
    const known = END_REASONS.find((name) => name === reason?.toLowerCase()) ?? null;
    const wrong = !id
      ? 'no id'
      : !symbol
        ? 'no symbol'
        : Number.isNaN(from)
          ? 'from is not an ISO date'
          : to < from
            ? 'to is before from'
            : reason && !known
              ? `reason is none of ${END_REASONS.join(', ')}`
              : null;
    if (wrong !== null || !id || !symbol) {
      report.drop('listings', wrong ?? '', [`row ${row.line} ${symbol ?? ''}`.trim()]);
      return [];
    }
    const endReturn = typeof row.endReturn === 'number' ? row.endReturn : Number.NaN;
    return [{ id, symbol, exchange: exchangeOf(row.exchange), from, to, reason: known as EndReason | null, endReturn }];
  });
}

/** Returns the id of a row's security on a day; null for none. */
export type IdOf = (id: string | null, symbol: string | null, day: number, exchange: string | null) => string | null;

/** Actions by id, in chronological order. */
export function actionsOf(rows: readonly Cells[], idOf: IdOf, report: Report): Map<string, Action[]> {
  const found = new Map<string, Action[]>();
  for (const row of rows) {
    const day = dayOf(row.date, Number.NaN);
    const kind = textOf(row.kind)?.toLowerCase();
    const value = Number(row.value ?? Number.NaN);
    const place = [`row ${row.line} ${row.symbol ?? row.id ?? ''}`.trim()];
    if (Number.isNaN(day)) report.drop('actions', 'date is not an ISO date', place);
    else if (kind !== 'split' && kind !== 'dividend') report.drop('actions', 'kind is neither split nor dividend', place);
    else if (!(value > 0)) report.drop('actions', 'value is not above 0', place);
    else {
      const id = idOf(textOf(row.id), textOf(row.symbol), day, exchangeOf(row.exchange));
      if (id === null) report.drop('actions', 'no security has the symbol on that day', place);
      else found.set(id, [...(found.get(id) ?? []), { day, kind, value }]);
    }
  }
  return new Map([...found].map(([id, actions]) => [id, inOrder(actions)]));
}

/** Membership of a security in a list, both days included. */
export interface Membership {
  readonly list: string;
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

/** A row with a symbol applies to every security listed under it during the row's days. */
export function membersOf(rows: readonly Cells[], idOf: IdOf, listings: Listings, report: Report): Membership[] {
  return rows.flatMap((row) => {
    const [list, id, symbol] = ['list', 'id', 'symbol'].map((name) => textOf(row[name]));
    const from = dayOf(row.from, Number.NaN);
    const to = dayOf(row.to, Number.POSITIVE_INFINITY);
    const place = [`row ${row.line} ${symbol ?? id ?? ''}`.trim()];
    if (!list || Number.isNaN(from) || to < from) {
      report.drop('members', list ? 'from and to are not a date range' : 'no list', place);
      return [];
    }
    if (!id && symbol && listings.knows(symbol)) {
      const held = [...listings.named(symbol)].filter((listing) => listing.from <= to && listing.to >= from);
      if (held.length === 0) report.drop('members', 'no security has the symbol on those days', place);
      return held.map((listing) => ({
        list,
        id: listing.id,
        from: Math.max(from, listing.from),
        to: Math.min(to, listing.to),
      }));
    }
    const found = idOf(id ?? null, symbol ?? null, from, null);
    if (found === null) {
      report.drop('members', 'no security has the symbol', place);
      return [];
    }
    return [{ list, id: found, from, to }];
  });
}
