/** Page and last data without a network, from the second request on: registers the service worker and says what to keep. */
import { useSyncExternalStore } from 'react';
import { BASE } from './base.ts';
import { whenIdle } from './idle.ts';
import { savesData } from './prefetch.ts';
import { erasureCount, followErasures } from './storage.ts';
import { trustedScriptUrl } from './trusted.ts';

/** Where a visit loads data, they go before copies for later, for so long at most. */
const SCREENER = 'stocks/screener';
const DATA_FIRST_MS = 10_000;

/** Whether there is a network, and since when the shown data were kept (epoch ms, NaN when unknown) when they do not come from it. */
export interface Connection {
  readonly online: boolean;
  readonly keptAt: number | null;
}

let connection: Connection = { online: globalThis.navigator?.onLine !== false, keptAt: null };
const listeners = new Set<() => void>();
const onServer: Connection = { online: true, keptAt: null };

function change(next: Partial<Connection>): void {
  connection = { ...connection, ...next };
  for (const listener of listeners) listener();
}

function onMessage({ data }: MessageEvent<unknown>): void {
  const { kind, at } = (data ?? {}) as { kind?: unknown; at?: unknown };
  if (kind !== 'kept') return;
  const keptAt = new Date(typeof at === 'number' ? at : Number.NaN).getTime();
  change({ keptAt: Math.min(keptAt, connection.keptAt ?? keptAt) });
}

/** The worker, once it is active; null when all has been deleted meanwhile. */
async function activeWorker(): Promise<ServiceWorker | null> {
  const { active } = await navigator.serviceWorker.ready;
  return erasureCount() > 0 ? null : active;
}

/** Called once. Browsers without service workers, and pages that may not have one, just need the network. */
export function startOffline(): void {
  followErasures();
  addEventListener('online', () => change({ online: true }));
  addEventListener('offline', () => change({ online: false }));
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', onMessage);
  navigator.serviceWorker.startMessages();
  navigator.serviceWorker.controller?.postMessage({ kind: 'started' });
  if (savesData()) return;
  if (location.pathname === new URL(SCREENER, BASE).pathname) setTimeout(register, DATA_FIRST_MS);
  else whenIdle(register);
}

let starting: Promise<boolean> | null = null;

/** Whether there is a worker, or will be. */
function register(): Promise<boolean> {
  if (erasureCount() > 0) return Promise.resolve(false);
  starting ??= startWorker();
  return starting;
}

/** Resolves when no worker is on its way. */
export async function workerStarted(): Promise<void> {
  await starting;
}

async function startWorker(): Promise<boolean> {
  try {
    await navigator.serviceWorker.register(trustedScriptUrl(new URL('sw.js', BASE).href));
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    void activeWorker().then((worker) => worker?.postMessage({ kind: 'keepAssets', urls: loaded }));
    return true;
  } catch (error) {
    console.info('the page needs the network', error);
    return false;
  }
}

/**
 * Called when all data have been loaded. `handOver` gives whoever has the answers a port on which the service worker takes them, once; null when
 * nothing is kept.
 */
export function keepLastData(handOver: (port: MessagePort | null) => void): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || savesData()) {
    handOver(null);
    return;
  }
  whenIdle(async () => {
    const worker = (await register()) ? await activeWorker() : null;
    if (!worker) return handOver(null);
    const { port1, port2 } = new MessageChannel();
    handOver(port1);
    worker.postMessage({ kind: 'keepData' }, [port2]);
  });
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useConnection(): Connection {
  return useSyncExternalStore(
    listen,
    () => connection,
    () => onServer,
  );
}
