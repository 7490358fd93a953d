/** The only adapter of hyparquet-writer. Writes a result as Parquet, column by column, so that other work can run in between. */
import { ByteWriter, type ColumnSource, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { isTextColumn, type Table } from '../table/table.ts';

/** Rows per row group, the unit in which readers load. */
export const PARQUET_ROWS_AT_A_TIME = 65_536;
const DAY_SECONDS = 86_400;

interface Contents {
  readonly columnIds: readonly string[];
  readonly rows: Uint32Array;
}

/** A writer whose bytes can be taken out as they are written. */
class ChunkWriter extends ByteWriter {
  take(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.getBuffer());
    this.index = 0;
    return bytes;
  }
}

export function parquetChunkCount({ columnIds, rows }: Contents): number {
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
    // Readers compare UTF-8 bytes, but the writer's bounds compare UTF-16 units: a reader that skips by wrong bounds loses rows.
    return { name, data, statistics: false };
  }
  const values = table.numbers(name);
  const stored = isDate(table, name) ? (value: number) => Math.floor(value / DAY_SECONDS) : (value: number) => value;
  const data = Array.from(rows, (row) => {
    const value = values ? values[row]! : Number.NaN;
    return Number.isNaN(value) ? null : stored(value);
  });
  // A dictionary would merge +0 and −0.
  return { name, data, encoding: 'PLAIN' };
}

/** Merges the last row groups, of one column each, into one. */
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
 * Writes rows and columns as Parquet, in parquetChunkCount chunks. Columns are named by their ids. Numbers are FLOAT, bit for bit,
 * and dates are DATE, in days; both are null when missing. Texts are UTF-8, empty when missing, as in the other formats.
 * Row groups have PARQUET_ROWS_AT_A_TIME rows and are compressed with Snappy.
 */
export function* parquetChunks(table: Table, { columnIds, rows }: Contents): Generator<Uint8Array<ArrayBuffer>> {
  const chunks = new ChunkWriter();
  const writer = new ParquetWriter({ writer: chunks, schema: schemaOf(table, columnIds), createdBy: 'panscreen' });
  for (let from = 0; from < rows.length; from += PARQUET_ROWS_AT_A_TIME) {
    const part = rows.subarray(from, from + PARQUET_ROWS_AT_A_TIME);
    const group = writer.row_groups.length;
    for (const id of columnIds) {
      writer.write({ columnData: [columnSource(table, id, part)], rowGroupSize: part.length });
      yield chunks.take();
    }
    joinGroups(writer, group);
  }
  writer.finish();
  yield chunks.take();
}
