/** Screens for `panscreen serve --engine`: parsed here, run by a ClickHouse server within limits. */
import { noColumn } from '../catalogue/retired.ts';
import { type Limits, Server, ServerError } from '../clickhouse/client.ts';
import { serverFiles } from '../clickhouse/files.ts';
import { openRemote, queriesOf, type RemoteHistory, remoteLedger, snapshotOf } from '../clickhouse/remoteScreen.ts';
import { contentHash } from '../contentHash.ts';
import { Fnv1a, utf8 } from '../engine/answers/receipt.ts';
import { isAsOf } from '../engine/steps/asOf.ts';
import { isHold, printDate } from '../engine/steps/hold.ts';
import { printStep } from '../engine/steps/language.ts';
import type { Step } from '../engine/steps/registry.ts';
import { printScreen } from '../engine/steps/text.ts';
import { knowingFormulas } from '../engine/table/formulas.ts';
import { type ReadScreen, type ScreenEngine, ScreenRefusal } from '../server/screens.ts';
import { type HistoryManifest, readHistory } from '../wire/history.ts';
import { serverAddress } from './push.ts';
import { answerColumns, stepsOf } from './sql.ts';
import { holdOutOf } from './universe.ts';
import { UsageError } from './usage.ts';

export const SCREEN_SECONDS_MAX = 30;
export const SCREEN_ROWS_MAX = 100_000;
export const SCREEN_MEMORY_BYTES_MAX = 4e9;
const LIMITS: Limits = { seconds: SCREEN_SECONDS_MAX, rows: SCREEN_ROWS_MAX, bytes: SCREEN_MEMORY_BYTES_MAX };
/** Timeout for an engine that ignores the limits. */
const ENGINE_MS_MAX = 1000 * (SCREEN_SECONDS_MAX + 5);
/** New snapshots are visible after this time. */
const REFRESH_MS = 10_000;
/** Increase when the same screen over the same history gives another response. */
const ANSWER_FORMAT = 2;
const MB = 1e6;
/** Columns of the digest. */
const IDENTITY = ['symbol', 'exchange'];

/** ClickHouse's error codes. */
const TIMEOUT_EXCEEDED = '159';
const MEMORY_LIMIT_EXCEEDED = '241';
const TOO_MANY_ROWS = ['158', '396'];
/** Too many queries, quota exceeded, disk full. */
const IS_FULL = ['201', '202', '243'];

function refusalOf(error: ServerError): ScreenRefusal {
  const { code, message } = error;
  if (code === TIMEOUT_EXCEEDED || (code === null && /timeout/i.test(message)))
    return new ScreenRefusal(504, `the screen takes longer than ${SCREEN_SECONDS_MAX} seconds`, error);
  if (code !== null && TOO_MANY_ROWS.includes(code))
    return new ScreenRefusal(422, `the screen has more than ${SCREEN_ROWS_MAX} rows: let it end in “rows 1..${SCREEN_ROWS_MAX}”`);
  if (code === MEMORY_LIMIT_EXCEEDED && /query/i.test(message))
    return new ScreenRefusal(422, `the screen takes more than ${SCREEN_MEMORY_BYTES_MAX / MB} MB of memory`, error);
  if (code === MEMORY_LIMIT_EXCEEDED || (code !== null && IS_FULL.includes(code)))
    return new ScreenRefusal(503, 'the engine is full: ask again later', error);
  if (code === null) return new ScreenRefusal(503, 'the engine does not answer', error);
  return new ScreenRefusal(502, 'the engine refused; the log of the server says why', error);
}

/** Converts errors that a client may see to {@link ScreenRefusal}. */
async function asRefusals<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServerError) throw refusalOf(error);
    if (error instanceof RangeError || error instanceof UsageError) throw new ScreenRefusal(400, error.message);
    throw error;
  }
}

interface OpenedHistory {
  readonly history: RemoteHistory;
  readonly manifest: HistoryManifest;
}

function digestOf(rows: readonly (readonly unknown[])[], columnIds: readonly string[]): string {
  const [symbol, exchange] = IDENTITY.map((id) => columnIds.indexOf(id)) as [number, number];
  const hash = new Fnv1a();
  for (const row of rows) hash.add(utf8(`${row[symbol]}\t${row[exchange]}\n`));
  return hash.hex();
}

async function answerOf(
  { history, manifest }: OpenedHistory,
  steps: readonly Step[],
  columnIds: readonly string[],
  signal: AbortSignal,
): Promise<object> {
  const { date } = snapshotOf(history, steps);
  const asked = [...new Set([...columnIds, ...IDENTITY])];
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  try {
    const [cells, counts] = await Promise.all([
      history.server.rows(queriesOf(history, steps, asked).rows, LIMITS, either),
      remoteLedger(history, steps, LIMITS, either),
    ]);
    // The newest snapshot, requested without a date, is today's universe.
    const holdOut = steps.some(isAsOf) ? holdOutOf(manifest, date) : null;
    return {
      history: manifest.digest,
      snapshot: date,
      text: printScreen(steps),
      rowCount: cells.length,
      digest: digestOf(cells, asked),
      ...(holdOut && { holdOut: { from: printDate(holdOut.from), history: holdOut.history } }),
      ledger: counts.map((count, at) => ({ step: printStep(steps[at]!), ...count })),
      columns: columnIds,
      rows: cells.map((row) => row.slice(0, columnIds.length)),
    };
  } finally {
    // If one query fails, this ends the other.
    failed.abort();
  }
}

/** Runs the sixth call over a history on a ClickHouse server. */
export class ServedScreens implements ScreenEngine {
  readonly #server: Server;
  #opened: Promise<OpenedHistory> | null = null;
  #openedAt = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** @throws UsageError for an invalid address or a user with write access; ServerError; an Error if there is no history */
  static async open(address: string): Promise<ServedScreens> {
    const server = await Server.open(serverAddress(address), ENGINE_MS_MAX);
    try {
      if (!(await server.isReadOnly()))
        throw new UsageError(
          `--engine: the user ${server.address.user} may write: name one whose profile has readonly = 2 (docs/scale.md)`,
        );
      const screens = new ServedScreens(server);
      await screens.#history();
      return screens;
    } catch (error) {
      await server.close();
      throw error;
    }
  }

  async #open(): Promise<OpenedHistory> {
    const history = await openRemote(this.#server);
    return { history, manifest: readHistory(await serverFiles(this.#server).manifest()) };
  }

  /** The history, at most {@link REFRESH_MS} old. */
  #history(): Promise<OpenedHistory> {
    if (this.#opened && performance.now() - this.#openedAt < REFRESH_MS) return this.#opened;
    const opening = this.#open();
    this.#opened = opening;
    this.#openedAt = performance.now();
    opening.catch(() => {
      this.#opened = null;
    });
    return opening;
  }

  async described(): Promise<string> {
    const { snapshots } = (await this.#history()).history;
    return `${snapshots.length} snapshots to ${snapshots.at(-1)!.date}`;
  }

  async read(text: string, columns: readonly string[] | null): Promise<ReadScreen> {
    return await asRefusals(async () => {
      const opened = await this.#history();
      const { history, manifest } = opened;
      const steps = stepsOf(text, history.columnOf);
      if (steps.some(isHold)) throw new RangeError('a screen with “hold” is a backtest: panscreen backtest runs it');
      const columnIds = columns ?? answerColumns(steps, undefined);
      const knows = knowingFormulas(steps, history.columnOf);
      const unknown = columnIds.find((id) => !knows(id));
      if (unknown !== undefined) throw new RangeError(noColumn(unknown));
      // Refuses screens without an SQL equivalent before they are queued.
      queriesOf(history, steps, columnIds);
      return {
        history: manifest.digest,
        key: contentHash(JSON.stringify([ANSWER_FORMAT, manifest.digest, printScreen(steps), columnIds])),
        run: (signal) =>
          asRefusals(async () => Buffer.from(`${JSON.stringify(await answerOf(opened, steps, columnIds, signal))}\n`)),
      };
    });
  }

  async close(): Promise<void> {
    await this.#server.close();
  }
}
