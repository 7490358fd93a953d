import uFuzzy from '@leeoniya/ufuzzy';
import type { Column } from '../../catalogue/column.ts';
import { columnLabel, groupLabel } from '../state/words.ts';

const strict = new uFuzzy({ intraMode: 0, intraIns: 0 });
const fuzzy = new uFuzzy({ intraMode: 0, intraIns: 3 });
const TERMS_IN_ANY_ORDER = 3;

/** First letters of the words: roic for Return on invested capital. */
function initials(label: string): string {
  return label
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.charAt(0))
    .join('')
    .toLowerCase();
}

/** What a column is found by. */
function words(column: Column): string {
  return `${columnLabel(column.id)} ${column.id} ${groupLabel(column.group)}`;
}

/** The columns that a text may mean, best first; all of them for an empty text. */
export function searchColumns(columns: readonly Column[], text: string): readonly Column[] {
  const needle = text.trim();
  if (needle === '') return columns;
  const lower = needle.toLowerCase();
  const isExact = (column: Column): boolean => column.id.toLowerCase() === lower || initials(columnLabel(column.id)) === lower;
  const exact = columns.filter(isExact);
  const haystack = columns.map(words);
  const close = ranked(strict, haystack, needle);
  const found = close.length > 0 || exact.length > 0 ? close : ranked(fuzzy, haystack, needle);
  return [...new Set([...exact, ...found.flatMap((index) => columns[index] ?? [])])];
}

/** Indexes of what matches, best first. */
function ranked(searcher: uFuzzy, haystack: string[], needle: string): readonly number[] {
  const [indexes, matches, order] = searcher.search(haystack, needle, TERMS_IN_ANY_ORDER);
  if (!indexes) return [];
  return order && matches ? order.flatMap((index) => matches.idx[index] ?? []) : [...indexes];
}
