/** Requests a call from the network or, offline, from the service worker's copies. */

/** First in the query of a request that only the service worker answers, from its cache. The service worker's source has the same text. */
const KEPT_QUERY = 'kept=1';

/** How to treat the browser's cached answers: revalidate them as the server says, or bypass them because one may be broken. */
export type Freshness = 'default' | 'reload';

/**
 * Asks the network and, if it cannot be reached, the service worker's copies. The service worker is not asked first, because its
 * hundreds of messages take a quarter of a load's time.
 * @throws TypeError when both fail, and the signal's reason
 */
export async function fetchAnswer(url: URL, signal: AbortSignal, cache: Freshness = 'default'): Promise<Response> {
  try {
    return await fetch(url, { signal, cache });
  } catch (error) {
    if (signal.aborted || !(error instanceof TypeError) || !mayHaveCopies()) throw error;
    const kept = new URL(url);
    kept.search = [KEPT_QUERY, ...url.searchParams.toString().split('&').filter(Boolean)].join('&');
    // Only a service worker can answer this, never the network, which might be back by now.
    return await fetch(kept, { signal, mode: 'same-origin', cache: 'only-if-cached' }).catch(() => {
      throw error;
    });
  }
}

/** Service workers and their caches need a secure context. */
function mayHaveCopies(): boolean {
  return 'caches' in globalThis;
}
