/** The sole adapter of DuckDB: reads the files, joins and sorts; everything else is ours. */
import { mkdtemp, rm, rmdir } from 'node:fs/promises';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { scratchFolder } from '../sources/sec/scratch.ts';

type Api = typeof import('@duckdb/node-api');
type Connection = Awaited<ReturnType<InstanceType<Api['DuckDBInstance']>['connect']>>;

export type Cell = string | number | boolean | null;
/** A value that takes the place of a `?` of a query. */
export type Parameter = string | number | null;

/**
 * What the database may hold; the rest spills to the disk. With the 4 GB that Node gives its heap at most, and some hundred megabytes of
 * columns, an ingest stays below 8 GB whatever it reads.
 */
const MEMORY_BYTES_MAX = 3e9;
const THREADS_MAX = 4;

/** A query that the database refused, in one line. */
class DatabaseError extends Error {}

/** A name of a table or column as SQL. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as SQL. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * A private database in memory that spills to a folder of its own. It can read the named files and nothing else:
 * no other file, no network, no extension.
 */
export class Database {
  readonly #instance: InstanceType<Api['DuckDBInstance']>;
  readonly #connection: Connection;
  readonly #folder: string;
  readonly #work: string | undefined;

  private constructor(
    instance: InstanceType<Api['DuckDBInstance']>,
    connection: Connection,
    folder: string,
    work: string | undefined,
  ) {
    this.#instance = instance;
    this.#connection = connection;
    this.#folder = folder;
    this.#work = work;
  }

  /**
   * @param files the files that queries may read
   * @param work folder below which it spills; the system's for temporary files by default, which may be in memory
   * @throws when the optional package @duckdb/node-api is not installed
   */
  static async open(files: readonly string[], work?: string): Promise<Database> {
    const { DuckDBInstance } = await importApi();
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

  /** Runs a statement. Throws with the refusal in one line. */
  async run(sql: string, parameters: readonly Parameter[] = []): Promise<void> {
    await this.rows(sql, parameters);
  }

  /** All rows of a query that answers few. Throws with the refusal in one line. */
  async rows(sql: string, parameters: readonly Parameter[] = []): Promise<Cell[][]> {
    try {
      const reader = await this.#connection.runAndReadAll(sql, [...parameters]);
      return reader.getRowsJS().map((row) => row.map((value) => (typeof value === 'bigint' ? Number(value) : value) as Cell));
    } catch (error) {
      throw refused(error);
    }
  }

  /** Fills a table row by row. */
  async append(table: string, rows: Iterable<readonly [text: string, index: number]>): Promise<void> {
    const appender = await this.#connection.createAppender(table);
    for (const [text, index] of rows) {
      appender.appendVarchar(text);
      appender.appendInteger(index);
      appender.endRow();
    }
    appender.closeSync();
  }

  /** Takes rows into a table until it is closed; other statements don't see them before. */
  async intake(table: string): Promise<{ add(cells: readonly Cell[]): void; close(): void }> {
    const appender = await this.#connection.createAppender(table);
    const types = Array.from({ length: appender.columnCount }, (_, column) => appender.columnType(column).typeId);
    const { DuckDBTypeId } = await importApi();
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

  /** The answer of a query in chunks of some 2,000 rows, column by column. Several streams may be open at a time. */
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
    // The work folder goes too where nothing else is in it: the system refuses to remove any other.
    if (this.#work !== undefined) await rmdir(this.#work).catch(() => undefined);
  }
}

async function importApi(): Promise<Api> {
  try {
    return await import('@duckdb/node-api');
  } catch (error) {
    throw new Error('ingest needs the optional package @duckdb/node-api: npm install @duckdb/node-api', { cause: error });
  }
}

function refused(error: unknown): DatabaseError {
  const message = error instanceof Error ? error.message : String(error);
  return new DatabaseError(message.split('\n').filter(Boolean).slice(0, 2).join(' ').trim(), { cause: error });
}
