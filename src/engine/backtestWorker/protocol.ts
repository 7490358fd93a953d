/** Messages between the page and the backtest worker. Requests about a run carry its ticket, so an answer never belongs to another run. */
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

export interface BacktestAnswer {
  readonly hold: Hold;
  readonly history: {
    readonly digest: string;
    /** Stays the same when snapshots are added. */
    readonly id: string;
    /** First and last snapshot, days since 1970-01-01. */
    readonly from: number;
    readonly to: number;
  };
  /** The answer ends before it unless it is open; null for a history that is too short for one. */
  readonly holdOut: HoldOut | null;
  /** Days of the trades, and so of the curves' points, since 1970-01-01. */
  readonly days: Int32Array;
  readonly curves: Readonly<Record<Curve, Float64Array>>;
  readonly performance: Performance;
  readonly turnoverPerYear: number;
  readonly calendar: CalendarReturns;
  readonly benchmarks: Benchmarks;
  readonly signal: SignalReport | null;
  readonly periods: readonly PeriodRow[];
  readonly numbers: readonly TextNumber[];
  /** Run time in milliseconds, without fetching. */
  readonly ms: number;
}

export interface SecurityName {
  readonly symbol: string;
  readonly name: string;
}

/** A run's honesty report so far. */
export interface HonestyPart {
  readonly honesty: Honesty;
  /** Steps of the work done so far. */
  readonly done: number;
  readonly total: number;
}

/** Signals replayed so far. */
export interface Replays {
  readonly replays: readonly Replay[];
  readonly done: number;
}

export interface Holding {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  /** Weights just before and after the trade; 0 when not held. */
  readonly before: number;
  readonly after: number;
  /** Return over the period on each curve; null when not held. */
  readonly returns: Readonly<Record<Curve, number>> | null;
  readonly fate: Fate | null;
  /** Why it is no longer held; null when it is. */
  readonly left: LeftBy | null;
  readonly isNew: boolean;
}

export const FILE_KINDS = ['periods', 'weights', 'trades', 'json'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Requests about a run; all can be cancelled. */
export type RunRequest =
  | { readonly kind: 'period'; readonly at: number }
  | { readonly kind: 'fan' }
  | { readonly kind: 'strip'; readonly number: number }
  | { readonly kind: 'map'; readonly numbers: readonly [number, number] }
  | { readonly kind: 'honesty'; readonly trials: TrialCount }
  /** Symbols and names by security number. */
  | { readonly kind: 'names'; readonly securities: readonly number[] }
  | { readonly kind: 'exposures'; readonly text: string }
  /** Published signals replayed monthly over the run's history. */
  | { readonly kind: 'literature' }
  /** `looks` into the hold-out, to be written into the file. */
  | { readonly kind: 'file'; readonly file: FileKind; readonly looks: number };

/** The answer of each {@link RunRequest}. */
export interface RunAnswers {
  readonly period: readonly Holding[];
  readonly fan: StartFan;
  readonly strip: Sensitivity;
  readonly map: HeatMap;
  readonly honesty: HonestyPart;
  readonly names: ReadonlyMap<number, SecurityName>;
  readonly exposures: Exposures | null;
  readonly literature: Replays;
  readonly file: string;
}

export type Request =
  | { readonly kind: 'open'; readonly base: string }
  /** Steps with a hold at the end. `isOpen` includes the hold-out. */
  | { readonly kind: 'run'; readonly ticket: number; readonly steps: readonly Step[]; readonly isOpen: boolean }
  | { readonly kind: 'ask'; readonly ticket: number; readonly run: number; readonly request: RunRequest }
  | { readonly kind: 'cancel'; readonly ticket: number };

/** Why there is no answer: replaced or cancelled; there is no history; the server is building it; faulty steps or files. */
export type Cause = 'overtaken' | 'absent' | 'coming' | 'fault';

export type Answer =
  | { readonly kind: 'fetching'; readonly done: number; readonly total: number }
  | { readonly kind: 'ran'; readonly ticket: number; readonly answer: BacktestAnswer }
  | { readonly kind: 'part'; readonly ticket: number; readonly share: number; readonly answer: unknown }
  | { readonly kind: 'answered'; readonly ticket: number; readonly answer: unknown }
  | { readonly kind: 'refused'; readonly ticket: number; readonly message: string; readonly cause: Cause };
