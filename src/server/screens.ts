/** The sixth call: a screen over a history that an engine has and no browser holds. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CALLS } from '../wire/calls.ts';
import { IMMUTABLE, isKnown, REVALIDATE } from './headers.ts';
import { send, sendError } from './send.ts';

export const SCREEN_CALL = `/${CALLS.screen}`;
/** Screens that the engine runs at a time, and requests that may wait for their turn. */
export const SCREENS_AT_A_TIME = 4;
export const SCREENS_WAITING_MAX = 32;
const RETRY_AFTER_S = 5;

/** Why a screen is not answered, for whoever asks. */
export class ScreenRefusal extends Error {
  override name = 'ScreenRefusal';
  readonly status: 400 | 422 | 502 | 503 | 504;
  constructor(status: ScreenRefusal['status'], message: string, cause?: unknown) {
    super(message, { cause });
    this.status = status;
  }
}

/** A screen that has been read, and not run. */
export interface ReadScreen {
  /** Digest of the history. */
  readonly history: string;
  /** Names the answer: the history, the canonical text and the columns. */
  readonly key: string;
  /** The answer as JSON. @throws ScreenRefusal */
  run(signal: AbortSignal): Promise<Uint8Array>;
}

/** Whoever answers screens. */
export interface ScreenEngine {
  /**
   * @param columns ids; null for those that every answer has and those that the text names
   * @throws ScreenRefusal for a text that can't be read or run
   */
  read(text: string, columns: readonly string[] | null): Promise<ReadScreen>;
}

/** Lets so many run at a time and so many wait. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** Resolves when the turn has come; one that is given up leaves the queue. @throws ScreenRefusal where too many wait */
  async take(signal: AbortSignal): Promise<void> {
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

  /** The turn goes to the next one that waits. */
  give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running--;
  }
}

/** Answers that screens have, and what each takes. */
export interface Screens {
  readonly engine: ScreenEngine;
  readonly turns: Turns;
}

function refuse(request: IncomingMessage, response: ServerResponse, { status, message }: ScreenRefusal): void {
  if (status === 503) response.setHeader('retry-after', RETRY_AFTER_S);
  sendError(request, response, status, message);
}

async function ran(screen: ReadScreen, turns: Turns, signal: AbortSignal): Promise<Uint8Array> {
  await turns.take(signal);
  try {
    return await screen.run(signal);
  } finally {
    turns.give();
  }
}

/**
 * Answers a screen. With `?history=` that names the history the answer never changes; without it the client asks again each time, and is told
 * that it has the answer already without a query.
 * @param log hears of what the engine refused, which the client is not told
 */
export async function answerScreen(
  request: IncomingMessage,
  response: ServerResponse,
  { engine, turns }: Screens,
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
    const bytes = isFresh ? new Uint8Array(0) : await ran(screen, turns, gone.signal);
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
