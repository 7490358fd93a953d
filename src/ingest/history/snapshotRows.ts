import type { Report } from '../report/report.ts';
import type { Filing } from './filedPeriods.ts';
import { type HistoryInput, ratesUpTo } from './input.ts';
import { type SnapshotRow, snapshotDay, snapshotRow } from './snapshotRow.ts';

/** A security at each snapshot; null where it was not listed. */
export interface OfSecurity {
  readonly id: string;
  readonly rows: readonly (SnapshotRow | null)[];
  /** All filings, in the order in which they became public. */
  readonly filings: readonly Filing[];
}

/**
 * Yields securities in ascending order of ids, except those in none of the snapshots.
 * @param places session indices of the snapshots, ascending
 */
export async function* snapshotRows(input: HistoryInput, places: readonly number[], report: Report): AsyncGenerator<OfSecurity> {
  const { sessions, listings, rates } = input;
  const days = places.map((at) => snapshotDay(sessions, at, ratesUpTo(rates, sessions[at]!)));
  for await (const known of input.known(days[0]!.day, days.at(-1)!.day)) {
    const { id } = known.security;
    const rows = days.map((day) => {
      const listing = listings.at(id, day.day);
      if (listing === null) return null;
      return snapshotRow(known, day, listing ?? null, (table, finding) => report.doubt(table, finding, id));
    });
    if (rows.some((row) => row !== null)) yield { id, rows, filings: known.filings };
  }
}
