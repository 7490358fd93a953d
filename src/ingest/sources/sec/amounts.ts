/** Amounts of a balance sheet that hold each other, added up so that none counts twice. NaN is one that isn't reported. */

/** A total that is smaller than a part by more can't hold it. */
const HOLDS_SHARE = 0.8;

/** The amount of a day by tag, NaN where it isn't reported. */
export type AmountOf = (tag: string) => number;

/** The first of several tags that is reported. */
export function firstOf(tags: readonly string[], amountOf: AmountOf): number {
  for (const tag of tags) if (!Number.isNaN(amountOf(tag))) return amountOf(tag);
  return Number.NaN;
}

/** A value, or another where it is missing. */
export const present = (value: number, otherwise = 0): number => (Number.isNaN(value) ? otherwise : value);

/** Amounts of different parts added up, of equal ones only one: filers state a line under several tags. NaN where none is reported. */
function sumOfParts(parts: readonly number[]): number {
  const known = new Set(parts.filter((part) => !Number.isNaN(part)));
  return known.size === 0 ? Number.NaN : [...known].reduce((sum, part) => sum + part, 0);
}

/** A total and its parts: what is larger than the total can't be inside it and comes on top. */
export function wholeOf(total: number, parts: readonly number[]): number {
  if (Number.isNaN(total)) return sumOfParts(parts);
  const outside = sumOfParts(parts.filter((part) => total < HOLDS_SHARE * part));
  return Math.max(total, ...parts.filter((part) => total >= HOLDS_SHARE * part)) + present(outside);
}
