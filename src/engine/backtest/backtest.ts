/** Backtests a screen with a hold: its returns, two benchmarks, and how well its order predicted returns. */
import type { Hold } from '../steps/hold.ts';
import type { Step } from '../steps/registry.ts';
import { type Benchmarks, benchmarkCurves, benchmarksOf } from './benchmarks.ts';
import { type CalendarReturns, calendarReturns } from './calendar.ts';
import { type Performance, performance, returnsOf } from './performance.ts';
import type { BacktestRunner } from './runner.ts';
import { PERIODS_PER_YEAR, type Rebalancing } from './schedule.ts';
import { type SignalReport, signalReport } from './signalReport.ts';
import type { Simulation } from './simulate.ts';

export interface Backtest {
  readonly hold: Hold;
  readonly dates: readonly Rebalancing[];
  /** Days of the trades, and so of the curves' points, since 1970-01-01. */
  readonly days: Int32Array;
  readonly simulation: Simulation;
  readonly performance: Performance;
  /** One-way turnover of all trades, per year. */
  readonly turnoverPerYear: number;
  readonly calendar: CalendarReturns;
  /** All rows that pass the screen's filters on type and price only. */
  readonly benchmarks: Benchmarks;
  readonly signal: SignalReport | null;
}

/** One-way turnover per year, from Σ |target − drifted| of each trade. */
export function yearlyTurnover(traded: Float64Array, periodsPerYear: number): number {
  let sum = 0;
  for (let i = 0; i < traded.length; i++) sum += traded[i]! / 2;
  return (sum * periodsPerYear) / (traded.length - 1);
}

/**
 * Runs a screen with its hold over the runner's history.
 * @param steps without the hold
 * @throws BacktestError when there are fewer than two rebalancings
 */
export function backtest(runner: BacktestRunner, steps: readonly Step[], hold: Hold): Backtest {
  const dates = runner.datesOf(hold);
  const { sessions } = runner.view.market;
  const days = Int32Array.from(dates, ({ session }) => sessions[session]!);
  // Benchmarks first: they fill the periods of all securities, and their filters are often the screen's first.
  const held = benchmarkCurves(runner, steps, hold, dates);
  const simulation = runner.simulation(steps, hold, dates);
  const { shown } = simulation.curves;
  const periodsPerYear = PERIODS_PER_YEAR[hold.every];
  return {
    hold,
    dates,
    days,
    simulation,
    performance: performance(shown, simulation.cashReturns, periodsPerYear),
    turnoverPerYear: yearlyTurnover(simulation.traded.shown, periodsPerYear),
    calendar: calendarReturns(shown, days, hold.every),
    benchmarks: benchmarksOf(held, returnsOf(shown), periodsPerYear),
    signal: signalReport(runner, steps, dates),
  };
}
