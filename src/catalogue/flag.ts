/** Why a number may be doubtful. */

/**
 * - `stale`: the number rests on statements whose period ended more than STALE_REPORT_DAYS before the newest price of the universe.
 * - `currency`: it rests on statements that are kept in another currency than the price, converted at the last rate.
 * - `negative`: a denominator is below zero.
 * - `nearZero`: a denominator is below NEAR_ZERO_SHARE of what is usual for a security of its size.
 * - `fallback`: a value stands in for a missing one. A line that companies omit because it is nil is none.
 * - `mixedPeriods`: it rests on flows and a balance sheet that end on different days.
 * - `inconsistent`: it rests on a figure that fails a check, such as an accounting identity or a test of its unit.
 * - `stalePrice`: it rests on a price or an exchange rate that is older than those of its market.
 * - `gaps`: sessions or periods are absent from the window that it is taken over.
 * - `guessedFiling`: of a past date, it rests on statements of which the filing day is not known: they may not have been public then.
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

/** The flags that only the source of a figure can know; they travel with the data (wire/sourceFlags.ts). */
export const SOURCE_KNOWN_FLAGS = ['fallback', 'mixedPeriods', 'inconsistent', 'stalePrice', 'gaps'] as const satisfies Flag[];

/** The bit of a flag in a set of flags. */
export const flagBit = (flag: Flag): number => 1 << FLAGS.indexOf(flag);

/** The flags of a set of bits. */
export function flagsOf(bits: number): Flag[] {
  return FLAGS.filter((flag) => (bits & flagBit(flag)) !== 0);
}

/** How many of the rows have each flag of a column, and how many any. */
export interface FlagCounts {
  readonly byFlag: Readonly<Record<Flag, number>>;
  readonly flagged: number;
  readonly rowCount: number;
}
