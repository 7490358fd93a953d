/** Settings of this device. Without storage they last for the visit only. */
import { type Events, makeListeners } from './listeners.ts';

const PREFIX = 'panscreen.';

export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** A JSON setting; null when missing or unreadable. */
export function readJson(name: string): unknown {
  try {
    return JSON.parse(readSetting(name) ?? 'null');
  } catch {
    return null;
  }
}

/** A list setting without its invalid entries; empty when unreadable. */
export function readList<Entry>(name: string, isEntry: (value: unknown) => value is Entry): Entry[] {
  const stored = readJson(name);
  return Array.isArray(stored) ? stored.filter(isEntry) : [];
}

/** Replaces the valid entries of a list setting. Others, damaged or of a newer version that can read them, stay in front. */
export function writeList<Entry>(name: string, isEntry: (value: unknown) => value is Entry, entries: readonly Entry[]): void {
  const stored = readJson(name);
  const unread: readonly unknown[] = Array.isArray(stored) ? stored.filter((entry) => !isEntry(entry)) : [];
  if (!Array.isArray(stored)) setAside(name);
  const all = [...unread, ...entries];
  writeWork(name, all.length === 0 ? null : JSON.stringify(all));
}

/** Keeps what cannot be read under another name before it is overwritten. */
export function setAside(name: string): void {
  const text = readSetting(name);
  if (text === null) return;
  const nameOf = (place: number): string => `${name}.unread.${place}`;
  let place = 1;
  while ((readSetting(nameOf(place)) ?? text) !== text) place++;
  writeWork(nameOf(place), text);
}

/** Written and removed at once to notify other tabs. */
const ERASED = 'erased';

let erasures = 0;

/** Call once: prevents this tab from restoring what another tab deletes. */
export function followErasures(): void {
  addEventListener('storage', (event: Event) => {
    const { key, newValue } = event as Event & { readonly key: string | null; readonly newValue: string | null };
    if (key === PREFIX + ERASED && newValue !== null) erasures++;
  });
}

/** Number of erasures during this visit, in any tab: pending writes from before one are dropped. */
export function erasureCount(): number {
  return erasures;
}

/** Deletes all settings and session data. */
export function eraseSettings(): void {
  erasures++;
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = globalThis[area];
      for (const name of Object.keys(storage)) if (name.startsWith(PREFIX)) storage.removeItem(name);
    } catch {
      // Without storage there is nothing to delete.
    }
  }
  // Last: a full storage has space now.
  writeSetting(ERASED, String(Date.now()));
  writeSetting(ERASED, null);
}

function store(name: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
    return true;
  } catch {
    return false;
  }
}

/** Without storage the setting lasts until the page is closed. */
export function writeSetting(name: string, value: string | null): void {
  store(name, value);
}

const unstored = makeListeners<[]>();

/** Work of the user that could not be stored. */
export const unstoredWork: Events<[]> = unstored;

/** Like writeSetting, for lists, notes and other work of the user, who is told when it cannot be stored. Returns whether it is. */
export function writeWork(name: string, value: string | null): boolean {
  const isStored = store(name, value);
  if (!isStored) unstored.tell();
  return isStored;
}
