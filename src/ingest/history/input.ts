/** The input of a history, whatever its source. */
import type { Listings } from '../../history/listing.ts';
import { type Rate, Rates } from '../figures/currency.ts';
import type { Sessions } from '../figures/prices.ts';
import type { Security } from '../join/securities.ts';
import type { Membership } from './smallTables.ts';
import type { Known } from './snapshotRow.ts';

export type Identified = Security & { readonly id: string };

export interface HistoryInput {
  /** Days with any close, ascending. */
  readonly sessions: readonly number[];
  readonly listings: Listings;
  readonly members: readonly Membership[];
  readonly rates: readonly Rate[];
  readonly securityCount: number;
  /** Company columns that have today's value at every date. */
  readonly todays: readonly string[];
  readonly note: string | null;
  /** Whether `known` returns everything regardless of the days, so that one call serves many blocks. */
  readonly isUnbounded?: boolean;
  /**
   * Yields the data for snapshots of these days in ascending order of ids. Each item is valid until the next one is requested.
   * @param filedBefore day before which filings are included; the last snapshot's by default
   * @param needsFilings whether a security with these sessions needs filings, which are slow to read
   */
  known(
    first: number,
    last: number,
    filedBefore?: number,
    needsFilings?: (sessions: Sessions) => boolean,
  ): AsyncIterable<Known> | Iterable<Known>;
}

export function ratesUpTo(rates: readonly Rate[], day: number): Rates {
  return new Rates(rates.filter((rate) => rate.day <= day));
}
