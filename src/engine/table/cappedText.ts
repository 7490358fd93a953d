/** Caps texts for the page: a browser takes seconds to lay out a hundred thousand characters without a space. The engine keeps them whole. */

/** Longest text sent to the page unrequested, in UTF-16 code units. Company descriptions are shorter. */
export const SHOWN_CHARS_MAX = 5000;
const CUT = '…';

export function cappedText(text: string): string {
  if (text.length <= SHOWN_CHARS_MAX) return text;
  // Do not split a surrogate pair.
  return text.slice(0, SHOWN_CHARS_MAX).replace(/[\ud800-\udbff]$/, '') + CUT;
}

/** True when a text on the page may have been truncated. */
export function isCapped(text: string): boolean {
  return text.length >= SHOWN_CHARS_MAX && text.endsWith(CUT);
}

/** Truncates every text in a value; returns the same value when none is too long. Typed arrays are not searched. */
export function capped<T>(value: T): T {
  if (typeof value === 'string') return cappedText(value) as T;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) {
    const first = value.findIndex((each) => capped(each) !== each);
    return first < 0 ? value : (value.map((each) => capped(each)) as T);
  }
  const changed = Object.entries(value).flatMap(([name, each]) => (capped(each) === each ? [] : [[name, capped(each)]]));
  return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) };
}
