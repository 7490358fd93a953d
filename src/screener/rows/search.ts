/** Finds securities by symbol, name or ISIN, using the grid's copies of the columns. */
import uFuzzy from '@leeoniya/ufuzzy';
import type { ColumnValues } from '../../engine/table/columnValues.ts';
import { state } from '../state/store.ts';

export interface FoundRow {
  readonly row: number;
  readonly symbol: string;
  readonly name: string;
  /** Position in the result, or -1. */
  readonly position: number;
}

const fuzzy = new uFuzzy({ intraMode: 0, intraIns: 3 });
const TERMS_IN_ANY_ORDER = 1;
/** More matches are not ranked. */
const RANKED_MAX = 2000;

interface Haystack {
  readonly version: number;
  readonly texts: string[];
  readonly symbols: readonly string[];
  readonly names: readonly string[];
}

let haystack: Haystack | null = null;

export function textsOf(column: ColumnValues | undefined): readonly string[] {
  if (column?.kind !== 'text') return [];
  return Array.from(column.codes, (code) => column.labels[code] ?? '');
}

function currentHaystack(): Haystack | null {
  const { frame } = state;
  if (!frame?.columns.has('symbol') || !frame.columns.has('name')) return null;
  if (haystack?.version !== frame.version) {
    const [symbols, names] = [textsOf(frame.columns.get('symbol')), textsOf(frame.columns.get('name'))];
    haystack = { version: frame.version, symbols, names, texts: symbols.map((symbol, row) => `${symbol} ${names[row]}`) };
  }
  return haystack;
}

const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/i;

/** Rows with this ISIN, once the column is loaded. */
export function rowsOfIsin(column: ColumnValues | undefined, text: string): readonly number[] {
  if (column?.kind !== 'text' || !ISIN.test(text)) return [];
  const code = column.labels.indexOf(text.toUpperCase());
  return code > 0 ? Array.from(column.codes.keys()).filter((row) => column.codes[row] === code) : [];
}

/** Matching securities: exact symbols, symbol prefixes, then fuzzy matches. */
export function searchRows(text: string, max: number): readonly FoundRow[] {
  const needle = text.trim();
  const hay = currentHaystack();
  const { frame } = state;
  if (!hay || !frame || needle === '') return [];
  const isin = rowsOfIsin(frame.columns.get('isin'), needle);
  const upper = needle.toUpperCase();
  const same: number[] = [];
  const starting: number[] = [];
  for (const [row, symbol] of hay.symbols.entries()) {
    if (symbol.toUpperCase() === upper) same.push(row);
    else if (starting.length < max && symbol.toUpperCase().startsWith(upper)) starting.push(row);
  }
  starting.sort((a, b) => (hay.symbols[a]?.length ?? 0) - (hay.symbols[b]?.length ?? 0));
  const [indexes, matches, order] = fuzzy.search(hay.texts, needle, TERMS_IN_ANY_ORDER, RANKED_MAX);
  const close = order && matches ? order.map((index) => matches.idx[index] ?? -1) : (indexes ?? []);
  const rows = [...new Set([...isin, ...same, ...starting, ...close.slice(0, max)])].slice(0, max);
  return rows.map((row) => ({
    row,
    symbol: hay.symbols[row] ?? '',
    name: hay.names[row] ?? '',
    position: frame.rows.indexOf(row),
  }));
}
