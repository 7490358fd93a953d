import { AsyncDuckDB, ConsoleLogger, LogLevel } from '@duckdb/duckdb-wasm';
import workerUrl from '@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js?url';
import engineUrl from '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm?url';
import { Float32, Int32, makeData, Table, Utf8, Vector, vectorFromArray } from 'apache-arrow';
import { type Contender, sampled } from '../contender.ts';
import { describedColumns } from '../universe.ts';
import { BINS } from '../workloads.ts';
import manifest from './package.json' with { type: 'json' };
import { asking, derivation, histograms, summary } from './sql.ts';

/** Bytes of a table that are sent to it at once. */
const BATCH_ROWS = 50_000;
/** Maximum rows: with more, the table of W5 and the others exceed WebAssembly's 4 GB. */
const DESCRIBED_ROWS_MAX = 250_000;
/** Count, ends and mean. */
const FIGURES = 4;

/** A column of Arrow whose NaN are nulls. */
function numbers(data: Float32Array): Vector {
  const nullBitmap = new Uint8Array(Math.ceil(data.length / 8));
  let nullCount = 0;
  for (let row = 0; row < data.length; row++) {
    if (Number.isNaN(data[row]!)) nullCount++;
    else nullBitmap[row >> 3]! |= 1 << (row & 7);
  }
  return new Vector([makeData({ type: new Float32(), length: data.length, data, nullBitmap, nullCount })]);
}

export const peer: Contender = {
  name: 'DuckDB-wasm',
  version: manifest.dependencies['@duckdb/duckdb-wasm'],
  async load(universe, { filters, sortOne, sortTwo, steps, dragLast, dragFirst, dragSorted }) {
    const { rows, columns, categories } = universe;
    const isDescribed = rows <= DESCRIBED_ROWS_MAX;
    const described = isDescribed ? describedColumns(universe) : new Map<string, Float32Array>();
    const worker = new Worker(workerUrl);
    const database = new AsyncDuckDB(new ConsoleLogger(LogLevel.ERROR), worker);
    await database.instantiate(engineUrl);
    const connection = await database.connect();
    const ids = [...described.keys()];
    const ratiosOnly = [...described].filter(([id]) => !columns.has(id));
    for (let from = 0; from < rows; from += BATCH_ROWS) {
      const to = Math.min(from + BATCH_ROWS, rows);
      const row = Int32Array.from({ length: to - from }, (_, index) => from + index);
      const batch = new Table({
        row: new Vector([makeData({ type: new Int32(), length: row.length, data: row })]),
        ...Object.fromEntries([...columns].map(([id, values]) => [id, numbers(values.slice(from, to))])),
        ...Object.fromEntries(
          [...categories].map(([id, { codes, labels }]) => [
            id,
            vectorFromArray(
              Array.from(codes.subarray(from, to), (code) => labels[code]!),
              new Utf8(),
            ),
          ]),
        ),
      });
      await connection.insertArrowTable(batch, { name: 'universe', create: from === 0 });
      if (!isDescribed) continue;
      const made = new Table({
        row: new Vector([makeData({ type: new Int32(), length: row.length, data: row })]),
        ...Object.fromEntries(ratiosOnly.map(([id, values]) => [id, numbers(values.slice(from, to))])),
      });
      await connection.insertArrowTable(made, { name: 'made', create: from === 0 });
    }
    if (isDescribed) {
      await connection.query('CREATE TABLE described AS SELECT * FROM universe JOIN made USING (row)');
      await connection.query('DROP TABLE made');
    }
    /** A number of a result's only row. */
    const figuresOf = async (text: string): Promise<number[]> => {
      const answer = await connection.query(text);
      return answer.schema.fields.map((_, column) => Number(answer.getChildAt(column)!.toArray()[0] ?? Number.NaN));
    };
    const describe = async (): Promise<number[]> => {
      const [count = 0, ...figures] = await figuresOf(summary(ids, filters));
      const at = (column: number, figure: number): number => figures[FIGURES * column + figure]!;
      await connection.query(
        histograms(
          ids.map((id, column) => ({ id, low: at(column, 1), high: at(column, 2) })),
          filters,
          BINS,
        ),
      );
      return ids.map((_, column) => count - at(column, 0));
    };
    const task = asking(async (text) => (await connection.query(text)).getChildAt(0)!.toArray() as Int32Array);
    const derive = derivation();
    await connection.query(derive);
    const made = await connection.query('SELECT * FROM ratios');
    const ratios = made.schema.fields.map((_, column) => Array.from(made.getChildAt(column)!, (value) => value as number | null));
    return {
      W1: { run: () => connection.query(derive), answer: () => sampled(ratios) },
      W2: task([filters]),
      W3a: task([sortOne]),
      W3b: task([sortTwo]),
      W4: task([steps]),
      ...(isDescribed && { W5: { run: describe, answer: (missing: unknown) => missing as number[] } }),
      'W6 last': task(dragLast),
      'W6 first': task(dragFirst),
      'W6 sorted': task(dragSorted),
    };
  },
};
