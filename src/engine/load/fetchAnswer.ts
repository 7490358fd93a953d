/** How the page asks for one of the calls: from the network, and without one from the copies of its service worker. */

/** First in the query of a request that only the service worker answers, from what it has kept. The worker's own text has it too. */
const KEPT_QUERY = 'kept=1';

/** What to do with copies that the browser has of an answer: check them as the server says, or ask past them, since one may be broken. */
export type Freshness = 'default' | 'reload';

/**
 * Asks the network. Where that can't be reached, the same is asked of the service worker's copies: it is not asked first, because its
 * hundreds of messages to and fro cost a load a quarter of its time.
 * @throws TypeError when there is neither, and the signal's reason
 */
export async function fetchAnswer(url: URL, signal: AbortSignal, cache: Freshness = 'default'): Promise<Response> {
  try {
    return await fetch(url, { signal, cache });
  } catch (error) {
    if (signal.aborted || !(error instanceof TypeError) || !mayHaveCopies()) throw error;
    const kept = new URL(url);
    kept.search = [KEPT_QUERY, ...url.searchParams.toString().split('&').filter(Boolean)].join('&');
    // Never of the network, which might answer by now what it was not asked: only a service worker can.
    return await fetch(kept, { signal, mode: 'same-origin', cache: 'only-if-cached' }).catch(() => {
      throw error;
    });
  }
}

/** Service workers, and the copies that they keep, are for pages that came safely. */
function mayHaveCopies(): boolean {
  return 'caches' in globalThis;
}
