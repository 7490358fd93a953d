/** A chunk that cannot be fetched usually belongs to a removed build: the page reloads, with its state in the address. */
import { BASE } from './base.ts';
import { CatalogueError } from './errors.ts';

/** Minimum time between automatic reloads of a path. */
export const RELOAD_GUARD_MS = 10_000;
const STORED = 'panscreen.reload';

let reloading = false;

/** Whether the page is about to be replaced. */
export function isReloading(): boolean {
  return reloading;
}

/** Times of recent reloads by path; null without session storage, where reloads could loop forever. */
function readTimes(): Record<string, number> | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...(stored as Record<string, number>) } : {};
  } catch (error) {
    return error instanceof SyntaxError ? {} : null;
  }
}

/** Records a reload of the path and returns whether it is allowed. */
export function mayReload(path: string, nowMs: number): boolean {
  const times = readTimes();
  if (!times) return false;
  const last = times[path];
  if (typeof last === 'number' && nowMs - last < RELOAD_GUARD_MS && nowMs >= last) return false;
  const recent = Object.entries(times).filter(([, time]) => nowMs - time < RELOAD_GUARD_MS);
  try {
    sessionStorage.setItem(STORED, JSON.stringify({ ...Object.fromEntries(recent), [path]: nowMs }));
    return true;
  } catch {
    return false;
  }
}

/** Time limit for replacing files that may be broken. */
const REPLACE_MS = 3000;

/** Recently requested scripts and styles: one of them failed to load or run. */
function lateAssets(): string[] {
  const root = new URL('assets/', BASE).href;
  const since = performance.now() - RELOAD_GUARD_MS;
  return performance
    .getEntriesByType('resource')
    .flatMap(({ name, startTime }) => (startTime >= since && name.startsWith(root) ? [name] : []));
}

/** Refetches them, bypassing the browser's and the service worker's caches, which may hold a broken copy. */
async function replaceAssets(): Promise<void> {
  const urls = lateAssets();
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null;
  if (worker) {
    const { port1, port2 } = new MessageChannel();
    await new Promise((replaced) => {
      port1.onmessage = replaced;
      worker.postMessage({ kind: 'replaceAssets', urls }, [port2]);
    });
  } else await Promise.all(urls.map((url) => fetch(url, { cache: 'reload' }).then((response) => response.arrayBuffer())));
}

/** A restarting server is polled for this long and at this interval. */
const [AWAY_MS, LOOK_MS] = [10_000, 500];

/** Waits for the server: otherwise the page would be replaced by the browser's error page, which never recovers. */
async function untilAnswered(target: URL): Promise<void> {
  for (const from = performance.now(); performance.now() - from < AWAY_MS; ) {
    if (
      await fetch(target).then(
        () => true,
        () => false,
      )
    )
      return;
    await new Promise((again) => setTimeout(again, LOOK_MS));
  }
}

async function reload(target: URL): Promise<void> {
  await Promise.race([replaceAssets().catch(() => {}), new Promise((late) => setTimeout(late, REPLACE_MS))]);
  if (target.href === location.href) location.reload();
  else location.assign(target);
}

/** Reloads `target` unless its path was just reloaded. */
export function reloadOnce(target: URL): boolean {
  if (reloading) return true;
  if (!navigator.onLine || !mayReload(target.pathname, Date.now())) return false;
  reloading = true;
  void untilAnswered(target).then(() => reload(target));
  return true;
}

/** Reloads `target` on the user's request, if the file named by the error is available: otherwise the screen would be lost too. */
async function reloadWhenThere(error: unknown, target: URL): Promise<boolean> {
  const [url = target.href] = /https?:[^\s"']+\.(?:js|css)\b/.exec(String(error)) ?? [];
  const response = await fetch(url, { cache: 'reload' }).catch(() => null);
  if (!response?.ok) return false;
  mayReload(target.pathname, Date.now());
  reloading = true;
  void reload(target);
  return true;
}

/**
 * Imports a chunk. On failure, reloads `target` once; throws the second time. With `isAsked`, reloads as soon as the chunk is
 * available: browsers cache failed imports.
 */
export async function loadChunk<T>(importChunk: () => Promise<T>, target: () => URL, isAsked = false): Promise<T> {
  try {
    return await importChunk();
  } catch (error) {
    const isReloaded = isAsked ? await reloadWhenThere(error, target()) : reloadOnce(target());
    if (isReloaded) return await new Promise<never>(() => {});
    throw new CatalogueError('chunkFailed', { fullPath: target().pathname }, error);
  }
}

/** Pending imports whose failure can be ignored. */
let spare = 0;

/** Preloads a chunk: a failure shows only when the chunk is needed. */
export async function preloadChunk(importChunk: () => Promise<unknown>): Promise<void> {
  spare++;
  try {
    await importChunk();
  } catch {
    // Reported by the import that needs the chunk.
  } finally {
    spare--;
  }
}

/** Handles failed chunk loads before their importers do. `target` returns the navigation's destination or the present address. Call once. */
export function watchChunks(target: () => URL): void {
  addEventListener('vite:preloadError', () => {
    if (spare === 0) reloadOnce(target());
  });
}
