/** The page's client of the backtest worker: one run in flight and one pending; the latest wins. */
import type { Step } from '../steps/registry.ts';
import { Cancelled, type Job } from '../worker/client.ts';
import type { Answer, BacktestAnswer, Cause, Request, RunAnswers, RunRequest } from './protocol.ts';

/** A result and its request. */
export interface Ran {
  /** Identifies the run in later requests. */
  readonly ticket: number;
  readonly steps: readonly Step[];
  readonly answer: BacktestAnswer;
}

export interface BacktestEvents {
  onRan(ran: Ran): void;
  /** The steps cannot be run, or the history cannot be read. */
  onRefused(message: string, cause: Cause): void;
  /** Bytes received of those requested. */
  onFetching(done: number, total: number): void;
}

interface Pending {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onPart: ((answer: never, share: number) => void) | undefined;
}

interface Wanted {
  readonly ticket: number;
  readonly steps: readonly Step[];
  readonly isOpen: boolean;
}

export class BacktestClient {
  readonly #start: () => Worker;
  readonly #base: string;
  readonly #events: BacktestEvents;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker;
  #ticket = 0;
  #inFlight: Wanted | null = null;
  #waiting: Wanted | null = null;

  constructor(start: () => Worker, base: string, events: BacktestEvents) {
    this.#start = start;
    this.#base = base;
    this.#events = events;
    this.#worker = this.#connect();
  }

  /** Runs steps that end in a hold, with or without the hold-out. Cancels requests about earlier runs. */
  run(steps: readonly Step[], isOpen: boolean): void {
    this.#rejectAll();
    const wanted = { ticket: ++this.#ticket, steps, isOpen };
    if (this.#inFlight) this.#waiting = wanted;
    else this.#send(wanted);
  }

  /** Sends a request about a run. `onPart` receives partial answers. Rejects with {@link Cancelled} when another run replaces it. */
  ask<Kind extends RunRequest['kind']>(
    run: number,
    request: Extract<RunRequest, { kind: Kind }>,
    onPart?: (answer: RunAnswers[Kind], share: number) => void,
  ): Job<RunAnswers[Kind]> {
    const ticket = ++this.#ticket;
    const done = new Promise<RunAnswers[Kind]>((resolve, reject) => {
      this.#pending.set(ticket, { resolve: resolve as Pending['resolve'], reject, onPart: onPart as Pending['onPart'] });
    });
    this.#post({ kind: 'ask', ticket, run, request });
    return { done, cancel: () => this.#cancel(ticket) };
  }

  close(): void {
    this.#worker.terminate();
    this.#rejectAll();
  }

  #connect(): Worker {
    const worker = this.#start();
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#receive(data);
    const crashed = (message: string): void => {
      if (worker === this.#worker) this.#crashed(message);
    };
    worker.onerror = ({ message }) => crashed(message || 'the worker stopped');
    worker.onmessageerror = () => crashed('the worker sent something that cannot be read');
    worker.postMessage({ kind: 'open', base: this.#base } satisfies Request);
    return worker;
  }

  #crashed(message: string): void {
    this.#worker.terminate();
    this.#rejectAll();
    this.#inFlight = null;
    this.#waiting = null;
    this.#worker = this.#connect();
    this.#events.onRefused(message, 'fault');
  }

  #post(request: Request): void {
    this.#worker.postMessage(request);
  }

  #send(wanted: Wanted): void {
    this.#inFlight = wanted;
    this.#post({ kind: 'run', ...wanted });
  }

  #cancel(ticket: number): void {
    const pending = this.#pending.get(ticket);
    if (!pending) return;
    this.#pending.delete(ticket);
    this.#post({ kind: 'cancel', ticket });
    pending.reject(new Cancelled());
  }

  #rejectAll(): void {
    for (const ticket of [...this.#pending.keys()]) this.#cancel(ticket);
  }

  #receive(answer: Answer): void {
    if (answer.kind === 'fetching') {
      this.#events.onFetching(answer.done, answer.total);
      return;
    }
    if (answer.kind === 'ran' || this.#inFlight?.ticket === answer.ticket) {
      this.#ended(answer);
      return;
    }
    const pending = this.#pending.get(answer.ticket);
    if (answer.kind === 'part') {
      pending?.onPart?.(answer.answer as never, answer.share);
      return;
    }
    this.#pending.delete(answer.ticket);
    if (answer.kind === 'answered') pending?.resolve(answer.answer);
    else pending?.reject(answer.cause === 'overtaken' ? new Cancelled() : new Error(answer.message));
  }

  /** The run in flight has ended. Its result is dropped if another is pending. */
  #ended(answer: Answer): void {
    const ran = this.#inFlight;
    if (!ran || !('ticket' in answer) || answer.ticket !== ran.ticket) return;
    const waiting = this.#waiting;
    this.#inFlight = null;
    this.#waiting = null;
    if (waiting) this.#send(waiting);
    else if (answer.kind === 'ran') this.#events.onRan({ ...ran, answer: answer.answer });
    else if (answer.kind === 'refused') this.#events.onRefused(answer.message, answer.cause);
  }
}
