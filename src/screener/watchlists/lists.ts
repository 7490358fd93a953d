/** Named lists of securities, kept on this device. */
import { readList, writeList } from '../../shell/storage.ts';
import { asRef, state } from '../state/store.ts';

export interface Watchlist {
  readonly name: string;
  /** Symbols; of one that several securities have, SYMBOL@EXCHANGE. */
  readonly symbols: readonly string[];
}

const SETTING = 'watchlists';
/** Entries of a list. With ten characters each they fit into the text of a screen. */
export const NAMES_MAX = 50_000;

function isWatchlist(value: unknown): value is Watchlist {
  if (typeof value !== 'object' || value === null) return false;
  const { name, symbols } = value as Partial<Watchlist>;
  return typeof name === 'string' && Array.isArray(symbols) && symbols.every((symbol) => typeof symbol === 'string');
}

export function watchlists(): readonly Watchlist[] {
  return readList(SETTING, isWatchlist);
}

function write(lists: readonly Watchlist[]): void {
  writeList(SETTING, lists);
  state.watchlists = asRef([...lists]);
}

/** Keeps a list; one of the same name is replaced. */
export function keepWatchlist(list: Watchlist): void {
  const others = watchlists().filter(({ name }) => name !== list.name);
  write([...others, { ...list, symbols: list.symbols.slice(0, NAMES_MAX) }]);
}

export function dropWatchlist(name: string): void {
  write(watchlists().filter((list) => list.name !== name));
}
