/** Deletes everything that this page has stored on this device. */
import { BASE } from './base.ts';
import { CONSENT_COOKIES } from './consent.ts';
import { removeCookie } from './cookies.ts';
import { eraseDatabase } from './database.ts';
import { messageOf } from './errors.ts';
import { LANGUAGE_COOKIE } from './i18n.ts';
import { workerStarted } from './offline.ts';
import { eraseSettings } from './storage.ts';

/** Time limit for the worker's confirmation and for its removal by the browser. */
const WORKER_MS = 2000;

/** Resolves with the work or at the time limit, whichever comes first. */
function within(limitMs: number, work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, limitMs))]);
}

/** Deletes only entries below this application's URL: the host may serve other pages. */
async function eraseCaches(): Promise<void> {
  if (!('caches' in globalThis)) return;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const requests = await cache.keys();
    const own = requests.filter(({ url }) => url.startsWith(BASE));
    await Promise.all(own.map((request) => cache.delete(request)));
    if (own.length === requests.length) await caches.delete(name);
  }
}

/** Resolves when the worker has finished its writes. It stores nothing afterwards, even while pages remain open. */
function silence(worker: ServiceWorker | null): Promise<void> {
  return new Promise((silent) => {
    if (!worker) return silent();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      silent();
    };
    worker.postMessage({ kind: 'erase' }, [port2]);
  });
}

async function removeWorkers(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await within(WORKER_MS, workerStarted());
  const registrations = await navigator.serviceWorker.getRegistrations();
  for (const registration of registrations.filter(({ scope }) => scope === BASE)) {
    const { installing, waiting, active } = registration;
    await within(WORKER_MS, Promise.all([installing, waiting, active].map(silence)));
    // Chromium 156 may delay this until the page is left, if another tab was just closed.
    await within(WORKER_MS, registration.unregister());
  }
}

/** Deletes saved screens, settings, our cookies, the service worker and its caches. Returns the reasons for what could not be deleted. */
export async function eraseAll(): Promise<readonly string[]> {
  eraseSettings();
  for (const name of [...CONSENT_COOKIES, LANGUAGE_COOKIE]) removeCookie(name);
  // First the worker: it would refill its caches.
  const ended = [await settle(removeWorkers()), await settle(eraseCaches()), await settle(eraseDatabase())];
  return ended.filter((fault) => fault !== null);
}

function settle(work: Promise<void>): Promise<string | null> {
  return work.then(
    () => null,
    (error: unknown) => messageOf(error),
  );
}
