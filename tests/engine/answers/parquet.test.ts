import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileChunks } from '../../../src/engine/answers/export.ts';
import { PARQUET_ROWS_AT_A_TIME, parquetChunkCount, parquetChunks } from '../../../src/engine/answers/parquet.ts';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { applySteps } from '../../../src/engine/run/apply.ts';
import { parseScreen } from '../../../src/engine/steps/text.ts';
import { isTextColumn, type Table } from '../../../src/engine/table/table.ts';
import { withFormulas } from '../../../src/engine/table/withFormulas.ts';
import { Database, quoteText } from '../../../src/ingest/formats/duckdb.ts';
import { randomUniverse, wireSource } from '../../universe.ts';

/** More than one row group. */
const COUNTRY_COUNT = 35;
const ROWS_EACH = 2000;

const COLUMN_IDS = [
  ...['symbol', 'name', 'type', 'country', 'currency', 'exchange', 'sector', 'industry', 'isAdr', 'website', 'latestQuarter'],
  ...['date', 'close', 'volume', 'usdRate', 'marketCapitalization', 'totalAssets', 'netIncome', 'ebit', 'inventory'],
  ...['stats.252.rateBack', 'stats.21.rsi', 'stats.5.zscore', 'beta', 'pegRatio', 'currentRatio', 'returnOnEquity'],
  ...['altmanZScore', 'magicFormula', 'spread', 'dividendYield', 'grossProfitMargin'],
];
const SCREEN = 'let spread = earningsYield - costOfDebt | sort marketCapitalization desc';

const FLOAT = new Float32Array(1);
const BITS = new Uint32Array(FLOAT.buffer);

/** The bits of a float32; null for a missing one. */
function bitsOf(value: number | null): number | null {
  if (value === null || Number.isNaN(value)) return null;
  FLOAT[0] = value;
  return BITS[0]!;
}

/** The values that the file must have for a column: numbers as bits, dates as days. */
function expected(table: Table, id: string, rows: Uint32Array): readonly (string | number | null)[] {
  const text = table.text(id);
  if (isTextColumn(table, id)) return Array.from(rows, (row) => text?.labels[text.codes[row]!] ?? '');
  const values = table.numbers(id);
  const isDate = table.column(id)?.display === 'date';
  return Array.from(rows, (row) => {
    const value = values?.[row] ?? Number.NaN;
    return isDate ? (Number.isNaN(value) ? null : Math.floor(value / 86_400) + 0) : bitsOf(value);
  });
}

/** Compares values by a loop: two million take the library's comparison seconds. */
function expectSame(id: string, read: readonly unknown[], wanted: readonly unknown[]): void {
  expect(read.length, id).toBe(wanted.length);
  const row = read.findIndex((value, at) => value !== wanted[at]);
  expect({ id, row, value: read[row] }).toEqual({ id, row: -1, value: undefined });
}

describe('a result of 70,000 rows and 32 columns as Parquet', () => {
  let folder = '';
  let path = '';
  let table: Table;
  let rows: Uint32Array;
  let wanted: ReadonlyMap<string, ReturnType<typeof expected>>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'panscreen-parquet-'));
    path = join(folder, 'result.parquet');
    const steps = parseScreen(SCREEN);
    table = withFormulas(await loadTable(wireSource(randomUniverse(5, COUNTRY_COUNT, ROWS_EACH))), steps);
    rows = applySteps(table, steps, null).rows;
    wanted = new Map(COLUMN_IDS.map((id) => [id, expected(table, id, rows)]));
    const { chunks, count } = await fileChunks(table, {
      format: 'parquet',
      columnIds: COLUMN_IDS,
      rows,
    });
    const parts = Array.from(chunks, (chunk) => Buffer.from(chunk as Uint8Array));
    expect(parts.length).toBe(count);
    await writeFile(path, Buffer.concat(parts));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('has hard cases: missing values and zeros of both signs', () => {
    const bits = COLUMN_IDS.flatMap((id) => (isTextColumn(table, id) ? [] : wanted.get(id)!.slice(0, 5000)));
    for (const value of [null, 0, 0x80000000]) expect(bits).toContain(value);
    expect(wanted.get('spread')!.some((value) => value !== null)).toBe(true);
  });

  it('has the ids as names, the types, and two row groups', async () => {
    const { schema, row_groups, num_rows } = await parquetMetadataAsync(await asyncBufferFromFile(path));
    expect(schema.slice(1).map(({ name }) => name)).toEqual(COLUMN_IDS);
    expect(schema.find(({ name }) => name === 'close')).toMatchObject({ type: 'FLOAT', repetition_type: 'OPTIONAL' });
    expect(schema.find(({ name }) => name === 'symbol')).toMatchObject({ type: 'BYTE_ARRAY', converted_type: 'UTF8' });
    expect(schema.find(({ name }) => name === 'date')).toMatchObject({ type: 'INT32', converted_type: 'DATE' });
    expect(row_groups.map((group) => [Number(group.num_rows), group.columns.length])).toEqual([
      [PARQUET_ROWS_AT_A_TIME, COLUMN_IDS.length],
      [rows.length - PARQUET_ROWS_AT_A_TIME, COLUMN_IDS.length],
    ]);
    expect(Number(num_rows)).toBe(COUNTRY_COUNT * ROWS_EACH);
  });

  it('is read back by hyparquet bit for bit', async () => {
    const objects = await parquetReadObjects({ file: await asyncBufferFromFile(path) });
    expect(objects.length).toBe(rows.length);
    for (const id of COLUMN_IDS) {
      const read = objects.map((object) => {
        const value: unknown = object[id];
        if (value instanceof Date) return value.getTime() / 86_400_000 + 0;
        return typeof value === 'number' ? bitsOf(value) : value;
      });
      expectSame(id, read, wanted.get(id)!);
    }
  });

  it('is read back by DuckDB bit for bit, also where it skips row groups by their bounds', async () => {
    const database = await Database.open([path]);
    try {
      for (const id of COLUMN_IDS) {
        const column = `"${id}"`;
        const isDate = table.column(id)?.display === 'date';
        const read: (string | number | boolean | null)[] = [];
        const shown = isDate ? `${column} - DATE '1970-01-01'` : column;
        for await (const [values = []] of database.stream(`SELECT ${shown} FROM read_parquet(${quoteText(path)})`)) {
          for (const value of values) {
            if (isDate && value !== null) read.push(Number(value));
            else read.push(typeof value === 'number' ? bitsOf(value) : value);
          }
        }
        expectSame(id, read, wanted.get(id)!);
      }
      const betas = Array.from(rows, (row) => table.numbers('beta')![row]!).filter((beta) => beta >= 2);
      const names = Array.from(rows, (row) => table.text('name')!.labels[table.text('name')!.codes[row]!]!);
      const counts = await database.rows(
        `SELECT count(*) FILTER (beta >= 2), count(*) FILTER (name = 'Company 7') FROM read_parquet(${quoteText(path)})`,
      );
      expect(counts).toEqual([[betas.length, names.filter((name) => name === 'Company 7').length]]);
    } finally {
      await database.close();
    }
  });
});

describe('an empty result', () => {
  it('without columns is a file of one chunk', async () => {
    const table = await loadTable(wireSource(randomUniverse(1, 1, 3)));
    const contents = { columnIds: [], rows: table.rows };
    expect(Array.from(parquetChunks(table, contents)).length).toBe(parquetChunkCount(contents));
  });

  it('is a file with its columns and no row', async () => {
    const table = await loadTable(wireSource(randomUniverse(1, 1, 3)));
    const contents = { columnIds: ['symbol', 'close'], rows: new Uint32Array(0) };
    const parts = Array.from(parquetChunks(table, contents));
    expect(parts.length).toBe(parquetChunkCount(contents));
    const bytes = Buffer.concat(parts);
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    expect(await parquetReadObjects({ file })).toEqual([]);
    expect((await parquetMetadataAsync(file)).schema.map(({ name }) => name)).toEqual(['root', 'symbol', 'close']);
  });
});
