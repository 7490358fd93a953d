/** Engines that run the queries of a screen, with a history in them. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rowBinary, typeOf } from '../../src/clickhouse/rowBinary.ts';
import type { History } from '../../src/engine/history/history.ts';
import type { Table } from '../../src/engine/table/table.ts';
import { Database } from '../../src/ingest/formats/duckdb.ts';
import { CLICKHOUSE } from '../../src/sql/clickhouse.ts';
import type { Dialect } from '../../src/sql/dialect.ts';
import { DUCKDB } from '../../src/sql/duckdb.ts';
import { SNAPSHOT, type StoredColumn, storedColumns, storedValues } from '../../src/sql/table.ts';

type Value = string | number | null;

export interface Engine {
  readonly dialect: Dialect;
  readonly rows: (query: string) => Promise<Value[][]>;
  /** Whether it supports everything in a query; absent if it supports everything. */
  readonly knows?: (query: string) => boolean;
  readonly close: () => Promise<void>;
}

const DAY_MS = 86_400_000;
const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/** The rows of the tables for some snapshots. */
export interface Stored {
  readonly columns: readonly StoredColumn[];
  readonly snapshots: readonly { readonly date: string; readonly table: Table }[];
}

export async function storedOf(history: History, places: readonly number[]): Promise<Stored> {
  const others = new Map<string, StoredColumn>();
  for (const place of places)
    for (const { id, unit } of (await history.table(place)).otherColumns)
      others.set(id, { name: id, kind: unit === 'text' ? 'text' : 'number' });
  const columns = storedColumns([...others.values()]);
  const snapshots = [];
  for (const place of places) {
    const table = await history.ask(place, (asked) => {
      for (const column of columns) storedValues(asked, column);
      return asked;
    });
    snapshots.push({ date: history.dates[place]!, table });
  }
  return { columns, snapshots };
}

const DUCKDB_TYPES = {
  number: ['DOUBLE', 'FLOAT'],
  text: ['VARCHAR', 'VARCHAR'],
  count: ['INTEGER', 'INTEGER'],
} as const;

export async function openDuckDb({ columns, snapshots }: Stored): Promise<Engine> {
  const database = await Database.open([]);
  const quoted = (name: string): string => DUCKDB.quote(name);
  const types = columns.map(({ name, kind }) => `${quoted(name)} ${DUCKDB_TYPES[kind][0]}`);
  await database.run(`CREATE TABLE loaded (${quoted(SNAPSHOT)} VARCHAR, ${types.join(', ')})`);
  const intake = await database.intake('loaded');
  for (const { date, table } of snapshots) {
    const values = columns.map((column) => storedValues(table, column));
    for (const row of table.rows) intake.add([date, ...values.map((value) => value(row))]);
  }
  intake.close();
  const cast = columns.map(({ name, kind }) => `${quoted(name)}::${DUCKDB_TYPES[kind][1]} AS ${quoted(name)}`);
  await database.run(
    `CREATE TABLE universe AS SELECT ${quoted(SNAPSHOT)}::DATE AS ${quoted(SNAPSHOT)}, ${cast.join(', ')} FROM loaded`,
  );
  return { dialect: DUCKDB, rows: (query) => database.rows(query) as Promise<Value[][]>, close: () => database.close() };
}

/** Where `npm ci --prefix tests/clickhouse` installs the engine. */
const CHDB = resolve('tests/clickhouse/node_modules/chdb/index.mjs');
export const HAS_CHDB = existsSync(CHDB);
if (!HAS_CHDB && process.env.PANSCREEN_CHDB === 'required')
  throw new Error(`${CHDB} is missing: npm ci --prefix tests/clickhouse`);
if (!HAS_CHDB) process.stdout.write('ClickHouse is not tried: npm ci --prefix tests/clickhouse\n');

export interface Session {
  query(sql: string, format?: string): string;
  close(): void;
}

interface Chdb {
  readonly Session: new (folder: string) => Session;
}

/** A ClickHouse in this process, with its data in a folder. */
export async function openSession(folder: string): Promise<Session> {
  const { Session } = (await import(CHDB)) as Chdb;
  return new Session(folder);
}

export async function openChdb({ columns, snapshots }: Stored): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'panscreen-chdb-'));
  const session = await openSession(join(folder, 'data'));
  const structure = [
    `${CLICKHOUSE.quote(SNAPSHOT)} Date`,
    ...columns.map((column) => `${CLICKHOUSE.quote(column.name)} ${typeOf(column)}`),
  ];
  session.query('CREATE DATABASE IF NOT EXISTS panscreen');
  session.query('USE panscreen');
  session.query(
    `CREATE TABLE universe (${structure.join(', ')}) ENGINE = MergeTree PARTITION BY toYYYYMM(${CLICKHOUSE.quote(SNAPSHOT)}) ORDER BY (${CLICKHOUSE.quote(SNAPSHOT)}, "#place") SETTINGS allow_nullable_key = 1`,
  );
  for (const { date, table } of snapshots) {
    const values = columns.map((column) => ({ column, values: storedValues(table, column) }));
    const path = join(folder, `${date}.bin`);
    writeFileSync(path, Buffer.concat([...rowBinary(dayOf(date), table.rows, values)]));
    session.query(`INSERT INTO universe FROM INFILE '${path}' FORMAT RowBinary`);
  }
  return {
    dialect: CLICKHOUSE,
    rows: async (query) =>
      session
        .query(query, 'JSONCompactEachRow')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Value[]),
    async close() {
      session.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
