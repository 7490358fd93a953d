/** A step that sorts by one column: rows by keys, and pairs of rows by comparison. */
import { firstByKeys } from '../../../kernels/sort/first.ts';
import { numberKeys, sortByCodes, sortByKeys, sortByNumbers } from '../../../kernels/sort/radix.ts';
import type { SortDirection } from '../../catalogue/codes.ts';
import { ratesOf } from '../table/numbers.ts';
import type { Table, TextColumn } from '../table/table.ts';
import { printDirection, readDirection } from './clauses.ts';
import { NO_TRACE, renameColumn, type StepRun, type StepText } from './kind.ts';
import { printColumn, readColumn } from './reader.ts';
import { type StepOf, stepKind } from './step.ts';

/** Orders the rows; stable, missing last in both directions. Direction None keeps the order. */
export interface SortStep extends StepOf<'sort'> {
  readonly columnId: string;
  readonly sortOperator: SortDirection;
}

export const { make: sortStep, is: isSort } = stepKind<SortStep>('sort');

export const sortText: StepText<SortStep> = {
  read: (reader) =>
    reader.takeWord('sort') ? sortStep({ columnId: readColumn(reader), sortOperator: readDirection(reader) }) : null,
  print: ({ columnId, sortOperator }) =>
    sortOperator === 'None' ? null : `sort ${printColumn(columnId)} ${printDirection(sortOperator)}`,
  columns: ({ columnId }) => [columnId],
  dependsOn: ({ sortOperator }) => (sortOperator === 'None' ? 'nothing' : 'order'),
  orderedBy: ({ columnId, sortOperator }) => (sortOperator === 'None' ? [] : [{ columnId, sortOperator }]),
  pieces: [['sort ', 'sort x asc']],
  fault: () => null,
  rename: renameColumn,
};

/** Up to this many labels, rows are sorted by counting codes: the table of counts fits into the L1 cache. */
const CODES_MAX = 2048;

/** The order of a text column's labels, by UTF-16 code units so that it is the same on every machine; the empty one is missing and last. */
interface Ranking {
  /** By code. */
  readonly ranks: Uint32Array;
  readonly ascending: Uint32Array;
  readonly descending: Uint32Array;
}

const rankings = new WeakMap<readonly string[], Ranking>();

function rankingOf({ labels }: TextColumn): Ranking {
  let ranking = rankings.get(labels);
  if (!ranking) {
    const codes = labels.map((_, code) => code).slice(1);
    codes.sort((a, b) => (labels[a]! < labels[b]! ? -1 : 1));
    // The last position stays 0, the code of missing.
    const ascending = new Uint32Array(labels.length);
    ascending.set(codes);
    const ranks = new Uint32Array(labels.length);
    for (const [rank, code] of ascending.entries()) ranks[code] = rank;
    const descending = new Uint32Array(labels.length);
    descending.set(codes.reverse());
    ranking = { ranks, ascending, descending };
    rankings.set(labels, ranking);
  }
  return ranking;
}

/** Sort keys of a text column: ascending or descending ranks, missing last. */
function textKeys(text: TextColumn, rows: Uint32Array, descending: boolean): Uint32Array {
  const { ranks } = rankingOf(text);
  const missing = text.labels.length - 1;
  const keys = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const rank = ranks[text.codes[rows[i]!]!]!;
    keys[i] = descending && rank !== missing ? missing - 1 - rank : rank;
  }
  return keys;
}

/** Sorts rows; returns the input when the order stays the same. */
export function applySort(table: Table, { columnId, sortOperator }: SortStep, rows: Uint32Array): Uint32Array {
  if (sortOperator === 'None') return rows;
  const descending = sortOperator === 'Descending';
  const text = table.text(columnId);
  if (text) {
    if (text.labels.length > CODES_MAX) return sortByKeys(rows, textKeys(text, rows, descending));
    return sortByCodes(rows, text.codes, rankingOf(text)[descending ? 'descending' : 'ascending']);
  }
  const values = table.numbers(columnId);
  const column = table.column(columnId);
  return values && column ? sortByNumbers(values, ratesOf(table, column), rows, descending) : rows;
}

/** The first `limit` rows of {@link applySort}, without ordering the others. */
export function sortedFirst(table: Table, { columnId, sortOperator }: SortStep, rows: Uint32Array, limit: number): Uint32Array {
  if (sortOperator === 'None') return rows.slice(0, limit);
  const descending = sortOperator === 'Descending';
  const text = table.text(columnId);
  if (text) return firstByKeys(rows, textKeys(text, rows, descending), limit);
  const values = table.numbers(columnId);
  const column = table.column(columnId);
  if (!values || !column) return rows.slice(0, limit);
  return firstByKeys(rows, numberKeys(values, ratesOf(table, column), rows, descending), limit);
}

/** From this average number of rows per label on, sorting label by label stays within the L2 cache and takes less time than sorting twice. */
const GROUP_ROWS_MIN = 16_384;

/** Applies two consecutive sorts, the second by a text column with few labels: sorts each label's rows. Null where two sorts are faster. */
export function applySorts(table: Table, first: SortStep, second: SortStep, rows: Uint32Array): Uint32Array | null {
  const text = table.text(second.columnId);
  if (!text || second.sortOperator === 'None' || rows.length < GROUP_ROWS_MIN * text.labels.length) return null;
  const sorted = applySort(table, second, rows);
  for (let from = 0, to = 1; to <= sorted.length; to++) {
    if (to < sorted.length && text.codes[sorted[to]!] === text.codes[sorted[from]!]) continue;
    sorted.set(applySort(table, first, sorted.subarray(from, to)), from);
    from = to;
  }
  return sorted;
}

export type Precedes = (a: number, b: number) => boolean;

/** A number per row that a sort puts in ascending order, NaN last; null for a sort that keeps the order. */
function placeBy(table: Table, { columnId, sortOperator }: SortStep): ((row: number) => number) | null {
  if (sortOperator === 'None') return null;
  const sign = sortOperator === 'Descending' ? -1 : 1;
  const text = table.text(columnId);
  if (text) {
    const { ranks } = rankingOf(text);
    return (row) => (text.codes[row] === 0 ? Number.NaN : sign * ranks[text.codes[row]!]!);
  }
  const values = table.numbers(columnId);
  const column = table.column(columnId);
  if (!values || !column) return null;
  const rates = ratesOf(table, column);
  return rates ? (row) => sign * Math.fround(values[row]! * rates[row]!) : (row) => sign * values[row]!;
}

/** The order after {@link applySort}, given the order before. */
export function sortedOrder(table: Table, step: SortStep, before: Precedes): Precedes {
  const place = placeBy(table, step);
  if (!place) return before;
  return (a, b) => {
    const [first, second] = [place(a), place(b)];
    if (first === second || (Number.isNaN(first) && Number.isNaN(second))) return before(a, b);
    return first < second || Number.isNaN(second);
  };
}

export const sortRun: StepRun<SortStep> = {
  apply: (table, step, rows) => ({ rows: applySort(table, step, rows), missing: 0 }),
  trace: () => NO_TRACE,
};
