import type { Choice } from '../../../kernels/choose.ts';
import type { BackendName } from '../../../kernels/gpu/device.ts';
import { assert } from '../../assert.ts';
import type { Step } from '../steps/registry.ts';
import type { StepCount } from '../steps/stepCount.ts';
import type { ColumnValues } from '../table/columnValues.ts';
import type { Portfolio } from '../table/holdings.ts';
import type { Answer, Answered, Asked, ComparedScreen, HistoryState, QuestionKind, Request, UniverseState } from './protocol.ts';
import { Watchdog } from './watchdog.ts';

/** Rows in order, the counts of each step, and the engine's time. */
export interface Result {
  readonly version: number;
  readonly rows: Uint32Array;
  /** Rows of their table, and how many of those are securities. */
  readonly rowCount: number;
  readonly universeCount: number;
  /** Values of the watched columns in the same table; none when already sent. */
  readonly columns: readonly ColumnValues[];
  readonly counts: readonly StepCount[];
  readonly steps: readonly Step[];
  /** Number of steps applied to the rows: all, or the first ones. */
  readonly stepCount: number;
  /** The compared screen and the part that the rows are; null for all rows of this one. */
  readonly comparedScreen: ComparedScreen | null;
  readonly ms: number;
}

/** Work that reports progress and can be cancelled. */
export interface Job<T> {
  readonly done: Promise<T>;
  cancel(): void;
}

export interface EngineEvents {
  onUniverse(universe: UniverseState): void;
  /** The state of the history has changed. */
  onHistory(history: HistoryState): void;
  /** Bytes received and requested of the history; null when nothing is in flight. */
  onFetching(fetching: { readonly done: number; readonly total: number } | null): void;
  /** Which back end does which kind of work. */
  onBackends(choice: Choice): void;
  onResult(result: Result): void;
  /** The worker failed; it has been restarted and loads again. */
  onCrash(message: string): void;
  /** The worker has stopped or resumed answering. It is restarted if it stays silent. */
  onSilence(isSilent: boolean): void;
}

/** Rejects promises whose work was cancelled or lost in a crash. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled');
    this.name = 'Cancelled';
  }
}

/** Callbacks before an answer. */
interface Notes<Kind extends QuestionKind = QuestionKind> {
  readonly onProgress?: (done: number, total: number) => void;
  /** Called with each part of an answer in parts. */
  readonly onPart?: (part: Answered<Kind>) => void;
}

interface Pending extends Notes {
  readonly kind: QuestionKind;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** A later question of these kinds cancels the one before. */
const OVERTAKEN: readonly QuestionKind[] = ['distributions', 'profile', 'dateCounts', 'dateFates'];

/** Steps, how many of them to apply to the rows, and the compared screen. */
interface PendingRequest {
  readonly steps: readonly Step[];
  readonly stepCount: number;
  readonly comparedScreen: ComparedScreen | null;
}

/** Why a silent worker is restarted. */
export const NO_ANSWER = 'no answer';

/** Consecutive restarts before giving up. */
const RESTARTS_MAX = 3;

/**
 * The main thread's client of the engine. One list of steps is in flight and one is pending: the latest wins.
 * `start` makes the worker; tests provide their own.
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
  #portfolio: Portfolio | null = null;
  #restarts = 0;
  #makePort: (() => MessagePort) | null = null;
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
   * Starts loading from the five calls below `base`, an absolute URL that ends in a slash. `backend` forces one; null lets the self-test,
   * or its remembered result, choose. `isUnderWay` means that the worker has already begun this load.
   */
  load(base: string, backend: BackendName | null = null, remembered: Choice | null = null, isUnderWay = false): void {
    this.#base = base;
    this.#backend = backend;
    if (!isUnderWay) this.#post({ kind: 'load', base, backend, remembered });
  }

  /** Adds a portfolio's columns to the table, or removes them. */
  hold(portfolio: Portfolio | null): void {
    this.#portfolio = portfolio;
    this.#post({ kind: 'hold', portfolio });
  }

  /** Loads these failed countries again; everything if empty. */
  retry(countries: readonly string[]): void {
    this.#post({ kind: 'retry', countries });
  }

  /**
   * Requests the result of these steps, or of the first ones; onResult answers unless a later call overtakes it.
   * @param comparedScreen the compared screen, and which part of both screens' rows is wanted
   */
  apply(steps: readonly Step[], stepCount = steps.length, comparedScreen: ComparedScreen | null = null): void {
    this.#cancelAll('account');
    this.#submit({ steps, stepCount, comparedScreen });
  }

  #submit(wanted: PendingRequest): void {
    this.#latest = wanted;
    if (this.#inFlight) {
      this.#waiting = wanted;
      // A list that is fetching columns of a history is cancelled.
      if (this.#isFetching) this.#post({ kind: 'cancel', ticket: this.#inFlight.ticket });
    } else this.#send(wanted);
  }

  /** Retries what could not be fetched of the history. */
  retryHistory(): void {
    this.#post({ kind: 'retryHistory' });
  }

  /** Sends the answers of the finished load to the port; null drops them. */
  keep(port: MessagePort | null): void {
    this.#worker.postMessage({ kind: 'keep' } satisfies Request, port ? [port] : []);
  }

  /** Sets the columns on screen. While countries load, their values are sent with each result; requested separately, they could be of a later table. */
  watch(ids: readonly string[]): void {
    this.#watched = ids;
    this.#post({ kind: 'watch', ids });
  }

  /** Rows have been painted: until then no other country is requested. */
  shown(): void {
    this.#post({ kind: 'shown' });
  }

  /** Asks one of {@link Questions}. Rejects with Cancelled when cancelled, overtaken or lost in a crash. */
  ask<Kind extends QuestionKind>(kind: Kind, question: Asked<Kind>, notes: Notes<Kind> = {}): Job<Answered<Kind>> {
    if (OVERTAKEN.includes(kind)) this.#cancelAll(kind);
    const ticket = ++this.#ticket;
    const done = new Promise<Answer>((resolve, reject) =>
      this.#pending.set(ticket, { kind, resolve, reject, ...(notes as Notes) }),
    );
    this.#post({ ...question, kind, ticket } as unknown as Request);
    return {
      done: done.then((answer) => {
        assert(answer.kind === kind, `${kind}: got ${answer.kind}`);
        return answer as unknown as Answered<Kind>;
      }),
      cancel: () => this.#cancel(ticket),
    };
  }

  #cancel(ticket: number): void {
    const pending = this.#pending.get(ticket);
    if (!pending) return;
    this.#post({ kind: 'cancel', ticket });
    this.#pending.delete(ticket);
    pending.reject(new Cancelled());
  }

  #cancelAll(kind: QuestionKind): void {
    for (const [ticket, pending] of this.#pending) if (pending.kind === kind) this.#cancel(ticket);
  }

  /** Connects the panorama's painter: `makePort` returns the worker's end of a channel, now and whenever the worker restarts. */
  connectPainter(makePort: () => MessagePort): void {
    this.#makePort = makePort;
    this.#worker.postMessage({ kind: 'painter' } satisfies Request, [makePort()]);
  }

  /** Restarts a worker that does not answer. It loads again. */
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
    // Errors of a replaced worker are ignored.
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
    if (this.#portfolio) this.hold(this.#portfolio);
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
    if ('isLast' in answer) {
      pending?.onPart?.(answer);
      if (!answer.isLast) return;
    }
    this.#pending.delete(answer.ticket);
    if (answer.kind === 'refused') pending?.reject(answer.isOvertaken ? new Cancelled() : new Error(answer.message));
    else pending?.resolve(answer);
  }

  #applied(answer: Extract<Answer, { kind: 'applied' }>): void {
    // Ticket 0 is the engine's own rerun of the last steps after more countries have arrived.
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
