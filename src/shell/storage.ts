/** Small settings of this device. A browser that refuses storage loses them at the end of the visit, and nothing else. */
const PREFIX = 'panscreen.';

export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function writeSetting(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    // Storage is off or full: the setting holds until the page is left.
  }
}
