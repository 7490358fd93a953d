/** What a history is made of, wherever it comes from. */
import type { Listings } from '../../history/listing.ts';
import { type Rate, Rates } from '../figures/currency.ts';
import type { Sessions } from '../figures/prices.ts';
import type { Security } from '../join/securities.ts';
import type { Membership } from './smallTables.ts';
import type { Known } from './snapshotRow.ts';

/** A security under its stable id. */
export type Identified = Security & { readonly id: string };

export interface HistoryInput {
  /** Days with any close, rising. */
  readonly sessions: readonly number[];
  readonly listings: Listings;
  readonly members: readonly Membership[];
  readonly rates: readonly Rate[];
  /** How many securities there are. */
  readonly securityCount: number;
  /** Company columns that have today's value at every date. */
  readonly todays: readonly string[];
  readonly note: string | null;
  /** Whether `known` gives all that there is, whatever the days: it is asked once for many blocks then. */
  readonly isUnbounded?: boolean;
  /**
   * What is known of each security for snapshots of these days, by rising ids. What it gives holds until the next is asked for.
   * @param filedBefore day up to which filings are asked for: that of the last snapshot where it is left out
   * @param needsFilings whether they are asked for of a security with these sessions; reading them takes long
   */
  known(
    first: number,
    last: number,
    filedBefore?: number,
    needsFilings?: (sessions: Sessions) => boolean,
  ): AsyncIterable<Known> | Iterable<Known>;
}

/** Rates that were known on a day. */
export function ratesUpTo(rates: readonly Rate[], day: number): Rates {
  return new Rates(rates.filter((rate) => rate.day <= day));
}
