import type { Step } from '../steps/registry.ts';
import type { Table } from '../table/table.ts';
import type { Market } from './market.ts';

/** A history as a backtest reads it. */
export interface HistoryView {
  /** Days of the snapshots since 1970-01-01, ascending. */
  readonly snapshots: Int32Array;
  readonly market: Market;
  /** What was known at a snapshot's close. */
  tableAt(snapshot: number): Table;
  /** Security of each row of that table, as a position in `market.histories`. */
  securitiesAt(snapshot: number): Uint32Array;
  /** The rows of a screen in order, when a database runs it instead of this engine. */
  rowsAt?(snapshot: number, steps: readonly Step[]): Uint32Array;
}
