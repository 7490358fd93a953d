/** A part of the program that can't be fetched is mostly one of a build that is gone: the page is loaded again, with its state in the address. */
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

/** Loads `target` afresh unless that was just tried for its path. */
export function reloadOnce(target: URL): boolean {
  if (reloading) return true;
  if (!navigator.onLine || !mayReload(target.pathname, Date.now())) return false;
  reloading = true;
  if (target.href === location.href) location.reload();
  else location.assign(target);
  return true;
}

/** Imports a part of the program. When it can't be had, `target` is loaded afresh once; the second time the error is thrown. */
export async function loadChunk<T>(importChunk: () => Promise<T>, target: () => URL): Promise<T> {
  try {
    return await importChunk();
  } catch (error) {
    if (reloadOnce(target())) return await new Promise<never>(() => {});
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
