/** A backtest as the command line prints it. */

import type { HistoryBacktests } from '../../history/backtestHistory.ts';
import { holdOf } from '../../history/backtestHistory.ts';
import { runToEnd } from '../../run/timeSlices.ts';
import { printDate } from '../../steps/hold.ts';
import type { Step } from '../../steps/registry.ts';
import type { Backtest } from '../backtest.ts';
import type { Exposures } from '../exposures.ts';
import type { Honesty } from '../honesty.ts';
import { type StartFan, startFan } from '../startFan.ts';

/** A null test: the number of random screens, and the share whose mean is significant at 5 %. */
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
  /** Null unless requested. */
  readonly honesty: Honesty | null;
  readonly nullTest: NullTest | null;
  /** Number of looks into the hold-out. */
  readonly looks: number;
}

export function idOf({ backtests }: Found, security: number): string {
  return backtests.ids[security]!;
}

export function tradeDates({ backtest }: Found): string[] {
  return Array.from(backtest.days, printDate);
}

export function startsOf({ backtests: { runner }, backtest, steps }: Found): StartFan {
  return runToEnd(startFan(runner, steps.slice(0, -1), holdOf(steps), backtest));
}
