/** Matches pasted tickers, ISINs and names with securities. */
import { AT } from '../steps/listStep.ts';
import { NAMES_MAX } from './lists.ts';

export interface Securities {
  readonly symbols: readonly string[];
  readonly names: readonly string[];
  readonly isins: readonly string[];
  readonly exchanges: readonly string[];
  /** Traded value of the last session in US dollars; NaN when unknown. */
  readonly traded: readonly number[];
}

export interface Match {
  /** Matched securities, each once, in pasted order: symbols, or SYMBOL@EXCHANGE for ambiguous ones. */
  readonly symbols: readonly string[];
  /** Unmatched entries. */
  readonly misses: readonly string[];
  /** Number of entries beyond the maximum. */
  readonly leftOut: number;
}

/** Entries per line or between tabs and semicolons; unmatched lines are also split at commas and spaces. */
function entriesOf(text: string): readonly string[] {
  return text
    .split(/[\n\r\t;]+/)
    .map((entry) => entry.trim().replace(/^["']|["']$/g, ''))
    .filter(Boolean);
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}.]/gu, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Suffixes that are often omitted. */
const LEGAL_FORM = / (?:INC|CORP|CORPORATION|CO|COMPANY|LTD|LIMITED|PLC|AG|SA|SE|NV|SPA|ASA|AB|OYJ|HOLDINGS?|GROUP)$/;

function bareName(name: string): string {
  let bare = plain(name);
  for (let shorter = bare.replace(LEGAL_FORM, ''); shorter !== bare; shorter = bare.replace(LEGAL_FORM, '')) bare = shorter;
  return bare;
}

/** Rows by key; of several securities with a key, the most traded one. */
function dictionary(
  keys: readonly string[],
  traded: readonly number[],
  key: (text: string) => string,
): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  const weightOf = (row: number): number => traded[row] || 0;
  for (const [row, text] of keys.entries()) {
    const word = text === '' ? '' : key(text);
    const before = rows.get(word);
    if (word !== '' && (before === undefined || weightOf(row) > weightOf(before))) rows.set(word, row);
  }
  return rows;
}

/** Unambiguous names of securities. */
function keysOf({ symbols, exchanges }: Securities): (row: number) => string {
  const counts = new Map<string, number>();
  for (const symbol of symbols) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  return (row) => {
    const symbol = symbols[row] ?? '';
    const exchange = exchanges[row] ?? '';
    return exchange !== '' && (counts.get(symbol) ?? 0) > 1 ? `${symbol}${AT}${exchange}` : symbol;
  };
}

/** Finds securities by user input. */
export interface Finder {
  /** Looks up a symbol, SYMBOL@EXCHANGE, ISIN or name, in this order. */
  find(entry: string): number | undefined;
  /** Symbol; SYMBOL@EXCHANGE for ambiguous ones. */
  keyOf(row: number): string;
  /** Empty when unknown. */
  isinOf(row: number): string;
}

export function finderOf(securities: Securities): Finder {
  const { symbols: all, isins, names, exchanges, traded } = securities;
  const upperCase = (word: string): string => word.toUpperCase();
  const bySymbol = dictionary(all, traded, upperCase);
  const byListing = dictionary(
    all.map((symbol, row) => `${symbol}${AT}${exchanges[row] ?? ''}`),
    traded,
    upperCase,
  );
  const byIsin = dictionary(isins, traded, upperCase);
  const byName = dictionary(names, traded, plain);
  const byBareName = dictionary(names, traded, bareName);
  const find = (entry: string): number | undefined => {
    const upper = entry.toUpperCase();
    return (
      bySymbol.get(upper) ??
      byListing.get(upper) ??
      byIsin.get(upper) ??
      byName.get(plain(entry)) ??
      byBareName.get(bareName(entry))
    );
  };
  return { find, keyOf: keysOf(securities), isinOf: (row) => isins[row] ?? '' };
}

export function matchSecurities(text: string, securities: Securities): Match {
  const { find, keyOf } = finderOf(securities);
  const split = entriesOf(text).flatMap((entry) => {
    if (find(entry) !== undefined) return [entry];
    const byComma = entry
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
    return byComma.flatMap((part) => {
      const words = part.split(/\s+/);
      const areSymbols = find(part) === undefined && words.length > 1 && words.every((word) => find(word) !== undefined);
      return areSymbols ? words : [part];
    });
  });
  const symbols = new Set<string>();
  const misses: string[] = [];
  for (const entry of split.slice(0, NAMES_MAX)) {
    const row = find(entry);
    if (row === undefined) misses.push(entry);
    else symbols.add(keyOf(row));
  }
  return { symbols: [...symbols], misses, leftOut: Math.max(0, split.length - NAMES_MAX) };
}
