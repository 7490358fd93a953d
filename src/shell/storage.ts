/** Small settings of this device. A browser that refuses storage loses them at the end of the visit, and nothing else. */
const PREFIX = 'panscreen.';

export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** A setting that is a list, without the entries that are none; empty where it can't be read. */
export function readList<Entry>(name: string, isEntry: (value: unknown) => value is Entry): Entry[] {
  try {
    const stored: unknown = JSON.parse(readSetting(name) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

export function writeList(name: string, entries: readonly unknown[]): void {
  writeSetting(name, entries.length === 0 ? null : JSON.stringify(entries));
}

/** Set for a moment, so that the other tabs hear of it. */
const ERASED = 'erased';

let erasures = 0;

/** Called once: what another tab deletes, this one does not bring back. */
export function followErasures(): void {
  addEventListener('storage', (event: Event) => {
    const { key, newValue } = event as Event & { readonly key: string | null; readonly newValue: string | null };
    if (key === PREFIX + ERASED && newValue !== null) erasures++;
  });
}

/** How often all has been deleted in this visit, here or in another tab: what was to be kept later, but was meant before, is not. */
export function erasureCount(): number {
  return erasures;
}

/** Deletes every setting, and what the visit keeps for itself. */
export function eraseSettings(): void {
  erasures++;
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = globalThis[area];
      for (const name of Object.keys(storage)) if (name.startsWith(PREFIX)) storage.removeItem(name);
    } catch {
      // Storage is off: there is nothing in it.
    }
  }
  // After the others, since a full storage has room then.
  writeSetting(ERASED, String(Date.now()));
  writeSetting(ERASED, null);
}

export function writeSetting(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    // Storage is off or full: the setting holds until the page is left.
  }
}
