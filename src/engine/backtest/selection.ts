/** Selects the rows that a screen holds at a date, and their weights. */
import type { Hold } from '../steps/hold.ts';
import { numbersOf } from '../table/numbers.ts';
import type { Table } from '../table/table.ts';
import type { ScreenedRows } from './screenings.ts';
import type { IsHeld, Selection } from './simulate.ts';
import { cappedWeights, uncappedWeights } from './weights.ts';

/** A column's values for some rows, with money in the base currency; NaN when missing. */
export function comparedValues(table: Table, columnId: string, rows: ArrayLike<number>): Float64Array {
  const { values, rates } = numbersOf(table, columnId);
  const compared = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    compared[i] = rates ? Math.fround(values[row]! * rates[row]!) : values[row]!;
  }
  return compared;
}

/**
 * The rows of a screen with a buffer: held rows stay while they are among the first `keepRank` of the screen without its last
 * slice. They come before the screen's own rows, and the number of rows is the screen's.
 */
function bufferedRows(rows: Uint32Array, ranked: Uint32Array, keepRank: number, isHeld: (row: number) => boolean): Uint32Array {
  const kept = ranked.subarray(0, keepRank).filter(isHeld).subarray(0, rows.length);
  const stays = new Set(kept);
  const newcomers = rows.filter((row) => !stays.has(row));
  return Uint32Array.of(...kept, ...newcomers.subarray(0, rows.length - kept.length));
}

/** @param numberOf security numbers of all rows of the table */
export function securitiesOf(rows: Uint32Array, numberOf: Uint32Array): Uint32Array {
  const securities = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) securities[i] = numberOf[rows[i]!]!;
  return securities;
}

/** The rows of a screen at a snapshot, and without its last slice if the hold has a buffer. */
export interface Screened extends ScreenedRows {
  readonly ranked: Uint32Array | null;
}

/** @param securities of the table's rows */
export function selectionOf(screened: Screened, securities: Uint32Array, hold: Hold, isHeldSecurity: IsHeld): Selection {
  const { table, ranked } = screened;
  const isHeld = (row: number): boolean => isHeldSecurity(securities[row]!);
  const rows =
    ranked === null || hold.keepRank === null ? screened.rows : bufferedRows(screened.rows, ranked, hold.keepRank, isHeld);
  const { weighting, rowCap, groupCap } = hold;
  const values = weighting.kind === 'equal' ? null : comparedValues(table, weighting.columnId, rows);
  const codes = groupCap && table.text(groupCap.by)?.codes;
  const groups = groupCap && rows.map((row) => codes?.[row] ?? 0);
  const target = cappedWeights(
    uncappedWeights(weighting.kind, values, rows.length),
    { row: rowCap, group: groupCap?.share ?? null },
    groups,
  );
  return { securities: securitiesOf(rows, securities), target };
}
