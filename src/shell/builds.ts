/** Detects newer builds on the server. */
import { useSyncExternalStore } from 'react';
import { BASE } from './base.ts';
import { logError } from './errors.ts';
import { whenIdle } from './idle.ts';
import { makeListeners } from './listeners.ts';

/** Polling interval of builds/latest.json. */
const POLL_MS = 10 * 60 * 1000;

/** Content of builds/meta/{buildId}.json. */
export interface BuildMeta {
  readonly id: string;
  /** Rules for exact paths and for subtrees. */
  readonly matcher: { readonly static: Record<string, object>; readonly wildcard: Record<string, object> };
  readonly prerendered: readonly string[];
}

let newer: string | null = null;
let dismissed: string | null = null;
const listeners = makeListeners<[]>();

/** Id of the running build; null in development. */
export function buildId(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content || null;
}

async function fetchJson(path: string): Promise<unknown> {
  const response = await fetch(new URL(path, BASE));
  if (!response.ok) throw new Error(`${path}: the server answered ${response.status}`);
  return await response.json();
}

/** The manifest of the running build; null, and an error in the log, when unavailable. */
export async function fetchMeta(): Promise<BuildMeta | null> {
  const id = buildId();
  if (!id) return null;
  try {
    return (await fetchJson(`builds/meta/${id}.json`)) as BuildMeta;
  } catch (error) {
    logError('manifestFailed', error);
    return null;
  }
}

async function poll(open: string): Promise<void> {
  if (!navigator.onLine) return;
  try {
    const latest = (await fetchJson(`builds/latest.json?timestamp=${Date.now()}`)) as { id?: unknown } | null;
    if (typeof latest?.id !== 'string') throw new Error('builds/latest.json names no id');
    newer = latest.id === open ? null : latest.id;
    listeners.tell();
  } catch (error) {
    logError('manifestFailed', error);
  }
}

/** Starts polling when the browser is idle. */
export function watchBuilds(): void {
  const open = buildId();
  if (!open) return;
  whenIdle(() => {
    void poll(open);
    setInterval(() => void poll(open), POLL_MS);
  });
}

/** Hides the offer until yet another build appears. */
export function dismissBuild(): void {
  dismissed = newer;
  listeners.tell();
}

export function useNewBuild(): boolean {
  return useSyncExternalStore(
    listeners.add,
    () => newer !== null && newer !== dismissed,
    () => false,
  );
}
