/** Deletes all that this page has stored on this machine. */
import { BASE } from './base.ts';
import { CONSENT_COOKIES } from './consent.ts';
import { removeCookie } from './cookies.ts';
import { eraseDatabase } from './database.ts';
import { LANGUAGE_COOKIE } from './i18n.ts';
import { workerStarted } from './offline.ts';
import { eraseSettings } from './storage.ts';

/** Longest wait for a worker to say that it keeps nothing more, and for the browser to take its name off the list. */
const WORKER_MS = 2000;

/** Resolves after the work or that time, whichever ends first. */
function within(limitMs: number, work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, limitMs))]);
}

/** The same host may have other pages: only what lies below this one's address is its own. */
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

/** Resolves when the worker has ended what it was keeping; from then on it keeps nothing, though it goes on for the pages that are open. */
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
    // Chromium (seen in 156) can put this off until the page is left, when another tab was closed a moment before.
    await within(WORKER_MS, registration.unregister());
  }
}

/** Saved screens, settings, our cookies, the service worker and its copies. Gives why something could not be deleted; none when all is gone. */
export async function eraseAll(): Promise<readonly string[]> {
  eraseSettings();
  for (const name of [...CONSENT_COOKIES, LANGUAGE_COOKIE]) removeCookie(name);
  // The worker goes first: it would fill its caches again.
  const ended = [await settle(removeWorkers()), await settle(eraseCaches()), await settle(eraseDatabase())];
  return ended.filter((fault) => fault !== null);
}

function settle(work: Promise<void>): Promise<string | null> {
  return work.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}
