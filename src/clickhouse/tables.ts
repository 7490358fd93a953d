/** The tables of a history in ClickHouse: on one server, or sharded by security over a cluster, replicated if it has replicas. */
import { CLICKHOUSE } from '../sql/clickhouse.ts';
import { SNAPSHOT, type StoredColumn, UNIVERSE_TABLE } from '../sql/table.ts';
import { ID_COLUMN } from '../wire/history.ts';
import type { Server } from './client.ts';
import { typeOf } from './rowBinary.ts';

/** A row per complete snapshot. */
export const SNAPSHOTS_TABLE = 'snapshots';
/** `history.json` and the sessions of the history, a row per chunk: every server has them all. */
export const FILES_TABLE = 'files';
const { quote } = CLICKHOUSE;

/** Whether the shards of a cluster have replicas; throws for a cluster unknown to the server. */
async function isReplicated(server: Server, cluster: string): Promise<boolean> {
  const [row] = await server.rows(
    `SELECT count(), max(replica_num) FROM system.clusters WHERE cluster = ${CLICKHOUSE.text(cluster)}`,
  );
  if (Number(row?.[0] ?? 0) === 0) throw new Error(`${server.address.url} knows no cluster ${cluster}`);
  return Number(row![1]) > 1;
}

/** A table of the database as a query names it. */
export const tableName = ({ address }: Server, table: string): string => `${quote(address.database)}.${quote(table)}`;

/** The table with the rows of one shard. */
export const shardName = (server: Server): string =>
  tableName(server, server.address.cluster === null ? UNIVERSE_TABLE : `${UNIVERSE_TABLE}_shard`);

/** The end of a statement about a table of all servers. */
export const onCluster = ({ address }: Server): string =>
  address.cluster === null ? '' : ` ON CLUSTER ${quote(address.cluster)}`;

/**
 * Creates the tables that don't exist. A partition holds one snapshot, of daily histories a month.
 * @throws ServerError; an Error for a table with other columns
 */
export async function createTables(
  server: Server,
  columns: readonly StoredColumn[],
  every: 'month' | 'week' | 'day',
): Promise<void> {
  const { cluster, database } = server.address;
  const replicated = cluster !== null && (await isReplicated(server, cluster));
  const on = onCluster(server);
  const engine = (path: string, replica: string, kind = 'MergeTree'): string =>
    replicated ? `Replicated${kind}('/clickhouse/tables/${path}', '${replica}')` : kind;
  const structure = columns.map((column) => `${quote(column.name)} ${typeOf(column)}`).join(', ');
  const partition = every === 'month' ? quote(SNAPSHOT) : `toYYYYMM(${quote(SNAPSHOT)})`;
  await server.run(`CREATE DATABASE IF NOT EXISTS ${quote(database)}${on}`);
  await server.run(
    `CREATE TABLE IF NOT EXISTS ${shardName(server)}${on} (${quote(SNAPSHOT)} Date, ${structure}) ENGINE = ${engine(`{shard}/${database}/${UNIVERSE_TABLE}`, '{replica}')} PARTITION BY ${partition} ORDER BY (${quote(SNAPSHOT)}, ${quote('#place')})`,
  );
  if (cluster !== null)
    await server.run(
      `CREATE TABLE IF NOT EXISTS ${tableName(server, UNIVERSE_TABLE)}${on} AS ${shardName(server)} ENGINE = Distributed(${CLICKHOUSE.text(cluster)}, ${quote(database)}, ${quote(`${UNIVERSE_TABLE}_shard`)}, cityHash64(${quote(ID_COLUMN)}))`,
    );
  await server.run(
    `CREATE TABLE IF NOT EXISTS ${tableName(server, SNAPSHOTS_TABLE)}${on} (${quote(SNAPSHOT)} Date, block String, rows UInt32, digest String, base String) ENGINE = ${engine(`${database}/${SNAPSHOTS_TABLE}`, '{shard}_{replica}')} ORDER BY ${quote(SNAPSHOT)}`,
  );
  await server.run(
    `CREATE TABLE IF NOT EXISTS ${tableName(server, FILES_TABLE)}${on} (name String, piece UInt32, bytes String) ENGINE = ${engine(`${database}/${FILES_TABLE}`, '{shard}_{replica}', 'ReplacingMergeTree')} ORDER BY (name, piece)`,
  );
  const there = await readColumns(server);
  const lacking = columns.find(({ name }) => !there.has(name));
  if (lacking) throw new Error(`the table in ${database} has no column ${lacking.name}: push this history into another database`);
}

export async function readColumns(server: Server): Promise<Map<string, StoredColumn['kind']>> {
  const rows = await server.rows(
    `SELECT name, type FROM system.columns WHERE database = ${CLICKHOUSE.text(server.address.database)} AND table = ${CLICKHOUSE.text(UNIVERSE_TABLE)}`,
  );
  const kindOf = (type: string): StoredColumn['kind'] =>
    type.includes('String') ? 'text' : type.includes('Float32') ? 'number' : 'count';
  return new Map(rows.map(([name, type]) => [String(name), kindOf(String(type))]));
}

export interface LoadedSnapshot {
  readonly date: string;
  readonly block: string;
  readonly base: string;
}

/** The complete snapshots, oldest first. */
export async function readSnapshots(server: Server): Promise<LoadedSnapshot[]> {
  const rows = await server.rows(
    `SELECT toString(${quote(SNAPSHOT)}), block, base FROM ${tableName(server, SNAPSHOTS_TABLE)} ORDER BY ${quote(SNAPSHOT)}`,
  );
  return rows.map(([date, block, base]) => ({ date: String(date), block: String(block), base: String(base) }));
}
