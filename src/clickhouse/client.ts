/** The only adapter of @clickhouse/client: a server at an address, its queries with limits, and rows that are streamed to it. */
import { Readable } from 'node:stream';

type Api = typeof import('@clickhouse/client');
type Client = ReturnType<Api['createClient']>;

/** A server, or a cluster of them. */
export interface ServerAddress {
  readonly url: string;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** Name of the cluster that the tables are spread over; null for one server. */
  readonly cluster: string | null;
}

const PORT = 8123;
const SECURE_PORT = 8443;
const DATABASE = 'panscreen';
/** A query over many dates may take minutes before its first byte. */
const SILENT_MS_MAX = 600_000;
const SCHEME = /^clickhouse:\/\//;

export const isServerAddress = (text: string): boolean => SCHEME.test(text);

/**
 * Reads clickhouse://[user[:password]@]host[:port][/database][?cluster=NAME&secure=1].
 * @param environment for the password where the address has none: CLICKHOUSE_PASSWORD
 * @throws RangeError with what is wrong
 */
export function readAddress(text: string, environment: Readonly<Record<string, string | undefined>>): ServerAddress {
  const expected = 'expected clickhouse://[user@]host[:port][/database][?cluster=NAME&secure=1]';
  if (!isServerAddress(text) || !URL.canParse(text)) throw new RangeError(`${expected}, not ${text}`);
  const { username, password, hostname, port, pathname, searchParams } = new URL(text);
  if (hostname === '') throw new RangeError(expected);
  const unknown = [...searchParams.keys()].find((name) => name !== 'cluster' && name !== 'secure');
  if (unknown !== undefined) throw new RangeError(`${expected}; it has no option ${unknown}`);
  const isSecure = ['1', 'true'].includes(searchParams.get('secure') ?? '');
  const database = decodeURIComponent(pathname.slice(1)) || DATABASE;
  if (!/^\w+$/.test(database)) throw new RangeError(`a database is called by letters, digits and _, not ${database}`);
  const cluster = searchParams.get('cluster');
  if (cluster !== null && !/^[\w-]+$/.test(cluster)) throw new RangeError(`there is no cluster called ${cluster}`);
  return {
    url: `${isSecure ? 'https' : 'http'}://${hostname}:${port || (isSecure ? SECURE_PORT : PORT)}`,
    database,
    user: decodeURIComponent(username) || 'default',
    password: decodeURIComponent(password) || (environment.CLICKHOUSE_PASSWORD ?? ''),
    cluster,
  };
}

/** The most that one query may use. */
export interface Limits {
  readonly seconds: number;
  readonly rows: number;
  readonly bytes: number;
}

/** Why a query has failed, in one line for the user. */
export class ServerError extends Error {
  override name = 'ServerError';
  /** ClickHouse's number of the error; null if it never answered. */
  readonly code: string | null;
  constructor(message: string, code: string | null, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

export type Cell = string | number | boolean | null;

async function importApi(): Promise<Api> {
  try {
    return await import('@clickhouse/client');
  } catch (error) {
    throw new Error('--engine clickhouse:// needs the optional package @clickhouse/client: npm install @clickhouse/client', {
      cause: error,
    });
  }
}

export class Server {
  readonly address: ServerAddress;
  readonly #client: Client;

  private constructor(address: ServerAddress, client: Client) {
    this.address = address;
    this.#client = client;
  }

  /** @param silentMs a request without an answer for so long fails */
  static async open(address: ServerAddress, silentMs = SILENT_MS_MAX): Promise<Server> {
    const { createClient } = await importApi();
    const client = createClient({
      url: address.url,
      username: address.user,
      password: address.password,
      application: 'panscreen',
      request_timeout: silentMs,
      // One replica of each shard takes the rows and answers while it is up: the others follow a little later.
      clickhouse_settings: { load_balancing: 'in_order' },
      // What the library logs by itself would be written between the rows.
      log: { level: 127 },
    });
    return new Server(address, client);
  }

  async #asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    try {
      return await ask();
    } catch (error) {
      throw this.#refused(error);
    }
  }

  #refused(error: unknown): ServerError {
    if (error instanceof ServerError) return error;
    const { message, code } = error as { message?: string; code?: string };
    const line = (message ?? String(error)).split('\n')[0]!.trim();
    const isRefusal = code !== undefined && /^\d+$/.test(code);
    const text = isRefusal ? `${this.address.url} refused: ${line}` : `${this.address.url} did not answer: ${line || code}`;
    return new ServerError(text, isRefusal ? code : null, error);
  }

  /** Runs a statement. Throws {@link ServerError}. */
  async run(statement: string): Promise<void> {
    await this.#asked(() => this.#client.command({ query: statement, clickhouse_settings: { wait_end_of_query: 1 } }));
  }

  /**
   * All rows of a query that only reads. Throws {@link ServerError}, also when a limit is exceeded.
   * @param signal ends the query on the server too
   */
  async rows(query: string, limits?: Limits, signal?: AbortSignal): Promise<Cell[][]> {
    return await this.#asked(async () => {
      const answer = await this.#client.query({
        query,
        format: 'JSONCompactEachRow',
        ...(signal ? { abort_signal: signal } : {}),
        clickhouse_settings: {
          // A query that fails midway is then refused instead of answered by half.
          wait_end_of_query: 1,
          cancel_http_readonly_queries_on_client_close: 1,
          readonly: '2',
          output_format_json_quote_64bit_integers: 0,
          ...(limits
            ? {
                max_execution_time: limits.seconds,
                max_result_rows: String(limits.rows),
                result_overflow_mode: 'throw',
                max_memory_usage: String(limits.bytes),
              }
            : {}),
        },
      });
      return await answer.json<Cell[]>();
    });
  }

  /** Whether the user may only read. Throws {@link ServerError}. */
  async isReadOnly(): Promise<boolean> {
    return await this.#asked(async () => {
      const query = "SELECT count() FROM system.settings WHERE name = 'readonly' AND value <> '0'";
      const [row] = await (await this.#client.query({ query, format: 'JSONCompactEachRow' })).json<Cell[]>();
      return Number(row?.[0]) === 1;
    });
  }

  /** Inserts rows, as RowBinary, into the columns of a table. Throws {@link ServerError}. */
  async insert(table: string, columns: readonly string[], chunks: Iterable<Uint8Array>): Promise<void> {
    await this.#asked(async () => {
      const { stream } = await this.#client.exec({
        query: `INSERT INTO ${table} (${columns.join(', ')}) FORMAT RowBinary`,
        values: Readable.from(chunks, { objectMode: false }),
        clickhouse_settings: { wait_end_of_query: 1, insert_distributed_sync: 1 },
      });
      stream.resume();
      await new Promise((resolve, reject) => stream.once('end', resolve).once('error', reject));
    });
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}
