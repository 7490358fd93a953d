import { columnById, otherColumn } from '../catalogue/catalogue.ts';
import type { Column } from '../catalogue/column.ts';
import { SOURCE_FLAGS, STATEMENT_CURRENCY } from '../catalogue/company.ts';
import { isAsOf, SNAPSHOT_COLUMN } from '../engine/steps/asOf.ts';
import type { Step } from '../engine/steps/registry.ts';
import type { StepCount } from '../engine/steps/stepCount.ts';
import type { Table } from '../engine/table/table.ts';
import { CLICKHOUSE } from '../sql/clickhouse.ts';
import { type ScreenSql, screenSql } from '../sql/screen.ts';
import { UNIVERSE_TABLE } from '../sql/table.ts';
import { FILED_COLUMN, GUESSED_COLUMN } from '../wire/history.ts';
import { addColumns, type FetchedColumns } from './cells.ts';
import type { Cell, Limits, Server } from './client.ts';
import { type LoadedSnapshot, readColumns, readSnapshots, tableName } from './tables.ts';

const HIDDEN: readonly string[] = [STATEMENT_CURRENCY, SOURCE_FLAGS, GUESSED_COLUMN];

/** A history in ClickHouse, as it was when it was opened. */
export interface RemoteHistory {
  readonly server: Server;
  readonly snapshots: readonly LoadedSnapshot[];
  readonly columnOf: (id: string) => Column | undefined;
  readonly isStored: (id: string) => boolean;
}

/** @throws ServerError; an Error where there is no history */
export async function openRemote(server: Server): Promise<RemoteHistory> {
  const kinds = await readColumns(server);
  if (kinds.size === 0)
    throw new Error(`there is no history in ${server.address.database} of ${server.address.url}: load one with "panscreen push"`);
  const snapshots = await readSnapshots(server);
  if (snapshots.length === 0)
    throw new Error(`the history in ${server.address.database} has no whole snapshot: run "panscreen push" again`);
  const others = new Map<string, Column>([[SNAPSHOT_COLUMN, { ...otherColumn(SNAPSHOT_COLUMN), unit: 'date', display: 'date' }]]);
  for (const [id, kind] of kinds) {
    if (columnById(id) || HIDDEN.includes(id) || id.startsWith('#') || others.has(id)) continue;
    const plain = otherColumn(id);
    if (kind === 'text') others.set(id, { ...plain, unit: 'text', display: id.startsWith('in:') ? 'category' : 'text' });
    else others.set(id, id === FILED_COLUMN ? { ...plain, unit: 'date', display: 'date' } : plain);
  }
  return { server, snapshots, columnOf: (id) => columnById(id) ?? others.get(id), isStored: (id) => kinds.has(id) };
}

/** The snapshot at or before a date; the newest for null. @throws RangeError before the first */
function snapshotAt({ snapshots }: RemoteHistory, date: string | null): LoadedSnapshot {
  const [first, last] = [snapshots[0]!, snapshots.at(-1)!];
  const found = date === null ? last : snapshots.findLast((each) => each.date <= date);
  if (!found) throw new RangeError(`there is no snapshot as of ${date}: the history has ${first.date} to ${last.date}`);
  return found;
}

export function queriesAt(
  { columnOf, isStored, server }: RemoteHistory,
  { date, base }: LoadedSnapshot,
  steps: readonly Step[],
  columnIds: readonly string[],
): ScreenSql {
  return screenSql(steps, {
    dialect: CLICKHOUSE,
    columnOf,
    isStored,
    base,
    table: tableName(server, UNIVERSE_TABLE),
    snapshots: { kind: 'exact', date },
    columnIds,
  });
}

export function snapshotOf(history: RemoteHistory, [first]: readonly Step[]): LoadedSnapshot {
  return snapshotAt(history, first && isAsOf(first) ? first.date : null);
}

export function queriesOf(history: RemoteHistory, steps: readonly Step[], columnIds: readonly string[]): ScreenSql {
  return queriesAt(history, snapshotOf(history, steps), steps, columnIds);
}

/** Rows of an answer as a table, for the code that writes rows of a table. */
function tableOf(columns: readonly Column[], cells: readonly Cell[][]): Table {
  const rowCount = cells.length;
  const fetched: FetchedColumns = { numbers: new Map(), texts: new Map() };
  addColumns(fetched, columns, cells);
  const byId = new Map(columns.map((column) => [column.id, column]));
  return {
    version: 1,
    rowCount,
    rows: Uint32Array.from(cells.keys()),
    numbers: (id) => fetched.numbers.get(id),
    text: (id) => fetched.texts.get(id),
    column: (id) => byId.get(id),
    otherColumns: [],
    base: 'USD',
    rates: new Float32Array(rowCount).fill(1),
    rateOf: () => 1,
  };
}

/** The rows of a screen in order, with the given columns. @throws NoSql, RangeError, ServerError */
export async function remoteRows(
  history: RemoteHistory,
  steps: readonly Step[],
  columnIds: readonly string[],
  columnOf: (id: string) => Column | undefined,
  limits?: Limits,
  signal?: AbortSignal,
): Promise<Table> {
  const { rows } = queriesOf(history, steps, columnIds);
  const cells = await history.server.rows(rows, limits, signal);
  return tableOf(
    columnIds.map((id) => columnOf(id)!),
    cells,
  );
}

/** The rows in and out of each step. @throws NoSql, RangeError, ServerError */
export async function remoteLedger(
  history: RemoteHistory,
  steps: readonly Step[],
  limits?: Limits,
  signal?: AbortSignal,
): Promise<StepCount[]> {
  const counts = await history.server.rows(queriesOf(history, steps, ['symbol']).ledger, limits, signal);
  return counts.map((row) => {
    const [, came = 0, out = 0, missing = 0] = row.map(Number);
    return { in: came, out, failed: came - out - missing, missing };
  });
}
