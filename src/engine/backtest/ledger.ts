/** What happened to the securities of a backtest at a rebalancing and in the period that follows. */
import type { Step } from '../steps/registry.ts';
import { isSlice } from '../steps/slice.ts';
import type { Fate } from './periodReturn.ts';
import type { BacktestRunner } from './runner.ts';
import type { Trade } from './simulate.ts';

/**
 * Why a security is no longer held: a zero-based step dropped it; it is not listed at the snapshot; it has no close in time;
 * its weight is 0; or the backtest ends.
 */
export type LeftBy =
  | { readonly kind: 'step'; readonly at: number }
  | { readonly kind: 'unlisted' | 'noClose' | 'weight' | 'end' };

export interface PeriodLedger {
  readonly entered: readonly number[];
  readonly left: readonly { readonly security: number; readonly by: LeftBy }[];
  /** Securities that stay: their weights before and after the trade. */
  readonly drifted: readonly { readonly security: number; readonly from: number; readonly to: number }[];
  /** Securities that could not be sold at the end of the period, with their fate and their return on the shown curve. */
  readonly died: readonly { readonly security: number; readonly fate: Fate; readonly return: number }[];
}

function leftBy(runner: BacktestRunner, steps: readonly Step[], trade: Trade): (security: number) => LeftBy {
  const place = runner.placeOf(trade.snapshot);
  const numbers = runner.view.securitiesAt(place);
  const passed = runner.screenings.passedAt(place, steps);
  const { rows } = runner.view.tableAt(place);
  const rowOf = new Map(Array.from(rows, (row) => [numbers[row]!, row]));
  const notFound = new Set(trade.notFound);
  const selected = new Set(trade.securities);
  return (security) => {
    if (notFound.has(security)) return { kind: 'noClose' };
    if (selected.has(security)) return { kind: 'weight' };
    const row = rowOf.get(security);
    if (row === undefined) return { kind: 'unlisted' };
    const at = passed[row]!;
    // A row that passed but was crowded out by rows in the buffer left at the slice.
    return { kind: 'step', at: at < steps.length ? at : Math.max(steps.findLastIndex(isSlice), 0) };
  };
}

/** @param steps without the hold */
export function periodLedger(runner: BacktestRunner, steps: readonly Step[], trade: Trade): PeriodLedger {
  const isEnd = trade.return === null;
  const by = isEnd || trade.left.length === 0 ? null : leftBy(runner, steps, trade);
  return {
    entered: trade.entered,
    left: trade.left.map((security) => ({ security, by: by?.(security) ?? { kind: 'end' } })),
    drifted: [...trade.drifted].flatMap(([security, from]) => {
      const to = trade.weights.get(security);
      return to === undefined ? [] : [{ security, from, to }];
    }),
    died: [...trade.returns].flatMap(([security, { fate, shown }]) =>
      fate === 'sold' ? [] : [{ security, fate, return: shown }],
    ),
  };
}
