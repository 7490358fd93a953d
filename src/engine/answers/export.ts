import { cellText } from '../table/cells.ts';
import { isTextColumn, type Table } from '../table/table.ts';
import type { ExportFormat } from '../worker/protocol.ts';
import { type DelimitedFormat, delimitedLine, SEPARATORS, textCell } from './delimited.ts';

/** Rows written between two checks for cancellation. */
export const EXPORT_ROWS_AT_A_TIME = 500;

export type TextFormat = Exclude<ExportFormat, 'parquet' | 'xlsx'>;

export interface ExportOptions {
  readonly format: ExportFormat;
  readonly columnIds: readonly string[];
  readonly rows: Uint32Array;
}

/**
 * Writes rows and columns as text, in chunks of EXPORT_ROWS_AT_A_TIME rows.
 * CSV and TSV begin with a header of column ids, see delimited.ts. JSON is an array of objects; a missing number is null.
 */
export function* exportChunks(
  table: Table,
  { format, columnIds, rows }: ExportOptions & { readonly format: TextFormat },
): Generator<string> {
  const isText = columnIds.map((id) => isTextColumn(table, id));
  const cells = columnIds.map((id) => cellText(table, id));
  const isDate = columnIds.map((id) => table.column(id)?.display === 'date');

  const line = (row: number, as: DelimitedFormat): string =>
    cells.map((cell, column) => (isText[column] ? textCell(cell(row), as) : cell(row))).join(SEPARATORS[as]);
  const object = (row: number): string => {
    const entries = columnIds.map((id, column) => {
      const text = cells[column]!(row);
      const value = isText[column] || (isDate[column] && text !== '') ? JSON.stringify(text) : text === '' ? 'null' : text;
      return `${JSON.stringify(id)}:${value}`;
    });
    return `{${entries.join(',')}}`;
  };

  yield format === 'json' ? '[' : delimitedLine(columnIds, format);
  for (let from = 0; from < rows.length; from += EXPORT_ROWS_AT_A_TIME) {
    const part = rows.subarray(from, from + EXPORT_ROWS_AT_A_TIME);
    if (format === 'json') yield (from === 0 ? '\n' : ',\n') + Array.from(part, object).join(',\n');
    else yield Array.from(part, (row) => `${line(row, format)}\n`).join('');
  }
  if (format === 'json') yield '\n]\n';
}

/** A file as chunks, and their number. */
export interface FileChunks {
  readonly chunks: Iterable<string | Uint8Array<ArrayBuffer>>;
  readonly count: number;
}

/** Writes a file of any format. The Parquet and workbook writers are loaded on first use. */
export async function fileChunks(table: Table, options: ExportOptions): Promise<FileChunks> {
  const { format, rows } = options;
  if (format === 'parquet') {
    const { parquetChunkCount, parquetChunks } = await import('./parquet.ts');
    return { chunks: parquetChunks(table, options), count: parquetChunkCount(options) };
  }
  if (format === 'xlsx') {
    const { xlsxChunkCount, xlsxChunks } = await import('./xlsx.ts');
    return { chunks: xlsxChunks(table, options), count: xlsxChunkCount(options) };
  }
  const count = Math.ceil(rows.length / EXPORT_ROWS_AT_A_TIME) + (format === 'json' ? 2 : 1);
  return { chunks: exportChunks(table, { ...options, format }), count };
}
