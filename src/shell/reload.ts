/** A part of the program that can't be fetched is mostly one of a build that is gone: the page is loaded again, with its state in the address. */
import { BASE } from './base.ts';
import { CatalogueError } from './errors.ts';

/** A path reloads by itself at most once in this time. */
export const RELOAD_GUARD_MS = 10_000;
const STORED = 'panscreen.reload';

let reloading = false;

/** Whether the page is about to be replaced: nothing needs to be shown any more. */
export function isReloading(): boolean {
  return reloading;
}

/** Times of the last reloads by path; null where the browser keeps nothing, so that a reload might be without end. */
function readTimes(): Record<string, number> | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...(stored as Record<string, number>) } : {};
  } catch (error) {
    return error instanceof SyntaxError ? {} : null;
  }
}

/** Notes a reload of the path at that time, and says whether it is allowed. */
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

/** Longest that a reload waits for new copies of the files that may be broken. */
const REPLACE_MS = 3000;

/** Scripts and styles that this page has asked for lately: one of them could not be fetched or run. */
function lateAssets(): string[] {
  const root = new URL('assets/', BASE).href;
  const since = performance.now() - RELOAD_GUARD_MS;
  return performance
    .getEntriesByType('resource')
    .flatMap(({ name, startTime }) => (startTime >= since && name.startsWith(root) ? [name] : []));
}

/** Fetches them past the copies of the browser and of the service worker, which would answer with a broken one for ever. */
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

/** A server that is being replaced by another may be away so long, and is looked for so often. */
const [AWAY_MS, LOOK_MS] = [10_000, 500];

/** Waits for the server: the page that is open would give way to the browser's own, which never comes back by itself. */
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

/** Loads `target` afresh unless that was just tried for its path. */
export function reloadOnce(target: URL): boolean {
  if (reloading) return true;
  if (!navigator.onLine || !mayReload(target.pathname, Date.now())) return false;
  reloading = true;
  void untilAnswered(target).then(() => reload(target));
  return true;
}

/** Loads `target` afresh, as the user asked, if the file can be had by now that the error names: else what is on the screen would be lost too. */
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
 * Imports a part of the program. When it can't be had, `target` is loaded afresh once; the second time the error is thrown. Where the user
 * asked for another try, `target` is loaded afresh as soon as the part is there: browsers remember that an import has failed.
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

/** Imports under way whose failure hurts nobody. */
let spare = 0;

/** Imports ahead of need: a failure changes nothing now, and shows when the part is needed. */
export async function preloadChunk(importChunk: () => Promise<unknown>): Promise<void> {
  spare++;
  try {
    await importChunk();
  } catch {
    // Whoever needs the part will import it again and be told.
  } finally {
    spare--;
  }
}

/** Hears of every part that can't be fetched, before whoever imported it. `target` says where the user is going, or is. Called once, at the start. */
export function watchChunks(target: () => URL): void {
  addEventListener('vite:preloadError', () => {
    if (spare === 0) reloadOnce(target());
  });
}
