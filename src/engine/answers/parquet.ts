/** The sole adapter of hyparquet-writer: a result as a Parquet file, column by column, so that other work gets in between. */
import { ByteWriter, type ColumnSource, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { isTextColumn, type Table } from '../table/table.ts';

/** Rows of a row group: what readers take at a time. */
export const PARQUET_ROWS_AT_A_TIME = 65_536;
const DAY_SECONDS = 86_400;

interface Contents {
  readonly columnIds: readonly string[];
  readonly rows: Uint32Array;
}

/** Gives what has been written since it was last asked, and forgets it. */
class PieceWriter extends ByteWriter {
  take(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.getBuffer());
    this.index = 0;
    return bytes;
  }
}

/** Pieces that a file of so many rows and columns is made in. */
export function parquetPieceCount({ columnIds, rows }: Contents): number {
  return Math.ceil(rows.length / PARQUET_ROWS_AT_A_TIME) * columnIds.length + 1;
}

function schemaOf(table: Table, columnIds: readonly string[]): SchemaElement[] {
  const columns = columnIds.map((name): SchemaElement => {
    if (isTextColumn(table, name)) {
      return {
        name,
        type: 'BYTE_ARRAY',
        repetition_type: 'REQUIRED',
        converted_type: 'UTF8',
        logical_type: { type: 'STRING' },
      };
    }
    return isDate(table, name)
      ? { name, type: 'INT32', repetition_type: 'OPTIONAL', converted_type: 'DATE', logical_type: { type: 'DATE' } }
      : { name, type: 'FLOAT', repetition_type: 'OPTIONAL' };
  });
  return [{ name: 'root', num_children: columns.length }, ...columns];
}

function isDate(table: Table, id: string): boolean {
  return table.column(id)?.display === 'date';
}

function columnSource(table: Table, name: string, rows: Uint32Array): ColumnSource {
  if (isTextColumn(table, name)) {
    const text = table.text(name);
    const data = Array.from(rows, (row) => (text ? text.labels[text.codes[row]!]! : ''));
    // Readers compare UTF-8 bytes, the writer's bounds UTF-16 units: a reader that skips by wrong bounds loses rows.
    return { name, data, statistics: false };
  }
  const values = table.numbers(name);
  const stored = isDate(table, name) ? (value: number) => Math.floor(value / DAY_SECONDS) : (value: number) => value;
  const data = Array.from(rows, (row) => {
    const value = values ? values[row]! : Number.NaN;
    return Number.isNaN(value) ? null : stored(value);
  });
  // A dictionary would make one value of the two zeros.
  return { name, data, encoding: 'PLAIN' };
}

/** The last row groups, of one column each, become one of all columns. */
function joinGroups(writer: ParquetWriter, from: number): void {
  const parts = writer.row_groups.splice(from);
  const [first] = parts;
  if (!first) return;
  const bytesOf = (name: 'total_byte_size' | 'total_compressed_size'): bigint =>
    parts.reduce((sum, part) => sum + (part[name] ?? 0n), 0n);
  writer.row_groups.push({
    columns: parts.flatMap(({ columns }) => columns),
    num_rows: first.num_rows,
    total_byte_size: bytesOf('total_byte_size'),
    total_compressed_size: bytesOf('total_compressed_size'),
  });
  writer.num_rows -= first.num_rows * BigInt(parts.length - 1);
}

/**
 * Writes rows and columns as Parquet, in parquetPieceCount pieces of bytes. Columns bear their ids. Numbers are FLOAT, bit for bit,
 * a missing one null; dates DATE, as days; texts UTF-8, a missing one empty, as in the other files. Row groups have
 * PARQUET_ROWS_AT_A_TIME rows and are compressed with Snappy.
 */
export function* parquetPieces(table: Table, { columnIds, rows }: Contents): Generator<Uint8Array<ArrayBuffer>> {
  const pieces = new PieceWriter();
  const writer = new ParquetWriter({ writer: pieces, schema: schemaOf(table, columnIds), createdBy: 'panscreen' });
  for (let from = 0; from < rows.length; from += PARQUET_ROWS_AT_A_TIME) {
    const part = rows.subarray(from, from + PARQUET_ROWS_AT_A_TIME);
    const group = writer.row_groups.length;
    for (const id of columnIds) {
      writer.write({ columnData: [columnSource(table, id, part)], rowGroupSize: part.length });
      yield pieces.take();
    }
    joinGroups(writer, group);
  }
  writer.finish();
  yield pieces.take();
}
