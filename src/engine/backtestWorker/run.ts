import type { Backtest } from '../backtest/backtest.ts';
import type { HistoryBacktests } from '../history/backtestHistory.ts';
import type { History } from '../history/history.ts';
import type { Step } from '../steps/registry.ts';

/** The last run, which all other requests are about. */
export interface Run {
  readonly ticket: number;
  readonly history: History;
  readonly backtests: HistoryBacktests;
  /** With the hold. */
  readonly steps: readonly Step[];
  readonly found: Backtest;
}
