/** Matches rows of several sources to one security: by symbol, otherwise by an ISIN or CIK that is unique in both. */
import type { Cell } from '../formats/duckdb.ts';

export type Row = Readonly<Record<string, Cell | undefined>>;

export interface Entity {
  /** Securities rows by source index. */
  readonly rows: Map<number, Row>;
  /** Symbols by source index. */
  readonly symbols: Map<number, string>;
}

/** Vendors separate share classes by a dot, dash, slash, space or underscore. */
function keyOf(symbol: string): string {
  return symbol.toUpperCase().replaceAll(/[./_ ]/g, '-');
}

const textOf = (row: Row | undefined, id: string): string => {
  const value = row?.[id];
  return value === null || value === undefined ? '' : String(value).trim();
};
/** CIKs come with and without leading zeros. */
const cikOf = (row: Row | undefined): string => textOf(row, 'CIK').replace(/^0+/, '');
const isinOf = (row: Row | undefined): string => textOf(row, 'isin').toUpperCase();
/** The first six characters of a CUSIP, also part of a US ISIN, identify the issuer; the others change with every reverse split. */
const issuerOf = (row: Row | undefined): string =>
  textOf(row, 'cusip').toUpperCase().slice(0, 6) || /^US([0-9A-Z]{6})/.exec(isinOf(row))?.[1] || '';
/** The clearing house omits the separator: BRKB. */
const SHARE_CLASS = /^([A-Z0-9]+)-([A-Z])$/;
const firstWordOf = (row: Row | undefined): string =>
  textOf(row, 'name')
    .toUpperCase()
    .split(/[^A-Z0-9]+/, 1)[0] ?? '';

function countsOf(values: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Collects entities source by source, the most trusted first. */
export class Identities {
  readonly entities: Entity[] = [];
  readonly #byKey = new Map<string, Entity>();
  readonly #byIsin = new Map<string, Entity[]>();
  readonly #byCik = new Map<string, Entity[]>();
  readonly #byUnsigned = new Map<string, Entity>();

  /**
   * Adds a source's securities and the symbols that only its other tables have.
   * @param rows by symbol
   * @returns symbols that can't be joined, with reasons
   */
  add(place: number, rows: ReadonlyMap<string, Row>, otherSymbols: Iterable<string>): ReadonlyMap<string, string> {
    const refused = new Map<string, string>();
    const symbols = [...new Set([...rows.keys(), ...otherSymbols])];
    const keys = countsOf(symbols.map(keyOf));
    const isins = countsOf([...rows.values()].map(isinOf));
    const ciks = countsOf([...rows.values()].map(cikOf));
    const added: Entity[] = [];
    for (const symbol of symbols) {
      const row = rows.get(symbol);
      // If two symbols of one source differ only in the separator, they are two securities and join by the exact symbol only.
      const key = keys.get(keyOf(symbol)) === 1 ? keyOf(symbol) : `=${symbol}`;
      const entity = this.#byKey.get(key) ?? this.#byNumber(row, isins, ciks) ?? this.#byClass(place, key, row);
      const other = entity && [...entity.rows.values()].find((known) => differs(known, row));
      if (entity?.symbols.has(place)) refused.set(symbol, `it is ${entity.symbols.get(place)} under another symbol`);
      else if (other) refused.set(symbol, 'the symbol has another ISIN, CIK or CUSIP in a source of more trust');
      else if (entity) join(entity, place, symbol, row);
      else {
        const fresh: Entity = { rows: new Map(), symbols: new Map() };
        join(fresh, place, symbol, row);
        this.entities.push(fresh);
        added.push(fresh);
        this.#byKey.set(key, fresh);
        this.#byKey.set(`=${symbol}`, fresh);
        const parts = SHARE_CLASS.exec(key);
        if (parts) this.#byUnsigned.set(`${parts[1]}${parts[2]}`, fresh);
      }
    }
    for (const entity of added) this.#index(entity, entity.rows.get(place));
    return refused;
  }

  #index(entity: Entity, row: Row | undefined): void {
    for (const [index, number] of [
      [this.#byIsin, isinOf(row)],
      [this.#byCik, cikOf(row)],
    ] as const) {
      if (number !== '') index.set(number, [...(index.get(number) ?? []), entity]);
    }
  }

  /** Matches a symbol without a separator to a share class with the same first word of its name. */
  #byClass(place: number, key: string, row: Row | undefined): Entity | undefined {
    const entity = textOf(row, 'cusip') === '' ? undefined : this.#byUnsigned.get(key);
    const word = firstWordOf(row);
    return entity &&
      !entity.symbols.has(place) &&
      word !== '' &&
      [...entity.rows.values()].some((known) => firstWordOf(known) === word)
      ? entity
      : undefined;
  }

  /** Matches by an ISIN, otherwise a CIK, that is unique among the entities and in the row's source. */
  #byNumber(row: Row | undefined, isins: ReadonlyMap<string, number>, ciks: ReadonlyMap<string, number>): Entity | undefined {
    const only = (entities: readonly Entity[] | undefined): Entity | undefined =>
      entities?.length === 1 ? entities[0] : undefined;
    const [isin, cik] = [isinOf(row), cikOf(row)];
    return (
      (isins.get(isin) === 1 ? only(this.#byIsin.get(isin)) : undefined) ??
      (ciks.get(cik) === 1 ? only(this.#byCik.get(cik)) : undefined)
    );
  }
}

function join(entity: Entity, place: number, symbol: string, row: Row | undefined): void {
  entity.symbols.set(place, symbol);
  if (row) entity.rows.set(place, row);
}

function differs(known: Row, row: Row | undefined): boolean {
  const areDifferent = (a: string, b: string): boolean => a !== '' && b !== '' && a !== b;
  return (
    areDifferent(isinOf(known), isinOf(row)) ||
    areDifferent(cikOf(known), cikOf(row)) ||
    areDifferent(issuerOf(known), issuerOf(row))
  );
}
