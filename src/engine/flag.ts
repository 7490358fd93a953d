/** What a number may be doubtful for; flags.ts finds it. */

/**
 * - `stale`: the number rests on statements whose period ended more than STALE_REPORT_DAYS before the newest price of the universe.
 * - `currency`: it rests on statements that are kept in another currency than the price, converted at the last rate.
 * - `negative`: a denominator is below zero.
 * - `nearZero`: a denominator is below NEAR_ZERO_SHARE of what is usual for a security of its size.
 * - `fallback`: a value stands in for a missing one. A line that companies leave out because it is nil is none.
 */
export const FLAGS = ['stale', 'currency', 'negative', 'nearZero', 'fallback'] as const;
export type Flag = (typeof FLAGS)[number];

/** How many of the rows have each flag of a column, and how many any. */
export interface FlagCounts {
  readonly byFlag: Readonly<Record<Flag, number>>;
  readonly flagged: number;
  readonly rowCount: number;
}
