/** Watchlists, stored on this device. */
import { readList, writeList } from '../../shell/storage.ts';
import { asRef, state } from '../state/store.ts';

export interface Watchlist {
  readonly name: string;
  /** Symbols; SYMBOL@EXCHANGE for ambiguous ones. */
  readonly symbols: readonly string[];
}

const SETTING = 'watchlists';
/** Maximum of entries. With ten characters each they fit a screen's text. */
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
  writeList(SETTING, isWatchlist, lists);
  state.watchlists = asRef([...lists]);
}

/** Saves a list, replacing one of the same name. */
export function keepWatchlist(list: Watchlist): void {
  const others = watchlists().filter(({ name }) => name !== list.name);
  write([...others, { ...list, symbols: list.symbols.slice(0, NAMES_MAX) }]);
}

export function dropWatchlist(name: string): void {
  write(watchlists().filter((list) => list.name !== name));
}
