/** Finds pasted tickers, ISINs and names among the securities. */
import { NAMES_MAX } from './lists.ts';

export interface Securities {
  readonly symbols: readonly string[];
  readonly names: readonly string[];
  readonly isins: readonly string[];
}

export interface Match {
  /** Symbols of what was found, each once, in the order of the paste. */
  readonly symbols: readonly string[];
  /** What stands for no security. */
  readonly misses: readonly string[];
  /** How many entries were not looked at, because there are too many. */
  readonly leftOut: number;
}

/** Entries of a paste: one per line or between tabs and semicolons; a line without a match as a whole is also tried by commas and spaces. */
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

/** Ends of names that people leave out. */
const LEGAL_FORM = / (?:INC|CORP|CORPORATION|CO|COMPANY|LTD|LIMITED|PLC|AG|SA|SE|NV|SPA|ASA|AB|OYJ|HOLDINGS?|GROUP)$/;

function bareName(name: string): string {
  let bare = plain(name);
  for (let shorter = bare.replace(LEGAL_FORM, ''); shorter !== bare; shorter = bare.replace(LEGAL_FORM, '')) bare = shorter;
  return bare;
}

/** A dictionary in which the first security of a key stays. */
function dictionary(keys: readonly string[], key: (text: string) => string): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  for (const [row, text] of keys.entries()) {
    const word = text === '' ? '' : key(text);
    if (word !== '' && !rows.has(word)) rows.set(word, row);
  }
  return rows;
}

/** Looks up each entry as a symbol, an ISIN, then a name. */
export function matchSecurities(text: string, securities: Securities): Match {
  const bySymbol = dictionary(securities.symbols, (symbol) => symbol.toUpperCase());
  const byIsin = dictionary(securities.isins, (isin) => isin.toUpperCase());
  const byName = dictionary(securities.names, plain);
  const byBareName = dictionary(securities.names, bareName);
  const find = (entry: string): number | undefined => {
    const upper = entry.toUpperCase();
    return bySymbol.get(upper) ?? byIsin.get(upper) ?? byName.get(plain(entry)) ?? byBareName.get(bareName(entry));
  };
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
    else symbols.add(securities.symbols[row] ?? '');
  }
  return { symbols: [...symbols], misses, leftOut: Math.max(0, split.length - NAMES_MAX) };
}
