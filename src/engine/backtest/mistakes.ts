/** The same history with one rule of an honest backtest broken. */
import type { Table } from '../table/table.ts';
import type { HistoryView } from './historyView.ts';
import type { Listing, Market, PriceHistory } from './market.ts';

/** Only securities that are still listed at the newest snapshot. */
export function withSurvivorsOnly(view: HistoryView): HistoryView {
  const newest = view.snapshots.length - 1;
  const numberOf = view.securitiesAt(newest);
  const survivors = new Set(Array.from(view.tableAt(newest).rows, (row) => numberOf[row]!));
  const tables = new Map<number, Table>();
  return {
    ...view,
    tableAt(place) {
      const known = tables.get(place);
      if (known) return known;
      const table = view.tableAt(place);
      const securities = view.securitiesAt(place);
      const made = { ...table, rows: table.rows.filter((row) => survivors.has(securities[row]!)) };
      tables.set(place, made);
      return made;
    },
  };
}

const NOTHING_LOST: readonly Listing[] = [
  { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY, reason: null, endReturn: 0 },
];

/** Delisted securities are sold at their last price. */
export function withoutEndReturns(market: Market): Market {
  return { ...market, histories: market.histories.map((history) => ({ ...history, listings: NOTHING_LOST })) };
}

/** Common split ratios. */
const SPLITS = [1.5, 2, 3, 4, 5, 6, 7, 8, 10, 15, 20, 25, 30, 50];
/** How far a price change between two closes may be from a split ratio, to allow for the day's own return. */
const NEAR_SPLIT = 0.04;

/** The split ratio (new price ÷ old price) that would explain the growth between two closes; 1 for none. */
function splitBehind(growth: number): number {
  for (const ratio of SPLITS) {
    if (Math.abs(growth * ratio - 1) <= NEAR_SPLIT) return 1 / ratio;
    if (Math.abs(growth / ratio - 1) <= NEAR_SPLIT) return ratio;
  }
  return 1;
}

function inverted(history: PriceHistory): PriceHistory {
  const { wealth, quotedWealth } = history;
  const other = new Float64Array(wealth.length);
  if (wealth.length > 0) other[0] = 1;
  let isSame = true;
  for (let at = 1; at < wealth.length; at++) {
    const growth = wealth[at]! / wealth[at - 1]!;
    const quoted = quotedWealth[at]! / quotedWealth[at - 1]!;
    const isUnconfirmed = Math.abs(growth / quoted - 1) > 1e-9;
    const split = isUnconfirmed ? 1 : splitBehind(growth);
    isSame &&= !isUnconfirmed && split === 1;
    other[at] = other[at - 1]! * (isUnconfirmed ? quoted : growth / split);
  }
  return isSame ? history : { ...history, wealth: other, quotedWealth: other };
}

/**
 * Reads price jumps that look like a split the other way: unconfirmed splits as changes of value, and changes of value as splits.
 * @param securities to change; all others stay as they are
 */
export function withSplitsInverted(market: Market, securities: ReadonlySet<number>): Market {
  return {
    ...market,
    histories: market.histories.map((history, security) => (securities.has(security) ? inverted(history) : history)),
  };
}
