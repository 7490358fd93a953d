/** Sums overlapping balance sheet amounts without double counting. NaN means not reported. */

/** A total below this share of a part can't include it. */
const HOLDS_SHARE = 0.8;

/** Amount by tag, NaN if not reported. */
export type AmountOf = (tag: string) => number;

export function firstOf(tags: readonly string[], amountOf: AmountOf): number {
  for (const tag of tags) if (!Number.isNaN(amountOf(tag))) return amountOf(tag);
  return Number.NaN;
}

/** A value, or a default if it is missing. */
export const present = (value: number, otherwise = 0): number => (Number.isNaN(value) ? otherwise : value);

/** Sums parts, counting equal ones once: filers state a line under several tags. NaN if none is reported. */
function sumOfParts(parts: readonly number[]): number {
  const known = new Set(parts.filter((part) => !Number.isNaN(part)));
  return known.size === 0 ? Number.NaN : [...known].reduce((sum, part) => sum + part, 0);
}

/** Combines a total with its parts: parts that it can't include are added. */
export function wholeOf(total: number, parts: readonly number[]): number {
  if (Number.isNaN(total)) return sumOfParts(parts);
  const outside = sumOfParts(parts.filter((part) => total < HOLDS_SHARE * part));
  return Math.max(total, ...parts.filter((part) => total >= HOLDS_SHARE * part)) + present(outside);
}
