/** Runs a screen on a server: `panscreen screen --engine`. */
import { Server } from '../clickhouse/client.ts';
import { serverFiles } from '../clickhouse/files.ts';
import { openRemote, queriesOf, type RemoteHistory, remoteLedger, remoteRows, snapshotOf } from '../clickhouse/remoteScreen.ts';
import { digest } from '../engine/answers/receipt.ts';
import { printStep } from '../engine/steps/language.ts';
import type { Step } from '../engine/steps/registry.ts';
import { knowingFormulas } from '../engine/table/formulas.ts';
import type { Table } from '../engine/table/table.ts';
import type { ExportFormat } from '../engine/worker/protocol.ts';
import { readHistory } from '../wire/history.ts';
import { printLines } from './lines.ts';
import { print } from './print.ts';
import { serverAddress } from './push.ts';
import { answerColumns, stepsOf } from './sql.ts';
import { holdOutOf, type Universe } from './universe.ts';
import { unknownColumn } from './unknownColumn.ts';
import { UsageError } from './usage.ts';

const LEDGER_COLUMNS = ['step', 'in', 'out', 'failed', 'missing'] as const;

export interface EngineAsked {
  readonly answer: 'rows' | 'explain' | 'receipt';
  readonly format: ExportFormat;
  readonly columns: string | undefined;
}

async function ledgerText(history: RemoteHistory, steps: readonly Step[], format: ExportFormat): Promise<string> {
  if (format === 'parquet' || format === 'xlsx')
    throw new UsageError(`--format ${format} is for the rows, not for an answer about them`);
  const counts = await remoteLedger(history, steps);
  return printLines(
    LEDGER_COLUMNS,
    counts.map((count, at) => ({ step: printStep(steps[at]!) ?? '', ...count })),
    format,
  );
}

export interface EngineTaker {
  /** Counts a look into the hold-out before any query; null outside the hold-out. */
  look(holdOut: Universe['holdOut']): Promise<object | null>;
  write(table: Table, columnIds: readonly string[]): Promise<void>;
}

/** Runs a screen on a server. @throws UsageError, ServerError */
export async function engineScreen(
  address: string,
  text: string,
  asked: EngineAsked,
  { look, write }: EngineTaker,
): Promise<void> {
  const server = await Server.open(serverAddress(address));
  try {
    const history = await openRemote(server);
    const steps = stepsOf(text, history.columnOf);
    const knows = knowingFormulas(steps, history.columnOf);
    const columnIds = answerColumns(steps, asked.columns);
    const unknown = columnIds.find((id) => !knows(id));
    if (unknown !== undefined) throw unknownColumn('--columns', unknown);
    queriesOf(history, steps, columnIds);
    const { date } = snapshotOf(history, steps);
    const holdOut = await look(holdOutOf(readHistory(await serverFiles(server).manifest()), date));
    if (asked.answer === 'explain') return await print(await ledgerText(history, steps, asked.format), asked.format);
    const ids = asked.answer === 'receipt' ? ['symbol', 'exchange'] : columnIds;
    const table = await remoteRows(history, steps, ids, knows);
    if (asked.answer === 'rows') return await write(table, ids);
    const receipt = { snapshot: date, rowCount: table.rowCount, digest: digest(table, table.rows), ...(holdOut && { holdOut }) };
    await print(`${JSON.stringify(receipt)}\n`, 'json');
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(error.message) : error;
  } finally {
    await server.close();
  }
}
