/** What the page and the worker of backtests say to each other. Whatever is asked of a run names its ticket: an answer is never that of another run. */
import type { Coverage } from '../../wire/history.ts';
import type { Benchmarks } from '../backtest/benchmarks.ts';
import type { CalendarReturns } from '../backtest/calendar.ts';
import type { Exposures } from '../backtest/exposures.ts';
import type { Honesty } from '../backtest/honesty.ts';
import type { LeftBy } from '../backtest/ledger.ts';
import type { Replay } from '../backtest/literature.ts';
import type { Performance } from '../backtest/performance.ts';
import type { Fate } from '../backtest/periodReturn.ts';
import type { HeatMap, Sensitivity } from '../backtest/sensitivity.ts';
import type { SignalReport } from '../backtest/signalReport.ts';
import type { Curve } from '../backtest/simulate.ts';
import type { StartFan } from '../backtest/startFan.ts';
import type { TrialCount } from '../backtest/trialLog.ts';
import type { TextNumber } from '../backtest/variants.ts';
import type { HoldOut } from '../history/backtestHistory.ts';
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
    readonly digest: string;
    /** The same while snapshots are added. */
    readonly id: string;
    /** First and last snapshot, days since 1970-01-01. */
    readonly from: number;
    readonly to: number;
  };
  /** What the answer has lies before it, unless it is open; null for a history that is too short for one. */
  readonly holdOut: HoldOut | null;
  /** Days of the trades since 1970-01-01: those of the points of the curves. */
  readonly days: Int32Array;
  readonly curves: Readonly<Record<Curve, Float64Array>>;
  readonly performance: Performance;
  readonly turnoverPerYear: number;
  readonly calendar: CalendarReturns;
  readonly benchmarks: Benchmarks;
  readonly signal: SignalReport | null;
  readonly periods: readonly PeriodRow[];
  readonly numbers: readonly TextNumber[];
  /** Milliseconds that it took, without what had to be fetched. */
  readonly ms: number;
}

/** How a security is called. */
export interface Called {
  readonly symbol: string;
  readonly name: string;
}

/** What speaks against a run, as far as it is known. */
export interface HonestyPart {
  readonly honesty: Honesty;
  /** Steps of the work that are done. */
  readonly done: number;
  readonly total: number;
}

/** Replayed signals, as far as they are there. */
export interface Replays {
  readonly replays: readonly Replay[];
  readonly done: number;
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

export const FILE_KINDS = ['periods', 'weights', 'trades', 'json'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Work over the run `run`; all of it can be cancelled. */
export type RunRequest =
  | { readonly kind: 'period'; readonly at: number }
  | { readonly kind: 'fan' }
  | { readonly kind: 'strip'; readonly number: number }
  | { readonly kind: 'map'; readonly numbers: readonly [number, number] }
  | { readonly kind: 'honesty'; readonly trials: TrialCount }
  /** How securities are called, by number. */
  | { readonly kind: 'names'; readonly securities: readonly number[] }
  | { readonly kind: 'exposures'; readonly text: string }
  /** Published signals beside what they told over the run's history, monthly. */
  | { readonly kind: 'literature' }
  /** `looks` into the hold-out, for the file to say. */
  | { readonly kind: 'file'; readonly file: FileKind; readonly looks: number };

/** What each of them answers. */
export interface RunAnswers {
  readonly period: readonly Holding[];
  readonly fan: StartFan;
  readonly strip: Sensitivity;
  readonly map: HeatMap;
  readonly honesty: HonestyPart;
  readonly names: ReadonlyMap<number, Called>;
  readonly exposures: Exposures | null;
  readonly literature: Replays;
  readonly file: string;
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
