import uFuzzy from '@leeoniya/ufuzzy';
import type { Column } from '../../catalogue/column.ts';
import { columnNamed, synonymsOf } from '../../catalogue/synonyms.ts';
import { columnLabel, groupLabel } from '../state/words.ts';

const strict = new uFuzzy({ intraMode: 0, intraIns: 0 });
const fuzzy = new uFuzzy({ intraMode: 0, intraIns: 3 });
const TERMS_IN_ANY_ORDER = 3;

/** Initials, such as roic for Return on invested capital. */
function initials(label: string): string {
  return label
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.charAt(0))
    .join('')
    .toLowerCase();
}

/** Searchable text of a column. */
function words(column: Column): string {
  return `${columnLabel(column.id)} ${column.id} ${groupLabel(column.group)} ${synonymsOf(column.id)}`;
}

/** Whether the text starts a word of the column's name, id or synonyms: sets does not match assets. */
export function beginsWord(column: Column, text: string): boolean {
  const needle = text.trim().toLowerCase();
  const named = words(column).toLowerCase();
  for (let at = named.indexOf(needle); at >= 0; at = named.indexOf(needle, at + 1)) {
    if (at === 0 || /[^\p{L}\p{N}]/u.test(named.charAt(at - 1))) return true;
  }
  return initials(columnLabel(column.id)) === needle;
}

const STATISTIC = /^stats\.(\d+)\.(.+)$/;

/** Keeps the positions but orders the columns of one price statistic by window. */
function byWindow(columns: readonly Column[]): readonly Column[] {
  const families = new Map<string, Column[]>();
  for (const column of columns) {
    const metric = STATISTIC.exec(column.id)?.[2];
    if (metric !== undefined) families.set(metric, [...(families.get(metric) ?? []), column]);
  }
  const windowOf = ({ id }: Column): number => Number(STATISTIC.exec(id)?.[1]);
  for (const family of families.values()) family.sort((a, b) => windowOf(a) - windowOf(b));
  return columns.map((column) => families.get(STATISTIC.exec(column.id)?.[2] ?? '')?.shift() ?? column);
}

/** Matching columns, best first; all for an empty text. */
export function searchColumns(columns: readonly Column[], text: string): readonly Column[] {
  const needle = text.trim();
  if (needle === '') return columns;
  const lower = needle.toLowerCase();
  const named = columnNamed(needle) ?? columnNamed(`${needle} return`);
  const isExact = (column: Column): boolean => column.id.toLowerCase() === lower || initials(columnLabel(column.id)) === lower;
  const exact = [...columns.filter(({ id }) => id === named), ...columns.filter(isExact)];
  const haystack = columns.map(words);
  const close = ranked(strict, haystack, needle);
  const found = close.length > 0 || exact.length > 0 ? close : ranked(fuzzy, haystack, needle);
  return [...new Set([...exact, ...byWindow(found.flatMap((index) => columns[index] ?? []))])];
}

/** Matching indexes, best first. */
function ranked(searcher: uFuzzy, haystack: string[], needle: string): readonly number[] {
  const [indexes, matches, order] = searcher.search(haystack, needle, TERMS_IN_ANY_ORDER);
  if (!indexes) return [];
  return order && matches ? order.flatMap((index) => matches.idx[index] ?? []) : [...indexes];
}
