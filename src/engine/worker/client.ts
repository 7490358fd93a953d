import type { Choice } from '../../../kernels/choose.ts';
import type { BackendName } from '../../../kernels/gpu/device.ts';
import { assert } from '../../assert.ts';
import type { Step } from '../steps/registry.ts';
import type { StepCount } from '../steps/stepCount.ts';
import type { ColumnValues } from '../table/columnValues.ts';
import type { Portfolio } from '../table/holdings.ts';
import type { Answer, Answered, Asked, ComparedScreen, HistoryState, QuestionKind, Request, UniverseState } from './protocol.ts';
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

/** What a question is told before its answer. */
interface Notes<Kind extends QuestionKind = QuestionKind> {
  readonly onProgress?: (done: number, total: number) => void;
  /** Gets each part of an answer that comes in parts. */
  readonly onPart?: (part: Answered<Kind>) => void;
}

interface Pending extends Notes {
  readonly kind: QuestionKind;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** A later question of these kinds overtakes the one before, which then rejects with Cancelled. */
const OVERTAKEN: readonly QuestionKind[] = ['distributions', 'profile', 'dateCounts', 'dateFates'];

/** A list of steps, how many of them the rows are to go through, and the screen beside it. */
interface PendingRequest {
  readonly steps: readonly Step[];
  readonly stepCount: number;
  readonly comparedScreen: ComparedScreen | null;
}

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
   * Starts loading from the five calls below `base`, an absolute URL that ends in a slash. `backend` forces one; null lets the self-test
   * choose, or what it found before. `isUnderWay` says that the worker was handed over with this load begun.
   */
  load(base: string, backend: BackendName | null = null, remembered: Choice | null = null, isUnderWay = false): void {
    this.#base = base;
    this.#backend = backend;
    if (!isUnderWay) this.#post({ kind: 'load', base, backend, remembered });
  }

  /** Gives the table the columns of a portfolio, or takes them from it. */
  hold(portfolio: Portfolio | null): void {
    this.#portfolio = portfolio;
    this.#post({ kind: 'hold', portfolio });
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
    this.#cancelAll('account');
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

  /** Puts a question; `Questions` says what of and what is answered. Rejects with Cancelled when it is cancelled, overtaken or void after a crash. */
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

  /** Connects the panorama's painter: `makePort` gives the worker's end of a channel, now and whenever the worker is started anew. */
  connectPainter(makePort: () => MessagePort): void {
    this.#makePort = makePort;
    this.#worker.postMessage({ kind: 'painter' } satisfies Request, [makePort()]);
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
