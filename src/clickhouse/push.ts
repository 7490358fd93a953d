/** Loads the snapshots of a history into ClickHouse one by one; a snapshot counts once its rows are checked. */
import { digest, Fnv1a, utf8 } from '../engine/answers/receipt.ts';
import type { Table } from '../engine/table/table.ts';
import { CLICKHOUSE } from '../sql/clickhouse.ts';
import { PLACE, SNAPSHOT, type StoredColumn, type StoredValues, storedValues, UNIVERSE_TABLE } from '../sql/table.ts';
import type { Server } from './client.ts';
import { rowBinary } from './rowBinary.ts';
import { onCluster, SNAPSHOTS_TABLE, shardName, tableName } from './tables.ts';

const DAY_MS = 86_400_000;
const { quote, date: literal } = CLICKHOUSE;

interface ColumnValues {
  readonly column: StoredColumn;
  readonly values: StoredValues;
}

const bits = new Uint32Array(1);
const asFloat = new Float32Array(bits.buffer);

/** The sum of a column's bits (of a text column, of its bytes) and the count of its values. */
function sumOf({ column, values }: ColumnValues, rows: Uint32Array): [sum: number, count: number] {
  let sum = 0;
  let count = 0;
  for (const row of rows) {
    const value = values(row);
    if (typeof value === 'string') {
      sum += Buffer.byteLength(value);
      count += value === '' ? 0 : 1;
    } else if (column.kind === 'count') {
      sum += value;
      count++;
    } else if (!Number.isNaN(value)) {
      asFloat[0] = value;
      sum += bits[0]!;
      count++;
    }
  }
  return [sum, count];
}

function sumQuery({ name, kind }: StoredColumn): string {
  const column = quote(name);
  if (kind === 'text') return `toUInt64(sum(length(${column}))), countIf(${column} <> '')`;
  if (kind === 'count') return `toUInt64(sum(${column})), count(${column})`;
  return `toUInt64(ifNull(sum(toUInt64(reinterpretAsUInt32(assumeNotNull(${column})) * isNotNull(${column}))), 0)), count(${column})`;
}

async function check(server: Server, date: string, table: Table, columns: readonly ColumnValues[]): Promise<void> {
  const from = `FROM ${tableName(server, UNIVERSE_TABLE)} WHERE ${quote(SNAPSHOT)} = ${literal(date)}`;
  const again = 'push the history again';
  const [sums = []] = await server.rows(`SELECT count(), ${columns.map(({ column }) => sumQuery(column)).join(', ')} ${from}`);
  if (Number(sums[0]) !== table.rows.length)
    throw new Error(`${date}: the server has ${sums[0]} rows of ${table.rows.length}: ${again}`);
  for (const [at, each] of columns.entries()) {
    const [sum, count] = sumOf(each, table.rows);
    if (Number(sums[1 + 2 * at]) !== sum || Number(sums[2 + 2 * at]) !== count)
      throw new Error(`${date}: the server has other values in ${each.column.name}: ${again}`);
  }
  const hash = new Fnv1a();
  for (const [symbol, exchange] of await server.rows(`SELECT symbol, exchange ${from} ORDER BY ${quote(PLACE)}`))
    hash.add(utf8(`${symbol}\t${exchange}\n`));
  if (hash.hex() !== digest(table, table.rows)) throw new Error(`${date}: the server has other rows: ${again}`);
}

/**
 * Loads one snapshot: deletes what an earlier try may have left of it first. It counts once its rows, their order and every column are checked.
 * @param block name of the block of the history that it comes from
 * @throws ServerError; an Error if the server has other rows afterwards
 */
export async function pushSnapshot(
  server: Server,
  columns: readonly StoredColumn[],
  { date, block, table }: { readonly date: string; readonly block: string; readonly table: Table },
): Promise<void> {
  const values = columns.map((column): ColumnValues => ({ column, values: storedValues(table, column) }));
  const [left] = await server.rows(
    `SELECT count() FROM ${tableName(server, UNIVERSE_TABLE)} WHERE ${quote(SNAPSHOT)} = ${literal(date)}`,
  );
  if (Number(left![0]) > 0)
    await server.run(
      `ALTER TABLE ${shardName(server)}${onCluster(server)} DELETE WHERE ${quote(SNAPSHOT)} = ${literal(date)} SETTINGS mutations_sync = 2`,
    );
  const day = Date.parse(`${date}T00:00:00Z`) / DAY_MS;
  const names = [SNAPSHOT, ...columns.map(({ name }) => name)].map(quote);
  await server.insert(tableName(server, UNIVERSE_TABLE), names, rowBinary(day, table.rows, values));
  await check(server, date, table, values);
  const facts = [
    literal(date),
    ...[block, table.rows.length, digest(table, table.rows), table.base].map((fact) =>
      typeof fact === 'number' ? String(fact) : CLICKHOUSE.text(fact),
    ),
  ];
  await server.run(`INSERT INTO ${tableName(server, SNAPSHOTS_TABLE)} VALUES (${facts.join(', ')})`);
}
