/** How long to wait before the next try. */

const SECOND_MS = 1000;
/** Waits between tries double from the first up to the last. */
const [FIRST_WAIT_MS, LAST_WAIT_MS] = [1000, 60_000];
/** An owner who asks for a longer pause is left alone until the next run. */
export const WAIT_MS_MAX = 15 * 60_000;
export const TRIES_MAX = 6;

/** The pause that `Retry-After` asks for, in seconds or as a date, in milliseconds; NaN for none. */
export function retryAfterMs(header: string | undefined, now: number): number {
  if (header === undefined) return Number.NaN;
  const text = header.trim();
  const at = /^\d+$/.test(text) ? now + Number(text) * SECOND_MS : Date.parse(text);
  return Math.max(0, at - now);
}

/** The pause before the n-th further try, from 0. */
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
