/** Texts as the page gets them: a browser lays out a hundred thousand characters without a space for seconds. The engine keeps them whole. */

/** Longest text that the page gets unasked, in UTF-16 code units. Descriptions of companies are shorter. */
export const SHOWN_CHARS_MAX = 5000;
const CUT = '…';

/** The text, cut with a sign where it is longer. */
export function cappedText(text: string): string {
  if (text.length <= SHOWN_CHARS_MAX) return text;
  // Half a character is none.
  return text.slice(0, SHOWN_CHARS_MAX).replace(/[\ud800-\udbff]$/, '') + CUT;
}

/** Whether a text of the page may be longer where it comes from. */
export function isCapped(text: string): boolean {
  return text.length >= SHOWN_CHARS_MAX && text.endsWith(CUT);
}

/** The value with every text in it cut; the same one when none is longer. Typed arrays are left as they are. */
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
