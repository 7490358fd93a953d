/**
 * Why a number may be doubtful.
 * - `stale`: it depends on statements whose period ended more than STALE_REPORT_DAYS before the newest price in the universe.
 * - `currency`: it depends on statements in a different currency from the price, converted at the latest rate.
 * - `negative`: a denominator is below zero.
 * - `nearZero`: a denominator is below NEAR_ZERO_SHARE of the usual one for a security of its size.
 * - `fallback`: a missing value was replaced. Lines that companies omit because they are nil do not count.
 * - `mixedPeriods`: it depends on flows and a balance sheet that end on different days.
 * - `inconsistent`: it depends on a figure that fails a check, such as an accounting identity or a test of its unit.
 * - `stalePrice`: it depends on a price or an exchange rate older than those of its market.
 * - `gaps`: sessions or periods are missing from its window.
 * - `guessedFiling`: at a past date, it depends on statements with an unknown filing date, which may not have been public.
 */
export const FLAGS = [
  'stale',
  'currency',
  'negative',
  'nearZero',
  'fallback',
  'mixedPeriods',
  'inconsistent',
  'stalePrice',
  'gaps',
  'guessedFiling',
] as const;
export type Flag = (typeof FLAGS)[number];

/** Flags that only the source can know; they are sent with the data (wire/sourceFlags.ts). */
export const SOURCE_KNOWN_FLAGS = ['fallback', 'mixedPeriods', 'inconsistent', 'stalePrice', 'gaps'] as const satisfies Flag[];

export const flagBit = (flag: Flag): number => 1 << FLAGS.indexOf(flag);

export function flagsOf(bits: number): Flag[] {
  return FLAGS.filter((flag) => (bits & flagBit(flag)) !== 0);
}

/** How many of the rows have each flag of a column, and any flag. */
export interface FlagCounts {
  readonly byFlag: Readonly<Record<Flag, number>>;
  readonly flagged: number;
  readonly rowCount: number;
}
