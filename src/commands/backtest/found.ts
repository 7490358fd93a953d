/** A backtest as the command line prints it. */
import type { Backtest } from '../../engine/backtest/backtest.ts';
import type { Exposures } from '../../engine/backtest/exposures.ts';
import type { Honesty } from '../../engine/backtest/honesty.ts';
import { finish } from '../../engine/backtest/runner.ts';
import { type StartFan, startFan } from '../../engine/backtest/startFan.ts';
import type { HistoryBacktests } from '../../engine/history/backtestHistory.ts';
import { holdOf } from '../../engine/history/backtestHistory.ts';
import { printDate } from '../../engine/steps/hold.ts';
import type { Step } from '../../engine/steps/registry.ts';

/** A null test: how many screens of random numbers were run, and the share of them whose mean looks significant at 5 %. */
export interface NullTest {
  readonly screens: number;
  readonly significant: number;
}

export interface Found {
  readonly backtests: HistoryBacktests;
  readonly backtest: Backtest;
  /** With the hold. */
  readonly steps: readonly Step[];
  readonly exposures: Exposures | null;
  /** Null where nobody asked. */
  readonly honesty: Honesty | null;
  readonly nullTest: NullTest | null;
  /** Times that the hold-out was looked into. */
  readonly looks: number;
}

export function idOf({ backtests }: Found, security: number): string {
  return backtests.ids[security]!;
}

/** Days of the trades. */
export function tradeDates({ backtest }: Found): string[] {
  return Array.from(backtest.days, printDate);
}

export function startsOf({ backtests: { runner }, backtest, steps }: Found): StartFan {
  return finish(startFan(runner, steps.slice(0, -1), holdOf(steps), backtest));
}
