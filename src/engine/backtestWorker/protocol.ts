/** What the page and the worker of backtests say to each other. Whatever is asked of a run names its ticket: an answer is never that of another run. */
import type { Coverage } from '../../wire/history.ts';
import type { Benchmarks } from '../backtest/benchmarks.ts';
import type { Luck } from '../backtest/bootstrap.ts';
import type { CalendarReturns } from '../backtest/calendar.ts';
import type { Exposures } from '../backtest/exposures.ts';
import type { LeftBy } from '../backtest/ledger.ts';
import type { Performance } from '../backtest/performance.ts';
import type { Fate } from '../backtest/periodReturn.ts';
import type { HeatMap, Sensitivity } from '../backtest/sensitivity.ts';
import type { SignalReport } from '../backtest/signalReport.ts';
import type { Curve } from '../backtest/simulate.ts';
import type { StartFan } from '../backtest/startFan.ts';
import type { TextNumber } from '../backtest/variants.ts';
import type { Hold } from '../steps/hold.ts';
import type { Step } from '../steps/registry.ts';

/** A rebalancing as a row of a table. Shares are fractions. */
export interface PeriodRow {
  /** Days since 1970-01-01. */
  readonly snapshot: number;
  readonly day: number;
  readonly rows: number;
  readonly entered: number;
  readonly left: number;
  readonly notFound: number;
  /** Securities that could not be sold at the end of the period. */
  readonly ended: number;
  readonly cash: number;
  readonly turnover: number;
  readonly cost: number;
  /** Of the period that follows, after costs; null for the last trade. */
  readonly return: number | null;
  readonly infeasible: readonly ('row' | 'group')[];
  readonly coverage: Coverage | null;
}

/** A screen's backtest, as the page shows it. */
export interface BacktestAnswer {
  readonly hold: Hold;
  readonly history: {
    /** The same while snapshots are added to it. */
    readonly id: string;
    readonly digest: string;
    /** First and last snapshot, days since 1970-01-01. */
    readonly from: number;
    readonly to: number;
  };
  /** Its first day since 1970-01-01; what the answer has lies before it, unless it is open. */
  readonly holdOut: { readonly from: number; readonly isOpen: boolean };
  /** Days of the trades since 1970-01-01: those of the points of the curves. */
  readonly days: Int32Array;
  readonly curves: Readonly<Record<Curve, Float64Array>>;
  readonly performance: Performance;
  readonly turnoverPerYear: number;
  readonly calendar: CalendarReturns;
  readonly benchmarks: Benchmarks;
  readonly signal: SignalReport | null;
  readonly periods: readonly PeriodRow[];
  readonly luck: Luck | null;
  readonly numbers: readonly TextNumber[];
  /** Milliseconds that it took, without what had to be fetched. */
  readonly ms: number;
}

/** A security of a period. */
export interface Holding {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  /** Weight just before the trade and behind it; 0 where it is not held. */
  readonly before: number;
  readonly after: number;
  /** What it earned in the period, on each curve; null where it is not held. */
  readonly returns: Readonly<Record<Curve, number>> | null;
  readonly fate: Fate | null;
  /** Why it is held no longer; null where it is held. */
  readonly left: LeftBy | null;
  readonly isNew: boolean;
}

/** Work over the run `run`; all of it can be cancelled. */
export type RunRequest =
  | { readonly kind: 'period'; readonly at: number }
  | { readonly kind: 'fan' }
  | { readonly kind: 'strip'; readonly number: number }
  | { readonly kind: 'map'; readonly numbers: readonly [number, number] }
  | { readonly kind: 'exposures'; readonly text: string };

/** What each of them answers. */
export interface RunAnswers {
  readonly period: readonly Holding[];
  readonly fan: StartFan;
  readonly strip: Sensitivity;
  readonly map: HeatMap;
  readonly exposures: Exposures | null;
}

export type Request =
  | { readonly kind: 'open'; readonly base: string }
  /** Steps with a hold at the end; up to the hold-out, or with it. */
  | { readonly kind: 'run'; readonly ticket: number; readonly steps: readonly Step[]; readonly isOpen: boolean }
  | { readonly kind: 'ask'; readonly ticket: number; readonly run: number; readonly request: RunRequest }
  | { readonly kind: 'cancel'; readonly ticket: number };

/** Why there is no answer: another run or a cancellation has overtaken it; there is no history; the server is making it; the steps or the files are at fault. */
export type Cause = 'overtaken' | 'absent' | 'coming' | 'fault';

export type Answer =
  | { readonly kind: 'fetching'; readonly done: number; readonly total: number }
  | { readonly kind: 'ran'; readonly ticket: number; readonly answer: BacktestAnswer }
  | { readonly kind: 'part'; readonly ticket: number; readonly share: number; readonly answer: unknown }
  | { readonly kind: 'answered'; readonly ticket: number; readonly answer: unknown }
  | { readonly kind: 'refused'; readonly ticket: number; readonly message: string; readonly cause: Cause };
