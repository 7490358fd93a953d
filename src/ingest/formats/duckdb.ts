/** The only module that imports DuckDB, which reads, joins and sorts files. */
import { mkdtemp, rm, rmdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import type * as Api from '@duckdb/node-api';
import { scratchFolder } from '../sources/sec/scratch.ts';

type Connection = Api.DuckDBConnection;

export type Cell = string | number | boolean | null;
/** Value for a `?` placeholder. */
export type Parameter = string | number | null;

/**
 * Beyond this the database spills to disk. With Node's heap of at most 4 GB and some hundred megabytes of columns, an ingest stays below
 * 8 GB.
 */
const MEMORY_BYTES_MAX = 3e9;
const THREADS_MAX = 4;

class DatabaseError extends Error {}

/** Quotes an SQL identifier. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Quotes an SQL string. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * A private in-memory database that spills to its own folder. It can read only the named files: no other file, no network, no extension.
 */
export class Database {
  readonly #instance: Api.DuckDBInstance;
  readonly #connection: Connection;
  readonly #folder: string;
  readonly #work: string | undefined;

  private constructor(instance: Api.DuckDBInstance, connection: Connection, folder: string, work: string | undefined) {
    this.#instance = instance;
    this.#connection = connection;
    this.#folder = folder;
    this.#work = work;
  }

  /**
   * @param files that queries may read
   * @param work parent of the spill folder; by default the system's temporary folder, which may be in memory
   * @throws if the optional package @duckdb/node-api is not installed
   */
  static async open(files: readonly string[], work?: string): Promise<Database> {
    const { DuckDBInstance } = loadApi();
    const folder = work === undefined ? await mkdtemp(join(tmpdir(), 'panscreen-')) : await scratchFolder(work, 'spilt');
    const instance = await DuckDBInstance.create(':memory:', {
      threads: String(Math.min(availableParallelism(), THREADS_MAX)),
      memory_limit: `${Math.floor(Math.min(totalmem() / 2, MEMORY_BYTES_MAX) / 1e6)}MB`,
      temp_directory: folder,
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    });
    const database = new Database(instance, await instance.connect(), folder, work);
    await database.run(`SET allowed_paths = [${files.map(quoteText).join(', ')}]`);
    await database.run('SET enable_external_access = false');
    await database.run('SET lock_configuration = true');
    return database;
  }

  async run(sql: string, parameters: readonly Parameter[] = []): Promise<void> {
    await this.rows(sql, parameters);
  }

  /** Returns all rows; for small results. Throws a {@link DatabaseError} of one line. */
  async rows(sql: string, parameters: readonly Parameter[] = []): Promise<Cell[][]> {
    try {
      const reader = await this.#connection.runAndReadAll(sql, [...parameters]);
      return reader.getRowsJS().map((row) => row.map((value) => (typeof value === 'bigint' ? Number(value) : value) as Cell));
    } catch (error) {
      throw refused(error);
    }
  }

  /** Appends rows to a table of a text and an integer column. */
  async append(table: string, rows: Iterable<readonly [text: string, index: number]>): Promise<void> {
    const intake = await this.intake(table);
    for (const row of rows) intake.add(row);
    intake.close();
  }

  /** Appends rows to a table; other statements see them after `close`. */
  async intake(table: string): Promise<{ add(cells: readonly Cell[]): void; close(): void }> {
    const appender = await this.#connection.createAppender(table);
    const types = Array.from({ length: appender.columnCount }, (_, column) => appender.columnType(column).typeId);
    const { DuckDBTypeId } = loadApi();
    const appends = types.map((type): ((value: string | number | boolean) => void) => {
      if (type === DuckDBTypeId.DOUBLE) return (value) => appender.appendDouble(Number(value));
      if (type === DuckDBTypeId.INTEGER) return (value) => appender.appendInteger(Number(value));
      return (value) => appender.appendVarchar(String(value));
    });
    return {
      add(cells) {
        for (const [column, append] of appends.entries()) {
          const value = cells[column];
          if (value === null || value === undefined || Number.isNaN(value)) appender.appendNull();
          else append(value);
        }
        appender.endRow();
      },
      close: () => appender.closeSync(),
    };
  }

  /** Streams a query's result in column-wise chunks of about 2,000 rows. Several streams may be open at once. */
  async *stream(sql: string): AsyncGenerator<Cell[][]> {
    const connection = await this.#instance.connect();
    try {
      const result = await connection.stream(sql);
      for await (const chunk of result) if (chunk.rowCount > 0) yield chunk.getColumns() as Cell[][];
    } catch (error) {
      throw refused(error);
    } finally {
      connection.closeSync();
    }
  }

  async close(): Promise<void> {
    this.#connection.closeSync();
    this.#instance.closeSync();
    await rm(this.#folder, { recursive: true, force: true });
    // Removes the work folder only if it is empty: rmdir refuses otherwise.
    if (this.#work !== undefined) await rmdir(this.#work).catch(() => undefined);
  }
}

const require = createRequire(import.meta.url);

/** By require: import() looks for the names that each of its CommonJS files exports, which takes longer than running them. */
function loadApi(): typeof Api {
  try {
    return require('@duckdb/node-api') as typeof Api;
  } catch (error) {
    throw new Error('ingest needs the optional package @duckdb/node-api: npm install @duckdb/node-api', { cause: error });
  }
}

function refused(error: unknown): DatabaseError {
  const message = error instanceof Error ? error.message : String(error);
  return new DatabaseError(message.split('\n').filter(Boolean).slice(0, 2).join(' ').trim(), { cause: error });
}
