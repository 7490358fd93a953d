/** Recent screens of this browser, as texts. */
import { readList, writeSetting } from './storage.ts';

const SETTING = 'recent';
const RECENT_MAX = 8;
const CHARS_MAX = 4000;

export interface RecentScreen {
  readonly text: string;
  /** Last use in epoch seconds. */
  readonly used: number;
}

function isScreen(entry: unknown): entry is RecentScreen {
  const { text, used } = (entry ?? {}) as { text?: unknown; used?: unknown };
  return typeof text === 'string' && text.length <= CHARS_MAX && typeof used === 'number' && Number.isFinite(used);
}

/** Most recent first. */
export function recentScreens(): RecentScreen[] {
  return readList(SETTING, isScreen).slice(0, RECENT_MAX);
}

/** Moves a screen to the front. */
export function rememberScreen(text: string): void {
  if (text === '' || text.length > CHARS_MAX) return;
  const others = recentScreens().filter((screen) => screen.text !== text);
  const screens = [{ text, used: Math.round(Date.now() / 1000) }, ...others].slice(0, RECENT_MAX);
  writeSetting(SETTING, JSON.stringify(screens));
}

export function forgetScreens(): void {
  writeSetting(SETTING, null);
}
