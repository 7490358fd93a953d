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

async function post(message: object): Promise<void> {
  const registration = await navigator.serviceWorker.ready;
  if (erasureCount() > 0) return;
  registration.active?.postMessage(message);
}

/** Called once. Browsers without service workers, and pages that may not have one, just need the network. */
export function startOffline(): void {
  followErasures();
  addEventListener('online', () => change({ online: true }));
  addEventListener('offline', () => change({ online: false }));
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', onMessage);
  navigator.serviceWorker.startMessages();
  if (savesData()) return;
  if (location.pathname === new URL(SCREENER, BASE).pathname) setTimeout(register, DATA_FIRST_MS);
  else whenIdle(register);
}

let starting: Promise<void> | null = null;

function register(): Promise<void> {
  if (erasureCount() > 0) return Promise.resolve();
  starting ??= startWorker();
  return starting;
}

/** Resolves when no worker is on its way. */
export async function workerStarted(): Promise<void> {
  await starting;
}

async function startWorker(): Promise<void> {
  try {
    await navigator.serviceWorker.register(trustedScriptUrl(new URL('sw.js', BASE).href));
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    void post({ kind: 'keepAssets', urls: loaded });
  } catch (error) {
    console.info('the page needs the network', error);
  }
}

/** Called when all data have been loaded. */
export function keepLastData(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || savesData()) return;
  whenIdle(async () => {
    await register();
    await post({ kind: 'keepData' });
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
