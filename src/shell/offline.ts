/** Offline support: registers the service worker and selects what it caches. */
import { useSyncExternalStore } from 'react';
import { BASE } from './base.ts';
import { whenIdle } from './idle.ts';
import { makeListeners } from './listeners.ts';
import { savesData } from './prefetch.ts';
import { erasureCount, followErasures } from './storage.ts';
import { trustedScriptUrl } from './trusted.ts';

/** Visits that load data register the worker later, so that data loads first. */
const SCREENER = 'stocks/screener';
const DATA_FIRST_MS = 10_000;

/** Network state, and since when the shown data has been cached (epoch ms, NaN when unknown) if it comes from the cache. */
export interface Connection {
  readonly online: boolean;
  readonly keptAt: number | null;
}

let connection: Connection = { online: globalThis.navigator?.onLine !== false, keptAt: null };
const listeners = makeListeners<[]>();
const onServer: Connection = { online: true, keptAt: null };

function change(next: Partial<Connection>): void {
  connection = { ...connection, ...next };
  listeners.tell();
}

function onMessage({ data }: MessageEvent<unknown>): void {
  const { kind, at } = (data ?? {}) as { kind?: unknown; at?: unknown };
  if (kind !== 'kept') return;
  const keptAt = new Date(typeof at === 'number' ? at : Number.NaN).getTime();
  change({ keptAt: Math.min(keptAt, connection.keptAt ?? keptAt) });
}

/** The active worker; null after an erasure. */
async function activeWorker(): Promise<ServiceWorker | null> {
  const { active } = await navigator.serviceWorker.ready;
  return erasureCount() > 0 ? null : active;
}

/** Call once. Without service workers the page needs the network. */
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

/** Resolves with false when there will be no worker. */
function register(): Promise<boolean> {
  if (erasureCount() > 0) return Promise.resolve(false);
  starting ??= startWorker();
  return starting;
}

/** Resolves when no registration is pending. */
export async function workerStarted(): Promise<void> {
  await starting;
}

async function startWorker(): Promise<boolean> {
  try {
    const registration = await navigator.serviceWorker.register(trustedScriptUrl(new URL('sw.js', BASE).href));
    // An erasure does not wait long for a registration.
    if (erasureCount() > 0) {
      for (const worker of [registration.installing, registration.active]) worker?.postMessage({ kind: 'erase' });
      await registration.unregister();
      return false;
    }
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    void activeWorker().then((worker) => worker?.postMessage({ kind: 'keepAssets', urls: loaded }));
    return true;
  } catch (error) {
    console.info('the page needs the network', error);
    return false;
  }
}

/** Call when all data has been loaded. `handOver` receives a port on which the service worker takes the answers, or null when nothing is cached. */
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

export function useConnection(): Connection {
  return useSyncExternalStore(
    listeners.add,
    () => connection,
    () => onServer,
  );
}
