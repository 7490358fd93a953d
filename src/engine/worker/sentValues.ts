/** The values of a column as the page gets them: where they are when memory is shared, else a copy that is given away. */
import { capped } from '../table/cappedText.ts';
import type { ColumnValues } from '../table/columnValues.ts';
import { isTextColumn, type Table } from '../table/table.ts';

/** Whether the page may read these values where they are: shared ones are never written again. */
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

/** The memory of a copy, to be given away; none when it is shared. */
export function ownBuffer(column: ColumnValues): ArrayBuffer[] {
  const { buffer } = column.kind === 'text' ? column.codes : column.values;
  return buffer instanceof ArrayBuffer ? [buffer] : [];
}
