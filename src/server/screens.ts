/** The sixth call: a screen over a history in an engine. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CALLS } from '../wire/calls.ts';
import { IMMUTABLE, isKnown, REVALIDATE } from './headers.ts';
import { send, sendError } from './send.ts';

export const SCREEN_CALL = `/${CALLS.screen}`;
/** Maximum concurrent screens, and maximum queued ones. */
export const SCREENS_AT_A_TIME = 4;
export const SCREENS_WAITING_MAX = 32;
const RETRY_AFTER_S = 5;

/** Why a screen is refused, for the client. */
export class ScreenRefusal extends Error {
  override name = 'ScreenRefusal';
  readonly status: 400 | 422 | 502 | 503 | 504;
  constructor(status: ScreenRefusal['status'], message: string, cause?: unknown) {
    super(message, { cause });
    this.status = status;
  }
}

/** A parsed screen. */
export interface ReadScreen {
  /** Digest of the history. */
  readonly history: string;
  /** Hash of history, canonical text and columns. */
  readonly key: string;
  /** Resolves to JSON. @throws ScreenRefusal */
  run(signal: AbortSignal): Promise<Uint8Array>;
}

export interface ScreenEngine {
  /**
   * @param columns ids; null for the default ones and those in the text
   * @throws ScreenRefusal for a text that can't be parsed or run
   */
  read(text: string, columns: readonly string[] | null): Promise<ReadScreen>;
}

/** Limits concurrent and queued screens. */
export class ScreenQueue {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** Resolves when a slot is free; an aborted request leaves the queue. @throws ScreenRefusal if the queue is full */
  async acquire(signal: AbortSignal): Promise<void> {
    if (this.#running < SCREENS_AT_A_TIME) {
      this.#running++;
      return;
    }
    if (this.#waiting.length >= SCREENS_WAITING_MAX)
      throw new ScreenRefusal(503, 'too many screens are waiting: ask again later');
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(signal.reason as Error);
      };
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      this.#waiting.push(begin);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** Passes the slot to the next in the queue. */
  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running--;
  }
}

export interface Screens {
  readonly engine: ScreenEngine;
  readonly queue: ScreenQueue;
}

function refuse(request: IncomingMessage, response: ServerResponse, { status, message }: ScreenRefusal): void {
  if (status === 503) response.setHeader('retry-after', RETRY_AFTER_S);
  sendError(request, response, status, message);
}

async function ran(screen: ReadScreen, queue: ScreenQueue, signal: AbortSignal): Promise<Uint8Array> {
  await queue.acquire(signal);
  try {
    return await screen.run(signal);
  } finally {
    queue.release();
  }
}

/**
 * Answers a screen. With `?history=` the response is immutable; without it the client revalidates each time, which needs no query if nothing
 * has changed.
 * @param log called with errors of the engine, which the client doesn't see
 */
export async function answerScreen(
  request: IncomingMessage,
  response: ServerResponse,
  { engine, queue }: Screens,
  query: URLSearchParams,
  log: (error: Error) => void,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort(new Error('the client has gone'));
  });
  try {
    const screen = await engine.read(query.get('text') ?? '', query.get('columns')?.split(',') ?? null);
    const asked = query.get('history');
    if (asked !== null && asked !== screen.history)
      throw new ScreenRefusal(400, `the history is ${screen.history} now, not ${asked.slice(0, 64)}: leave “history” out`);
    const etag = `"${screen.key}"`;
    const isFresh = isKnown(request.headers['if-none-match'], etag);
    const bytes = isFresh ? new Uint8Array(0) : await ran(screen, queue, gone.signal);
    await send(request, response, {
      status: 200,
      type: 'application/json',
      encoding: null,
      etag,
      bytes: bytes.byteLength,
      cacheControl: asked === null ? REVALIDATE : IMMUTABLE,
      open: async () => bytes,
    });
  } catch (error) {
    if (gone.signal.aborted) return void response.destroy();
    if (!(error instanceof ScreenRefusal)) throw error;
    if (error.cause instanceof Error) log(error.cause);
    refuse(request, response, error);
  }
}
