import { useSyncExternalStore } from 'react';
import { makeListeners } from './listeners.ts';
import { readSetting, writeSetting } from './storage.ts';

/** `auto` follows the system. */
export const THEMES = ['auto', 'dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];

const SETTING = 'theme';
const systemIsDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
const listeners = makeListeners<[]>();

let chosen: Theme = THEMES.find((theme) => theme === readSetting(SETTING)) ?? 'auto';

/** The effective theme: style sheets read data-theme of the root element. */
export function shownTheme(): 'dark' | 'light' {
  if (chosen !== 'auto') return chosen;
  return systemIsDark?.matches ? 'dark' : 'light';
}

/** Reads custom properties of the theme, for canvases. */
export function themeTokens(): (name: string) => string {
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(`--${name}`).trim();
}

function show(): void {
  document.documentElement.dataset.theme = shownTheme();
  listeners.tell();
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

export function useTheme(): Theme {
  return useSyncExternalStore(
    listeners.add,
    () => chosen,
    () => 'auto',
  );
}

export function useShownTheme(): 'dark' | 'light' {
  return useSyncExternalStore(listeners.add, shownTheme);
}
