/** Cells of an answer as the columns of a table. */
import { type Column, isText } from '../catalogue/column.ts';
import type { TextColumn } from '../engine/table/table.ts';
import type { Cell } from './client.ts';

/** The cells at a position of each row as numbers: NaN for missing. */
export function numbersAt(cells: readonly Cell[][], at: number): Float32Array {
  return Float32Array.from(cells, (row) => (typeof row[at] === 'number' ? row[at] : Number.NaN));
}

/** The same as texts: empty for missing. */
export function textsAt(cells: readonly Cell[][], at: number): TextColumn {
  const codeOf = new Map([['', 0]]);
  const codes = Uint32Array.from(cells, (row) => {
    const label = String(row[at] ?? '');
    const code = codeOf.get(label) ?? codeOf.size;
    codeOf.set(label, code);
    return code;
  });
  return { codes, labels: [...codeOf.keys()] };
}

/** Columns by their ids. */
export interface FetchedColumns {
  readonly numbers: Map<string, Float32Array>;
  readonly texts: Map<string, TextColumn>;
}

/** Adds the columns of an answer, which are in this order. */
export function addColumns({ numbers, texts }: FetchedColumns, columns: readonly Column[], cells: readonly Cell[][]): void {
  for (const [at, column] of columns.entries())
    if (isText(column)) texts.set(column.id, textsAt(cells, at));
    else numbers.set(column.id, numbersAt(cells, at));
}
