import { useSyncExternalStore } from 'react';
import { readSetting, writeSetting } from './storage.ts';

/** `auto` follows the system. */
export const THEMES = ['auto', 'dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];

const SETTING = 'theme';
const systemIsDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

let chosen: Theme = THEMES.find((theme) => theme === readSetting(SETTING)) ?? 'auto';

/** The effective theme: style sheets read data-theme of the root element. */
export function shownTheme(): 'dark' | 'light' {
  if (chosen !== 'auto') return chosen;
  return systemIsDark?.matches ? 'dark' : 'light';
}

function show(): void {
  document.documentElement.dataset.theme = shownTheme();
  for (const listener of listeners) listener();
}

/** Applies the theme and follows the system. Call once, before the first render. */
export function startTheme(): void {
  systemIsDark?.addEventListener('change', show);
  show();
}

export function chooseTheme(theme: Theme): void {
  chosen = theme;
  writeSetting(SETTING, theme === 'auto' ? null : theme);
  show();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    listen,
    () => chosen,
    () => 'auto',
  );
}

export function useShownTheme(): 'dark' | 'light' {
  return useSyncExternalStore(listen, shownTheme);
}
