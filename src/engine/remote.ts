import { CALLS } from '../wire/calls.ts';
import type { Source } from './load.ts';
import { NEWER_DATA } from './newer.ts';

/** An answer that does not go on for this long is given up. */
const STALL_MS = 10_000;
/** Longest that one answer may take in all. */
const ANSWER_MS = 180_000;
/** Longest JSON answer that is read. */
const JSON_BYTES_MAX = 512 * 1024 * 1024;

/** Header that names the build of the data; sent back as a query, so that one load never mixes two builds. */
const BUILD_HEADER = 'x-panscreen-build';

/** A clock that aborts when it has not been touched for STALL_MS, or after ANSWER_MS in all. */
class StallClock {
  readonly #controller = new AbortController();
  readonly #whole = setTimeout(() => this.#stop(`no complete answer within ${ANSWER_MS / 1000} s`), ANSWER_MS);
  #stall: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.touch();
  }
  get signal(): AbortSignal {
    return this.#controller.signal;
  }
  touch(): void {
    clearTimeout(this.#stall);
    this.#stall = setTimeout(() => this.#stop(`no answer for ${STALL_MS / 1000} s`), STALL_MS);
  }
  end(): void {
    clearTimeout(this.#stall);
    clearTimeout(this.#whole);
  }
  #stop(reason: string): void {
    this.#controller.abort(new Error(reason));
  }
}

async function readBody(response: Response, clock: StallClock): Promise<Uint8Array> {
  if (!response.body) return new Uint8Array(await response.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    clock.touch();
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

/** The five calls over HTTP below `base`, an absolute URL that ends in a slash. */
export function remoteSource(base: string): Source {
  let build: Promise<string | null> | null = null;

  async function get(path: string): Promise<{ bytes: Uint8Array; headers: Headers }> {
    const clock = new StallClock();
    const url = new URL(path, base);
    const known = path === CALLS.countries ? null : await build;
    if (known) url.searchParams.set('build', known);
    try {
      const response = await fetch(url, { signal: clock.signal });
      if (!response.ok) throw new Error(`the server answered ${response.status} ${response.statusText}`.trim());
      const named = response.headers.get(BUILD_HEADER);
      // Rows of one build and figures of another might have the same length.
      if (known && named && named !== known) throw new Error(NEWER_DATA);
      return { bytes: await readBody(response, clock), headers: response.headers };
    } catch (error) {
      if (clock.signal.aborted) throw clock.signal.reason;
      throw error instanceof TypeError ? new Error('the server could not be reached, or broke off its answer') : error;
    } finally {
      clock.end();
    }
  }

  return {
    async json(path) {
      const answer = get(path);
      if (path === CALLS.countries) build = answer.then(({ headers }) => headers.get(BUILD_HEADER)).catch(() => null);
      const { bytes } = await answer;
      if (bytes.length > JSON_BYTES_MAX) throw new Error(`the answer has ${bytes.length} bytes, more than ${JSON_BYTES_MAX}`);
      try {
        return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
      } catch {
        throw new Error('the answer is no JSON');
      }
    },
    async bytes(path) {
      return (await get(path)).bytes;
    },
  };
}
