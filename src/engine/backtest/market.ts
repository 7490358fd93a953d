/** Closes of securities, the growth of one share, and how listings ended. */

export const END_REASONS = ['merged', 'delisted', 'bankrupt', 'renamed', 'expired'] as const;
export type EndReason = (typeof END_REASONS)[number];

/** An interval during which a security was listed; days since 1970-01-01, both inclusive. */
export interface Listing {
  readonly from: number;
  /** Infinity while it is listed. */
  readonly to: number;
  readonly reason: EndReason | null;
  /** Delisting return: proceeds / last close − 1; null when unknown. */
  readonly endReturn: number | null;
}

/** The closes of one security within its listings, oldest first. The arrays have the same length. */
export interface PriceHistory {
  /** Days since 1970-01-01. */
  readonly days: Int32Array;
  /** Value in US dollars of one share bought on the first day: splits applied, dividends reinvested at the ex-day's close. */
  readonly wealth: Float64Array;
  /** The same if unconfirmed splits were changes of value; the same array when there are none. */
  readonly quotedWealth: Float64Array;
  readonly listings: readonly Listing[];
}

/** All securities by number, and the sessions of the market. */
export interface Market {
  /** Days with any close, ascending. */
  readonly sessions: Int32Array;
  readonly histories: readonly PriceHistory[];
}

/** First position of an ascending array whose value is at least `value`; its length when there is none. */
export function firstAtLeast(ascending: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function listingOn(listings: readonly Listing[], day: number): Listing | undefined {
  return listings.find(({ from, to }) => from <= day && day <= to);
}
