/** Deletes all that this page has stored on this machine. */
import { BASE } from './base.ts';
import { CONSENT_COOKIE } from './consent.ts';
import { removeCookie } from './cookies.ts';
import { eraseDatabase } from './database.ts';
import { LANGUAGE_COOKIE } from './i18n.ts';
import { eraseSettings } from './storage.ts';

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

async function removeWorkers(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  for (const registration of registrations.filter(({ scope }) => scope === BASE)) {
    // It goes on for the pages that are open.
    registration.active?.postMessage({ kind: 'erase' });
    await registration.unregister();
  }
}

/** Saved screens, settings, our cookies, the service worker and its copies. Gives why something could not be deleted; none when all is gone. */
export async function eraseAll(): Promise<readonly string[]> {
  eraseSettings();
  for (const name of [CONSENT_COOKIE, LANGUAGE_COOKIE]) removeCookie(name);
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
