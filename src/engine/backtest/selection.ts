/** Which rows a screen holds at a date, and with which weights. */
import { applySteps } from '../run/apply.ts';
import type { Hold } from '../steps/hold.ts';
import type { Step } from '../steps/registry.ts';
import { isSlice } from '../steps/slice.ts';
import { numbersOf } from '../table/numbers.ts';
import type { Table } from '../table/table.ts';
import type { Market } from './market.ts';
import type { BySecurity, Selection } from './simulate.ts';
import { cappedWeights, uncappedWeights } from './weights.ts';

/** A history as a backtest reads it. */
export interface HistoryView {
  /** Days of the snapshots since 1970-01-01, ascending. */
  readonly snapshots: Int32Array;
  readonly market: Market;
  /** What was known at the close of a snapshot. */
  tableAt(snapshot: number): Table;
  /** Security of each row of that table, as a position in `market.histories`. */
  securitiesAt(snapshot: number): Uint32Array;
}

/** A column's values of some rows as they are compared: amounts of money in the base currency; NaN for missing. */
export function comparedValues(table: Table, columnId: string, rows: ArrayLike<number>): Float64Array {
  const { values, rates } = numbersOf(table, columnId);
  return Float64Array.from(rows, (row) => (rates ? Math.fround(values[row]! * rates[row]!) : values[row]!));
}

/** The steps without the last slice among them: all rows that the screen ranks. */
export function withoutLastSlice(steps: readonly Step[]): readonly Step[] {
  const at = steps.findLastIndex(isSlice);
  return at < 0 ? steps : steps.toSpliced(at, 1);
}

/**
 * The rows of a screen at a date, and those that a buffer keeps: rows that are held stay while they are among the first `keepRank` of the screen without its last
 * slice. They stand before the screen's own rows, and there are as many rows as the screen has.
 */
function bufferedRows(
  table: Table,
  steps: readonly Step[],
  rows: Uint32Array,
  keepRank: number,
  isHeld: (row: number) => boolean,
): Uint32Array {
  const ranked = applySteps(table, withoutLastSlice(steps), null).rows;
  const kept = ranked.subarray(0, keepRank).filter(isHeld).subarray(0, rows.length);
  const stays = new Set(kept);
  const newcomers = rows.filter((row) => !stays.has(row));
  return Uint32Array.of(...kept, ...newcomers.subarray(0, rows.length - kept.length));
}

/** What a screen holds at a snapshot. `held` has the securities that were held up to then. */
export function selectionAt(
  view: HistoryView,
  snapshot: number,
  steps: readonly Step[],
  hold: Hold,
  held: BySecurity,
): Selection {
  const universe = view.tableAt(snapshot);
  const securities = view.securitiesAt(snapshot);
  const applied = applySteps(universe, steps, null);
  const { table } = applied.prefix;
  const isHeld = (row: number): boolean => held.has(securities[row]!);
  const rows = hold.keepRank === null ? applied.rows : bufferedRows(universe, steps, applied.rows, hold.keepRank, isHeld);
  const { weighting, rowCap, groupCap } = hold;
  const values = weighting.kind === 'equal' ? null : comparedValues(table, weighting.columnId, rows);
  const codes = groupCap && table.text(groupCap.by)?.codes;
  const groups = groupCap && Uint32Array.from(rows, (row) => codes?.[row] ?? 0);
  const target = cappedWeights(
    uncappedWeights(weighting.kind, values, rows.length),
    { row: rowCap, group: groupCap?.share ?? null },
    groups,
  );
  return { securities: Array.from(rows, (row) => securities[row]!), target };
}
