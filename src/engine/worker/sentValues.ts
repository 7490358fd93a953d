/** Column values as sent to the page: shared memory as it is, else a copy to transfer. */
import { capped } from '../table/cappedText.ts';
import type { ColumnValues } from '../table/columnValues.ts';
import { isTextColumn, type Table } from '../table/table.ts';

/** True when the page can read the values in place; shared ones are never rewritten. */
function isShared(values: Float32Array | Uint32Array): boolean {
  return typeof SharedArrayBuffer !== 'undefined' && values.buffer instanceof SharedArrayBuffer;
}

export function sentValues(table: Table, id: string): ColumnValues {
  const text = table.text(id);
  if (text)
    return { kind: 'text', id, codes: isShared(text.codes) ? text.codes : text.codes.slice(), labels: capped(text.labels) };
  if (isTextColumn(table, id)) return { kind: 'text', id, codes: new Uint32Array(table.rowCount), labels: [''] };
  const values = table.numbers(id);
  if (!values) return { kind: 'number', id, values: new Float32Array(table.rowCount).fill(Number.NaN) };
  return { kind: 'number', id, values: isShared(values) ? values : values.slice() };
}

/** The memory of a copy, to be transferred; none when shared. */
export function ownBuffer(column: ColumnValues): ArrayBuffer[] {
  const { buffer } = column.kind === 'text' ? column.codes : column.values;
  return buffer instanceof ArrayBuffer ? [buffer] : [];
}
