/** Delays between retries. */

const SECOND_MS = 1000;
/** Exponential backoff from the first to the last delay. */
const [FIRST_WAIT_MS, LAST_WAIT_MS] = [1000, 60_000];
/** If a server requests a longer pause, the run gives up. */
export const WAIT_MS_MAX = 15 * 60_000;
export const TRIES_MAX = 6;

/** Parses `Retry-After`, seconds or a date, to milliseconds; NaN for none. */
export function retryAfterMs(header: string | undefined, now: number): number {
  if (header === undefined) return Number.NaN;
  const text = header.trim();
  const at = /^\d+$/.test(text) ? now + Number(text) * SECOND_MS : Date.parse(text);
  return Math.max(0, at - now);
}

/** Delay before the n-th retry, counted from 0. */
export const backoffMs = (tries: number): number => Math.min(FIRST_WAIT_MS * 2 ** tries, LAST_WAIT_MS);

export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new Error('stopped'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
