/** Prefetches what the next page needs, unless the connection is very slow or the user saves data. */
import { BASE } from './base.ts';
import { fetchMeta } from './builds.ts';
import { preloadChunk } from './reload.ts';

/** Delay after the page has loaded. */
const PAYLOAD_DELAY_MS = 1000;
/** Concurrent preloads of route components. */
const PRELOADS_MAX = 4;

interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

export function isVerySlow(connection: Connection | undefined): boolean {
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}

export function savesData(): boolean {
  const { connection } = navigator as { connection?: Connection };
  return isVerySlow(connection) || matchMedia('(prefers-reduced-data: reduce)').matches;
}

export async function preloadAll(loaders: readonly (() => Promise<unknown>)[], max: number = PRELOADS_MAX): Promise<void> {
  const waiting = [...loaders];
  const work = async (): Promise<void> => {
    for (let load = waiting.shift(); load; load = waiting.shift()) await preloadChunk(load);
  };
  await Promise.all(Array.from({ length: Math.min(max, loaders.length) }, work));
}

async function fetchPayloads(): Promise<void> {
  const meta = await fetchMeta();
  for (const path of meta?.prerendered ?? []) {
    const payload = new URL(`${path.replace(/^\/|\/$/g, '')}/_payload.json`.replace(/^\//, ''), BASE);
    await fetch(payload, { priority: 'low' }).catch(() => {});
  }
}

/** Call once, when the page has loaded. */
export function startPrefetch(routeLoaders: readonly (() => Promise<unknown>)[]): void {
  if (savesData()) return;
  setTimeout(() => {
    void fetchPayloads();
    void preloadAll(routeLoaders);
  }, PAYLOAD_DELAY_MS);
}
