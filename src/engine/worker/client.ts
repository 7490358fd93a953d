import type { Choice } from '../../../kernels/choose.ts';
import type { BackendName } from '../../../kernels/gpu/device.ts';
import type { Correlations } from '../../../kernels/statistics/correlation.ts';
import { assert } from '../../assert.ts';
import type { FlagCounts } from '../../catalogue/flag.ts';
import type { Comparison } from '../answers/comparison.ts';
import type { Lineage } from '../answers/lineage.ts';
import type { Swap } from '../answers/order.ts';
import type { Scope } from '../answers/percentile.ts';
import type { ColumnProfile } from '../answers/profile.ts';
import type { Reference } from '../answers/reference.ts';
import type { Since } from '../answers/since.ts';
import type { Snapshot } from '../answers/snapshot.ts';
import type { TraceReport } from '../answers/traceReport.ts';
import type { ColumnBlock } from '../panorama/columnOrder.ts';
import type { ColumnOrder, RowOrder } from '../panorama/frame.ts';
import type { Step } from '../steps/registry.ts';
import type { StepCount } from '../steps/stepCount.ts';
import type { ColumnValues } from '../table/columnValues.ts';
import type {
  Account,
  Answer,
  AtDate,
  CategoryCount,
  ColumnDistribution,
  ColumnRange,
  ComparedScreen,
  ExportFormat,
  HistoryState,
  ReceiptAnswer,
  Request,
  UniverseState,
} from './protocol.ts';
import { Watchdog } from './watchdog.ts';

/** Rows in order, the count behind each step, and the engine's time for it. */
export interface Result {
  readonly version: number;
  readonly rows: Uint32Array;
  /** Rows of the table that they are of, and those of them that are securities. */
  readonly rowCount: number;
  readonly universeCount: number;
  /** Values of columns that are watched, of the same table; none when they have come before. */
  readonly columns: readonly ColumnValues[];
  readonly counts: readonly StepCount[];
  readonly steps: readonly Step[];
  /** Steps that the rows have been through: all of them, or the first ones. */
  readonly stepCount: number;
  /** The screen beside it, and which of both screens' rows these are; null: all of its own. */
  readonly comparedScreen: ComparedScreen | null;
  readonly ms: number;
}

/** Work that reports how far it is and can be stopped. */
export interface Job<T> {
  readonly done: Promise<T>;
  cancel(): void;
}

export interface EngineEvents {
  onUniverse(universe: UniverseState): void;
  /** What is known of the history beside the universe has changed. */
  onHistory(history: HistoryState): void;
  /** Bytes of the history that have come and that are wanted; null when none is under way. */
  onFetching(fetching: { readonly done: number; readonly total: number } | null): void;
  /** Which back end does which kind of work. */
  onBackends(choice: Choice): void;
  onResult(result: Result): void;
  /** The worker failed as a whole; it has been started again and loads anew. */
  onCrash(message: string): void;
  /** The worker does not answer, or does again. It is given up if that goes on. */
  onSilence(isSilent: boolean): void;
}

/** Thrown into promises whose work was cancelled or void after a crash. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled');
    this.name = 'Cancelled';
  }
}

interface Pending {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress?: (done: number, total: number) => void;
  readonly onDates?: (dates: readonly AtDate[]) => void;
  readonly onColumns?: (version: number, columns: readonly ColumnDistribution[]) => void;
}

/** A list of steps, how many of them the rows are to go through, and the screen beside it. */
interface PendingRequest {
  readonly steps: readonly Step[];
  readonly stepCount: number;
  readonly comparedScreen: ComparedScreen | null;
}

type Ticketed = Extract<Request, { ticket: number }>;
type WithoutTicket<T> = T extends Ticketed ? Omit<T, 'ticket'> : never;

/** Why a worker is started again that says nothing any more. */
export const NO_ANSWER = 'no answer';

/** Restarts after crashes in a row before giving up. */
const RESTARTS_MAX = 3;

/**
 * The main thread's side of the engine. One list of steps is in flight and one waits: the latest wins.
 * `start` makes the worker; tests hand in their own.
 */
export class Engine {
  readonly #events: EngineEvents;
  readonly #start: () => Worker;
  #worker: Worker;
  #base: string | null = null;
  #backend: BackendName | null = null;
  #ticket = 0;
  #pending = new Map<number, Pending>();
  #inFlight: { ticket: number; wanted: PendingRequest } | null = null;
  #waiting: PendingRequest | null = null;
  #isFetching = false;
  #latest: PendingRequest | null = null;
  #watched: readonly string[] = [];
  #restarts = 0;
  #distributions: Job<Answer> | null = null;
  #profile: Job<Answer> | null = null;
  #overDates: Job<Answer> | null = null;
  #fates: Job<Answer> | null = null;
  #makePort: (() => MessagePort) | null = null;
  readonly #accounts = new Set<Job<Answer>>();
  readonly #watchdog: Watchdog;

  constructor(start: () => Worker, events: EngineEvents) {
    this.#start = start;
    this.#events = events;
    this.#watchdog = new Watchdog({
      onSilence: (isSilent) => events.onSilence(isSilent),
      onGivenUp: () => this.#crash(NO_ANSWER),
    });
    this.#worker = this.#connect();
  }

  /**
   * Starts loading from the five calls below `base`, an absolute URL that ends in a slash. `backend` forces one; null lets the self-test
   * choose, or what it found before. `isUnderWay` says that the worker was handed over with this load begun.
   */
  load(base: string, backend: BackendName | null = null, remembered: Choice | null = null, isUnderWay = false): void {
    this.#base = base;
    this.#backend = backend;
    if (!isUnderWay) this.#post({ kind: 'load', base, backend, remembered });
  }

  /** Loads these failed countries again; none named: everything again. */
  retry(countries: readonly string[]): void {
    this.#post({ kind: 'retry', countries });
  }

  /**
   * Asks for the result of these steps, or of the first ones of them; onResult answers, unless a later call overtakes it.
   * @param beside the screen beside it, and which of both screens' rows are wanted
   */
  apply(steps: readonly Step[], stepCount = steps.length, comparedScreen: ComparedScreen | null = null): void {
    for (const account of this.#accounts) account.cancel();
    this.#submit({ steps, stepCount, comparedScreen });
  }

  #submit(wanted: PendingRequest): void {
    this.#latest = wanted;
    if (this.#inFlight) {
      this.#waiting = wanted;
      // One that waits for columns of a history is not waited for.
      if (this.#isFetching) this.#post({ kind: 'cancel', ticket: this.#inFlight.ticket });
    } else this.#send(wanted);
  }

  /** Asks again for what could not be fetched of the history. */
  retryHistory(): void {
    this.#post({ kind: 'retryHistory' });
  }

  /** Hands the answers of the load, which has ended, to whoever takes them on the port; null lets them go. */
  keep(port: MessagePort | null): void {
    this.#worker.postMessage({ kind: 'keep' } satisfies Request, port ? [port] : []);
  }

  /** Names the columns on the screen. While countries come, their values go with each result: asked for apart, they would be those of a later table. */
  watch(ids: readonly string[]): void {
    this.#watched = ids;
    this.#post({ kind: 'watch', ids });
  }

  /** Says that rows have been painted: until then no other country is asked for. */
  shown(): void {
    this.#post({ kind: 'shown' });
  }

  /** Values of a column for every row of the table. */
  async column(id: string): Promise<{ version: number; column: ColumnValues }> {
    const answer = await this.#ask({ kind: 'column', id }).done;
    assert(answer.kind === 'column', `column: got ${answer.kind}`);
    return { version: answer.version, column: answer.column };
  }

  async categories(id: string, stepCount: number): Promise<readonly CategoryCount[]> {
    const answer = await this.#ask({ kind: 'categories', id, stepCount }).done;
    assert(answer.kind === 'categories', `categories: got ${answer.kind}`);
    return answer.categories;
  }

  async range(id: string): Promise<ColumnRange> {
    const answer = await this.#ask({ kind: 'range', id }).done;
    assert(answer.kind === 'range', `range: got ${answer.kind}`);
    return answer.range;
  }

  /** What each step of the list that was applied last does, and where their order matters. The next list cancels it. */
  async account(): Promise<{ version: number; account: Account }> {
    const job = this.#ask({ kind: 'account' });
    this.#accounts.add(job);
    const answer = await job.done.finally(() => this.#accounts.delete(job));
    assert(answer.kind === 'account', `account: got ${answer.kind}`);
    return { version: answer.version, account: answer.account };
  }

  /** The receipt of the list that was applied last, compared with that of a link when its text is given. */
  async receipt(linked: string | null): Promise<ReceiptAnswer & { version: number }> {
    const answer = await this.#ask({ kind: 'receipt', linked }).done;
    assert(answer.kind === 'receipt', `receipt: got ${answer.kind}`);
    return answer;
  }

  /** The list that was applied last and the screen beside it; null when there is none. */
  async comparison(): Promise<{ version: number; comparison: Comparison | null }> {
    const answer = await this.#ask({ kind: 'comparison' }).done;
    assert(answer.kind === 'comparison', `comparison: got ${answer.kind}`);
    return { version: answer.version, comparison: answer.comparison };
  }

  /** What the list that was applied last has seen. Rejects while countries are still coming. */
  async snapshot(): Promise<Snapshot> {
    const answer = await this.#ask({ kind: 'snapshot' }).done;
    assert(answer.kind === 'snapshot', `snapshot: got ${answer.kind}`);
    return answer.snapshot;
  }

  /** What has become of a screen since a snapshot of it was taken. */
  async since(steps: readonly Step[], snapshot: Snapshot): Promise<{ version: number; since: Since }> {
    const answer = await this.#ask({ kind: 'since', steps, snapshot }).done;
    assert(answer.kind === 'since', `since: got ${answer.kind}`);
    return { version: answer.version, since: answer.since };
  }

  /** What became of a row of the table; null when the table is another one by now. */
  async where(row: number, version: number): Promise<TraceReport | null> {
    const answer = await this.#ask({ kind: 'trace', row, version }).done;
    assert(answer.kind === 'trace', `trace: got ${answer.kind}`);
    return answer.trace;
  }

  /** Rows that a swap of a step (from 0) with the next one brings in and takes out, at most so many of each. */
  async swap(at: number, max: number): Promise<{ version: number; swap: Swap }> {
    const answer = await this.#ask({ kind: 'swap', at, max }).done;
    assert(answer.kind === 'swap', `swap: got ${answer.kind}`);
    return { version: answer.version, swap: answer.swap };
  }

  /** A file of these columns over a result's rows, made in the worker in slices so that it goes on answering. */
  export(
    format: ExportFormat,
    columnIds: readonly string[],
    result: Pick<Result, 'version' | 'rows'>,
    onProgress: (done: number, total: number) => void,
  ): Job<Uint8Array> {
    const job = this.#ask({ kind: 'export', format, columnIds, version: result.version, rows: result.rows }, { onProgress });
    return {
      cancel: job.cancel,
      done: job.done.then((answer) => {
        assert(answer.kind === 'exported', `export: got ${answer.kind}`);
        return answer.bytes;
      }),
    };
  }

  /** Distributions of these number columns, given in parts as they are counted. A later call overtakes it: it then rejects with Cancelled. */
  distributions(
    ids: readonly string[],
    stepCount: number,
    onColumns: (version: number, columns: readonly ColumnDistribution[]) => void,
  ): Job<void> {
    this.#distributions?.cancel();
    const job = this.#ask({ kind: 'distributions', ids, stepCount }, { onColumns });
    this.#distributions = job;
    return { cancel: job.cancel, done: job.done.then(() => {}) };
  }

  /** Percentile, 0 … 1, of every row of the table within the scope; NaN for a missing value and for rows outside. */
  async percentiles(id: string, scope: Scope, stepCount: number): Promise<{ version: number; values: Float32Array }> {
    const answer = await this.#ask({ kind: 'percentiles', id, scope, stepCount }).done;
    assert(answer.kind === 'percentiles', `percentiles: got ${answer.kind}`);
    return { version: answer.version, values: answer.values };
  }

  /** Rank correlation of every one of these number columns with every other, over the rows behind the first `stepCount` steps. */
  correlation(
    ids: readonly string[],
    stepCount: number,
    onProgress: (done: number, total: number) => void,
  ): Job<{ version: number; correlations: Correlations }> {
    const job = this.#ask({ kind: 'correlation', ids, stepCount }, { onProgress });
    return {
      cancel: job.cancel,
      done: job.done.then((answer) => {
        assert(answer.kind === 'correlation', `correlation: got ${answer.kind}`);
        return { version: answer.version, correlations: answer.correlations };
      }),
    };
  }

  /** What sets the rows behind the first `stepCount` steps apart in these number columns, most different first. A later call overtakes it: it then rejects with Cancelled. */
  profile(
    ids: readonly string[],
    stepCount: number,
    reference: Reference,
    onProgress: (done: number, total: number) => void,
  ): Job<{ version: number; columns: readonly ColumnProfile[] }> {
    this.#profile?.cancel();
    const job = this.#ask({ kind: 'profile', ids, stepCount, reference }, { onProgress });
    this.#profile = job;
    return {
      cancel: job.cancel,
      done: job.done.then((answer) => {
        assert(answer.kind === 'profile', `profile: got ${answer.kind}`);
        return { version: answer.version, columns: answer.columns };
      }),
    };
  }

  /** Connects the panorama's painter: `makePort` gives the worker's end of a channel, now and whenever the worker is started anew. */
  connectPainter(makePort: () => MessagePort): void {
    this.#makePort = makePort;
    this.#worker.postMessage({ kind: 'painter' } satisfies Request, [makePort()]);
  }

  /** Number columns in an order of the panorama, in blocks; `difference` and `cluster` look at the rows behind the first `stepCount` steps. */
  columnOrder(
    ids: readonly string[],
    order: ColumnOrder,
    stepCount: number,
    onProgress: (done: number, total: number) => void,
  ): Job<{ version: number; blocks: readonly ColumnBlock[] }> {
    const job = this.#ask({ kind: 'columnOrder', ids, order, stepCount }, { onProgress });
    return {
      cancel: job.cancel,
      done: job.done.then((answer) => {
        assert(answer.kind === 'columnOrder', `columnOrder: got ${answer.kind}`);
        return { version: answer.version, blocks: answer.blocks };
      }),
    };
  }

  /** A result's rows in an order of the panorama, all or one per issuer. Rejects when they belong to another version of the table. */
  rowOrder(
    { version, rows }: Pick<Result, 'version' | 'rows'>,
    order: RowOrder,
    isOnePerIssuer: boolean,
    onProgress: (done: number, total: number) => void,
  ): Job<Uint32Array> {
    const job = this.#ask({ kind: 'rowOrder', version, rows, order, isOnePerIssuer }, { onProgress });
    return {
      cancel: job.cancel,
      done: job.done.then((answer) => {
        assert(answer.kind === 'rowOrder', `rowOrder: got ${answer.kind}`);
        return answer.rows;
      }),
    };
  }

  /** A number with its lineage. Rejects when the row belongs to another version of the table. */
  async lineage(version: number, row: number, id: string): Promise<Lineage> {
    const answer = await this.#ask({ kind: 'lineage', version, row, id }).done;
    assert(answer.kind === 'lineage', `lineage: got ${answer.kind}`);
    return answer.lineage;
  }

  /** A text whole, of which a column's values may be the beginning. Rejects when the row belongs to another version of the table. */
  async text(version: number, row: number, id: string): Promise<string> {
    const answer = await this.#ask({ kind: 'text', version, row, id }).done;
    assert(answer.kind === 'text', `text: got ${answer.kind}`);
    return answer.text;
  }

  /** How many of the rows behind the first `stepCount` steps have flags in a number column. */
  async flags(id: string, stepCount: number): Promise<FlagCounts> {
    const answer = await this.#ask({ kind: 'flags', id, stepCount }).done;
    assert(answer.kind === 'flags', `flags: got ${answer.kind}`);
    return answer.counts;
  }

  /** How many rows the steps keep at every date of the history, given in pieces. A later call overtakes it: it then rejects with Cancelled. */
  overDates(steps: readonly Step[], onDates: (dates: readonly AtDate[]) => void): Job<void> {
    this.#overDates?.cancel();
    const job = this.#ask({ kind: 'overDates', steps, security: null }, { onDates });
    this.#overDates = job;
    return { cancel: job.cancel, done: job.done.then(() => {}) };
  }

  /** What becomes of a security, by its id, at every date; as {@link overDates}. */
  fates(steps: readonly Step[], security: string, onDates: (dates: readonly AtDate[]) => void): Job<void> {
    this.#fates?.cancel();
    const job = this.#ask({ kind: 'overDates', steps, security }, { onDates });
    this.#fates = job;
    return { cancel: job.cancel, done: job.done.then(() => {}) };
  }

  /** Starts the worker again, which loads anew: for one that does not answer. */
  restart(): void {
    this.#crash(NO_ANSWER);
  }

  close(): void {
    this.#watchdog.replaced();
    this.#worker.terminate();
    this.#rejectAll();
  }

  #connect(): Worker {
    const worker = this.#start();
    worker.onmessage = (event: MessageEvent<Answer>) => {
      this.#receive(event.data);
      this.#watchdog.heard(this.#inFlight !== null);
    };
    // A worker that has been replaced has no say any more.
    const crash = (message: string): void => {
      if (worker === this.#worker) this.#crash(message);
    };
    worker.onerror = (event) => crash(event.message || 'the worker stopped');
    worker.onmessageerror = () => crash('the worker sent something that cannot be read');
    return worker;
  }

  #crash(message: string): void {
    this.#watchdog.replaced();
    this.#worker.terminate();
    this.#rejectAll();
    this.#inFlight = null;
    this.#waiting = null;
    this.#isFetching = false;
    this.#events.onCrash(message);
    if (++this.#restarts > RESTARTS_MAX) return;
    this.#worker = this.#connect();
    if (this.#base) this.load(this.#base, this.#backend);
    if (this.#watched.length > 0) this.watch(this.#watched);
    if (this.#makePort) this.connectPainter(this.#makePort);
    if (this.#latest) this.#submit(this.#latest);
  }

  #rejectAll(): void {
    for (const { reject } of this.#pending.values()) reject(new Cancelled());
    this.#pending.clear();
  }

  #send(wanted: PendingRequest): void {
    const ticket = ++this.#ticket;
    this.#inFlight = { ticket, wanted };
    this.#post({ kind: 'apply', ticket, ...wanted });
    this.#watchdog.asked();
  }

  #ask(request: WithoutTicket<Ticketed>, listeners: Omit<Pending, 'resolve' | 'reject'> = {}): Job<Answer> {
    const ticket = ++this.#ticket;
    const done = new Promise<Answer>((resolve, reject) => {
      this.#pending.set(ticket, { resolve, reject, ...listeners });
    });
    this.#post({ ...request, ticket } as Request);
    const cancel = (): void => {
      this.#post({ kind: 'cancel', ticket });
      this.#pending.get(ticket)?.reject(new Cancelled());
      this.#pending.delete(ticket);
    };
    return { done, cancel };
  }

  #post(request: Request): void {
    this.#worker.postMessage(request);
  }

  #receive(answer: Answer): void {
    if (answer.kind === 'universe') {
      this.#restarts = 0;
      this.#events.onUniverse(answer.universe);
      return;
    }
    if (answer.kind === 'history') {
      this.#events.onHistory(answer.history);
      return;
    }
    if (answer.kind === 'fetching') {
      const { isUnderWay, done, total } = answer;
      this.#isFetching = isUnderWay;
      this.#events.onFetching(isUnderWay ? { done, total } : null);
      return;
    }
    if (answer.kind === 'backends') {
      this.#events.onBackends(answer.choice);
      return;
    }
    if (answer.kind === 'applied') {
      this.#applied(answer);
      return;
    }
    if (answer.kind === 'refused' && this.#inFlight?.ticket === answer.ticket) {
      this.#inFlight = null;
      this.#sendWaiting();
      return;
    }
    const pending = this.#pending.get(answer.ticket);
    if (answer.kind === 'progress') {
      pending?.onProgress?.(answer.done, answer.total);
      return;
    }
    if (answer.kind === 'overDates') {
      pending?.onDates?.(answer.dates);
      if (!answer.isLast) return;
    }
    if (answer.kind === 'distributions') {
      pending?.onColumns?.(answer.version, answer.columns);
      if (!answer.isLast) return;
    }
    this.#pending.delete(answer.ticket);
    if (answer.kind === 'refused') pending?.reject(answer.isOvertaken ? new Cancelled() : new Error(answer.message));
    else pending?.resolve(answer);
  }

  #applied(answer: Extract<Answer, { kind: 'applied' }>): void {
    // Ticket 0 is the engine's own rerun of the last steps after more countries have come.
    const asked = this.#inFlight;
    if (answer.ticket !== 0 && asked?.ticket === answer.ticket) this.#inFlight = null;
    const waiting = this.#waiting;
    const wanted = answer.ticket === 0 ? this.#latest : asked?.wanted;
    if (!waiting && wanted) {
      const { version, rows, rowCount, universeCount, columns, counts, stepCount, ms } = answer;
      const { steps, comparedScreen } = wanted;
      this.#events.onResult({ version, rows, rowCount, universeCount, columns, counts, stepCount, ms, steps, comparedScreen });
    }
    this.#sendWaiting();
  }

  #sendWaiting(): void {
    const waiting = this.#waiting;
    if (!waiting || this.#inFlight) return;
    this.#waiting = null;
    this.#send(waiting);
  }
}
