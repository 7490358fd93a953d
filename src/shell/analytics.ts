/**
 * Hook for the operator's own analytics. The product ships none: a file analytics.js next to index.html, named by `<meta
 * name="analytics" content="./analytics.js">`, is imported after consent and never before.
 */
import { BASE } from './base.ts';
import { trustedScriptUrl } from './trusted.ts';

export interface Preferences {
  readonly necessary: true;
  readonly analytics: boolean;
  readonly marketing: boolean;
}

/** Optional exports of analytics.js. */
interface AnalyticsHook {
  start?(preferences: Preferences): void;
  page?(path: string): void;
  stop?(): void;
}

let path: string | null = null;
let hook: Promise<AnalyticsHook | null> | null = null;

async function importHook(preferences: Preferences): Promise<AnalyticsHook | null> {
  const named = document.querySelector<HTMLMetaElement>('meta[name="analytics"]')?.content;
  if (!named) return null;
  try {
    const url = trustedScriptUrl(new URL(named.replace(/^(?:\.\.?\/)+/, ''), BASE).href);
    const imported = (await import(/* @vite-ignore */ url)) as AnalyticsHook;
    imported.start?.(preferences);
    if (path !== null) imported.page?.(path);
    return imported;
  } catch (error) {
    console.error('analytics.js could not be started', error);
    return null;
  }
}

/** Imports and starts the hook if the page names one and it is not running. Failures are only logged. */
export function startHook(preferences: Preferences): void {
  hook ??= importHook(preferences);
}

export function stopHook(): void {
  void hook?.then((started) => started?.stop?.());
  hook = null;
}

/** Reports the path of the page without its query, which holds the user's screen. */
export function notePage(shown: string): void {
  path = shown;
  void hook?.then((started) => started?.page?.(shown));
}
