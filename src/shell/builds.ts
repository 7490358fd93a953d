/** Whether the server has a newer build of the page than the one that is open. */
import { useSyncExternalStore } from 'react';
import { BASE } from './base.ts';
import { logError } from './errors.ts';
import { whenIdle } from './idle.ts';

/** How often builds/latest.json is asked for. */
const POLL_MS = 10 * 60 * 1000;

/** What builds/meta/{buildId}.json says. */
export interface BuildMeta {
  readonly id: string;
  /** Rules by path: exact ones, and those for everything below. */
  readonly matcher: { readonly static: Record<string, object>; readonly wildcard: Record<string, object> };
  readonly prerendered: readonly string[];
}

let newer: string | null = null;
let dismissed: string | null = null;
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

/** The build that is open, as the build wrote it into the page; null in development. */
export function buildId(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content || null;
}

async function fetchJson(path: string): Promise<unknown> {
  const response = await fetch(new URL(path, BASE));
  if (!response.ok) throw new Error(`${path}: the server answered ${response.status}`);
  return await response.json();
}

/** The manifest of the open build; null, and a line in the log, when it can't be had. */
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
    announce();
  } catch (error) {
    logError('manifestFailed', error);
  }
}

/** Asks for the latest build from idle on. */
export function watchBuilds(): void {
  const open = buildId();
  if (!open) return;
  whenIdle(() => {
    void poll(open);
    setInterval(() => void poll(open), POLL_MS);
  });
}

/** Stays with the open build until there is another one still. */
export function dismissBuild(): void {
  dismissed = newer;
  announce();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a newer build should be offered. */
export function useNewBuild(): boolean {
  return useSyncExternalStore(
    listen,
    () => newer !== null && newer !== dismissed,
    () => false,
  );
}
