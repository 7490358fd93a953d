import { CALLS } from '../../wire/calls.ts';
import { type Freshness, fetchAnswer } from './fetchAnswer.ts';
import type { Source } from './loader.ts';
import { NEWER_DATA } from './newerData.ts';
import type { RetainedAnswers } from './retainedAnswers.ts';

/** An answer that stalls for this long is aborted. */
const STALL_MS = 10_000;
/** Time limit for a whole answer. */
const ANSWER_MS = 180_000;
/** Concurrent requests: a browser would queue more than it has connections, and they would count as stalled. */
export const REQUESTS_AT_A_TIME = 6;
/** Longest JSON answer that is read. */
const JSON_BYTES_MAX = 512 * 1024 * 1024;

/** Header with the build of the data, sent back in the query so that one load never mixes two builds. */
const BUILD_HEADER = 'x-panscreen-build';

/** Running clocks. They share one timer: two timers per answer would take 2 % of a load. */
const running = new Set<StallClock>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Checks every clock, and again when the first may be due; clocks started later are due later. */
function lookAtClocks(): void {
  const due = Math.min(...[...running].map((clock) => clock.look()));
  timer = running.size > 0 ? setTimeout(lookAtClocks, Math.ceil(due - performance.now())) : undefined;
}

/** A clock that aborts when it has not been touched for STALL_MS, or after ANSWER_MS in all. */
class StallClock {
  readonly #controller = new AbortController();
  readonly #startedAt = performance.now();
  #touchedAt = this.#startedAt;

  constructor() {
    running.add(this);
    timer ??= setTimeout(lookAtClocks, STALL_MS);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }
  /** Called for every chunk, so it only stores the time. */
  touch(): void {
    this.#touchedAt = performance.now();
  }
  end(): void {
    running.delete(this);
    if (running.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  }
  /** Aborts when due. Returns when it will be due. */
  look(): number {
    const now = performance.now();
    const [stalled, late] = [this.#touchedAt + STALL_MS, this.#startedAt + ANSWER_MS];
    if (now < stalled && now < late) return Math.min(stalled, late);
    running.delete(this);
    this.#stop(now < stalled ? `no complete answer within ${ANSWER_MS / 1000} s` : `no answer for ${STALL_MS / 1000} s`);
    return Number.POSITIVE_INFINITY;
  }
  #stop(reason: string): void {
    this.#controller.abort(new Error(reason));
  }
}

export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }
  async take(): Promise<void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
  give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}

async function readBody(response: Response, clock: StallClock, onBytes: (count: number) => void = () => {}): Promise<Uint8Array> {
  if (!response.body) return new Uint8Array(await response.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    clock.touch();
    onBytes(part.value.length);
    chunks.push(part.value);
    length += part.value.length;
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** The server answered with an error status. */
export class RefusedAnswer extends Error {
  readonly status: number;
  readonly headers: Headers;
  constructor({ status, statusText, headers }: Response) {
    super(`the server answered ${status} ${statusText}`.trim());
    this.status = status;
    this.headers = headers;
  }
}

export interface Answered {
  readonly bytes: Uint8Array;
  readonly headers: Headers;
}

/**
 * Fetches a whole answer.
 * @param onHead may throw before the body is read
 * @throws RefusedAnswer, or an Error with a reason for the user when the answer stalls or the server cannot be reached
 */
export async function wholeAnswer(
  url: URL,
  cache: Freshness,
  { onHead, onBytes }: { onHead?: (headers: Headers) => void; onBytes?: (count: number) => void } = {},
): Promise<Answered> {
  const clock = new StallClock();
  try {
    const response = await fetchAnswer(url, clock.signal, cache);
    if (!response.ok) throw new RefusedAnswer(response);
    onHead?.(response.headers);
    return { bytes: await readBody(response, clock, onBytes), headers: response.headers };
  } catch (error) {
    if (clock.signal.aborted) throw clock.signal.reason;
    throw error instanceof TypeError ? new Error('the server could not be reached, or broke off its answer') : error;
  } finally {
    clock.end();
  }
}

export interface RemoteOptions {
  /** Keeps the answers for the service worker; null without one. */
  readonly retained?: RetainedAnswers | null;
  /** Cache mode of every call; `reload` when a load is retried. */
  readonly cache?: Freshness;
}

/** The five calls and the bundles over HTTP. @param base absolute URL that ends in a slash */
export function remoteSource(base: string, { retained = null, cache = 'default' }: RemoteOptions = {}): Source {
  let build: Promise<string | null> | null = null;
  const semaphore = new Semaphore(REQUESTS_AT_A_TIME);

  async function get(path: string, isRetry: boolean): Promise<Answered> {
    const url = new URL(path, base);
    const known = path === CALLS.countries ? null : await build;
    if (known) url.searchParams.set('build', known);
    await semaphore.take();
    try {
      const answer = await wholeAnswer(url, isRetry ? 'reload' : cache, {
        onHead: (headers) => {
          const named = headers.get(BUILD_HEADER);
          // Rows of one build and figures of another might have the same length.
          if (known && named && named !== known) throw new Error(NEWER_DATA);
        },
      });
      retained?.add(url.href, answer.headers, answer.bytes);
      return answer;
    } finally {
      semaphore.give();
    }
  }

  const parse = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));

  async function json(path: string, isRetry = false): Promise<unknown> {
    const answer = get(path, isRetry);
    if (path === CALLS.countries) build = answer.then(({ headers }) => headers.get(BUILD_HEADER)).catch(() => null);
    const { bytes } = await answer;
    if (bytes.length > JSON_BYTES_MAX) throw new Error(`the answer has ${bytes.length} bytes, more than ${JSON_BYTES_MAX}`);
    try {
      return parse(bytes);
    } catch {
      throw new Error('the answer is not valid JSON');
    }
  }

  return {
    json,
    bytes: async (path, isRetry = false) => (await get(path, isRetry)).bytes,
    // A server that does not name its build has no bundles.
    bundles: { ask: async () => ((await build) ? await json(CALLS.bundles) : null), parse },
  };
}
