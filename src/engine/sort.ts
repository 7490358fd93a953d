/** A sort by one column: of many rows by their keys, and of two rows by comparing them. */
import { firstByKeys } from '../../kernels/first.ts';
import { numberKeys, sortByKeys } from '../../kernels/sort.ts';
import { isMoney } from '../catalogue/column.ts';
import type { SortStep } from './steps.ts';
import type { Table, TextColumn } from './table.ts';

const labelRanks = new WeakMap<readonly string[], Uint32Array>();

/** Rank of each label by UTF-16 code units, the same on every machine; the empty one is missing and gets the highest. */
function ranksOf({ labels }: TextColumn): Uint32Array {
  let ranks = labelRanks.get(labels);
  if (!ranks) {
    const order = labels.map((_, code) => code).sort((a, b) => (labels[a]! < labels[b]! ? -1 : 1));
    ranks = new Uint32Array(labels.length);
    for (const [rank, code] of order.entries()) ranks[code] = rank;
    labelRanks.set(labels, ranks);
  }
  return ranks;
}

/** Sort keys of a text column: ascending or descending ranks, missing last. */
function textKeys(text: TextColumn, rows: Uint32Array, descending: boolean): Uint32Array {
  const ranks = ranksOf(text);
  const last = text.labels.length;
  const keys = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const code = text.codes[rows[i]!]!;
    keys[i] = code === 0 ? last : descending ? last - 1 - ranks[code]! : ranks[code]!;
  }
  return keys;
}

/** The keys that a sort puts in ascending order; null for a sort that leaves the order as it is. */
function keysOf(table: Table, { columnId, sortOperator }: SortStep, rows: Uint32Array): Uint32Array | null {
  if (sortOperator === 'None') return null;
  const descending = sortOperator === 'Descending';
  const text = table.text(columnId);
  if (text) return textKeys(text, rows, descending);
  const values = table.numbers(columnId);
  const column = table.column(columnId);
  if (!values || !column) return null;
  return numberKeys(values, isMoney(column) ? table.rates : null, rows, descending);
}

export function applySort(table: Table, step: SortStep, rows: Uint32Array): Uint32Array {
  const keys = keysOf(table, step, rows);
  return keys ? sortByKeys(rows, keys) : rows;
}

/** The first `limit` rows of {@link applySort}, without putting the others in order. */
export function sortedFirst(table: Table, step: SortStep, rows: Uint32Array, limit: number): Uint32Array {
  const keys = keysOf(table, step, rows);
  return keys ? firstByKeys(rows, keys, limit) : rows.slice(0, limit);
}

/** Whether one row comes before another one. */
export type Precedes = (a: number, b: number) => boolean;

/** A number per row that a sort puts in ascending order, NaN last; null for a sort that leaves the order as it is. */
function placeBy(table: Table, { columnId, sortOperator }: SortStep): ((row: number) => number) | null {
  if (sortOperator === 'None') return null;
  const sign = sortOperator === 'Descending' ? -1 : 1;
  const text = table.text(columnId);
  if (text) {
    const ranks = ranksOf(text);
    return (row) => (text.codes[row] === 0 ? Number.NaN : sign * ranks[text.codes[row]!]!);
  }
  const values = table.numbers(columnId);
  const column = table.column(columnId);
  if (!values || !column) return null;
  const { rates } = table;
  return isMoney(column) ? (row) => sign * Math.fround(values[row]! * rates[row]!) : (row) => sign * values[row]!;
}

/** The order that {@link applySort} gives to rows that were in another order before. */
export function sortedOrder(table: Table, step: SortStep, before: Precedes): Precedes {
  const place = placeBy(table, step);
  if (!place) return before;
  return (a, b) => {
    const [first, second] = [place(a), place(b)];
    if (first === second || (Number.isNaN(first) && Number.isNaN(second))) return before(a, b);
    return first < second || Number.isNaN(second);
  };
}
