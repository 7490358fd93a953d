/** A screen with a hold over a history: what it earned, beside two benchmarks, and how well its order told what followed. */

import { applySteps } from '../run/apply.ts';
import { isFilter } from '../steps/filter.ts';
import { DEFAULT_HOLD, type Hold } from '../steps/hold.ts';
import type { Step } from '../steps/registry.ts';
import { isSort, type SortStep } from '../steps/sort.ts';
import { type MarketModel, marketModel, mean, type Performance, performance, returnsOf } from './performance.ts';
import { periodReturn, tradeAt } from './periodReturn.ts';
import { PERIODS_PER_YEAR, type Rebalancing, rebalancings } from './schedule.ts';
import { comparedValues, type HistoryView, selectionAt, withoutLastSlice } from './selection.ts';
import { informationCoefficient, neweyWestT, type QuantileReturns, quantileReturns } from './signal.ts';
import { type Simulation, type SimulationOptions, simulate } from './simulate.ts';

const BASIS_POINTS = 10_000;
/** Quantile groups of the last sort: ten where every date has so many rows for each, else five. */
export const QUANTILE_COUNTS = [10, 5] as const;
const ROWS_PER_QUANTILE_MIN = 10;

export interface Benchmark {
  readonly curve: Float64Array;
  readonly performance: Performance;
  /** The screen's returns over this benchmark's; null where undefined. */
  readonly model: MarketModel | null;
}

/** How the rows that the last sort ranked did, before any slice. */
export interface SignalReport {
  readonly columnId: string;
  readonly direction: 'asc' | 'desc';
  /** Information coefficient of each period; null where it is undefined. */
  readonly coefficients: readonly (number | null)[];
  readonly meanCoefficient: number | null;
  /** Newey and West's t of the mean. */
  readonly coefficientT: number | null;
  /** Mean over the periods of each group's return, the first rows' first, and of the spread; null for too few rows. */
  readonly quantiles: QuantileReturns | null;
  readonly spreadT: number | null;
}

export interface Backtest {
  readonly hold: Hold;
  readonly dates: readonly Rebalancing[];
  readonly simulation: Simulation;
  readonly performance: Performance;
  /** One-way turnover of all trades, per year. */
  readonly turnoverPerYear: number;
  /** All rows that pass the screen's filters of type and price, and no other. */
  readonly benchmarks: Readonly<Record<'equal' | 'cap', Benchmark>>;
  readonly signal: SignalReport | null;
}

/** Why a screen can't be backtested, for the user. */
export class BacktestError extends RangeError {
  override name = 'BacktestError';
}

/** Filters that a benchmark keeps: it holds what could have been bought. */
const BENCHMARK_COLUMNS = new Set(['type', 'close']);

function benchmarkSteps(steps: readonly Step[]): readonly Step[] {
  return steps.filter((step) => isFilter(step) && BENCHMARK_COLUMNS.has(step.columnId ?? ''));
}

function benchmark(
  view: HistoryView,
  steps: readonly Step[],
  dates: readonly Rebalancing[],
  hold: Hold,
  own: ArrayLike<number>,
  cashReturn: SimulationOptions['cashReturn'],
): Benchmark {
  const indexOf = snapshotIndex(view);
  const select = ({ snapshot }: Rebalancing) => selectionAt(view, indexOf(snapshot), steps, hold, new Map());
  const { curves, cashReturns } = simulate(view.market, dates, select, { cost: 0, cashReturn });
  const periodsPerYear = PERIODS_PER_YEAR[hold.every];
  return {
    curve: curves.shown,
    performance: performance(curves.shown, cashReturns, periodsPerYear),
    model: marketModel(own, returnsOf(curves.shown), cashReturns, periodsPerYear),
  };
}

function snapshotIndex({ snapshots }: HistoryView): (day: number) => number {
  const index = new Map([...snapshots].map((day, at) => [day, at]));
  return (day) => index.get(day)!;
}

/** The last sort that orders by numbers. */
function lastSort(view: HistoryView, steps: readonly Step[]): SortStep | null {
  const sort = steps.findLast((step): step is SortStep => isSort(step) && step.sortOperator !== 'None');
  return sort && view.tableAt(0).numbers(sort.columnId) ? sort : null;
}

function known(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null);
}

/** Values of the sorted column and the returns that followed, of each period's rows. */
function ranked(view: HistoryView, steps: readonly Step[], dates: readonly Rebalancing[], { columnId }: SortStep) {
  const { market } = view;
  const indexOf = snapshotIndex(view);
  return dates.slice(0, -1).map(({ snapshot, session }, i) => {
    const at = indexOf(snapshot);
    const { rows, prefix } = applySteps(view.tableAt(at), withoutLastSlice(steps), null);
    const securities = view.securitiesAt(at);
    const returns = Float64Array.from(rows, (row) => {
      const history = market.histories[securities[row]!]!;
      const from = tradeAt(market.sessions, history, session);
      return from < 0 ? Number.NaN : periodReturn(market, history, from, dates[i + 1]!.session).shown;
    });
    return { values: comparedValues(prefix.table, columnId, rows), returns };
  });
}

function signalReport(view: HistoryView, steps: readonly Step[], dates: readonly Rebalancing[]): SignalReport | null {
  const sort = lastSort(view, steps);
  if (!sort) return null;
  const direction = sort.sortOperator === 'Ascending' ? 'asc' : 'desc';
  const periods = ranked(view, steps, dates, sort);
  const coefficients = periods.map(({ values, returns }) => informationCoefficient(values, returns, direction));
  const groupCount = QUANTILE_COUNTS.find((count) =>
    periods.every(({ values }) => values.length >= count * ROWS_PER_QUANTILE_MIN),
  );
  const quantiles = groupCount
    ? periods.flatMap(({ values, returns }) => quantileReturns(values, returns, direction, groupCount) ?? [])
    : [];
  const spreads = quantiles.map(({ spread }) => spread);
  return {
    columnId: sort.columnId,
    direction,
    coefficients,
    meanCoefficient: known(coefficients).length > 0 ? mean(known(coefficients)) : null,
    coefficientT: neweyWestT(known(coefficients)),
    quantiles:
      quantiles.length > 0
        ? {
            groups: quantiles[0]!.groups.map((_, group) => mean(quantiles.map(({ groups }) => groups[group]!))),
            spread: mean(spreads),
          }
        : null,
    spreadT: neweyWestT(spreads),
  };
}

/**
 * Runs a screen with its hold over a history.
 * @throws BacktestError when there are fewer than two rebalancings
 */
export function backtest(
  view: HistoryView,
  steps: readonly Step[],
  hold: Hold,
  cashReturn: SimulationOptions['cashReturn'] = () => 0,
): Backtest {
  const dates = rebalancings(view.market.sessions, view.snapshots, hold);
  if (dates.length < 2)
    throw new BacktestError(`a backtest needs two rebalancings; this history has ${dates.length} between the dates of the hold`);
  const indexOf = snapshotIndex(view);
  const simulation = simulate(
    view.market,
    dates,
    ({ snapshot }, held) => selectionAt(view, indexOf(snapshot), steps, hold, held),
    { cost: hold.costBp / BASIS_POINTS, cashReturn },
  );
  const periodsPerYear = PERIODS_PER_YEAR[hold.every];
  const own = returnsOf(simulation.curves.shown);
  const { every, since, until, delay } = hold;
  const plain: Hold = { ...DEFAULT_HOLD, every, since, until, delay };
  const beside = (weighting: Hold['weighting']): Benchmark =>
    benchmark(view, benchmarkSteps(steps), dates, { ...plain, weighting }, own, cashReturn);
  return {
    hold,
    dates,
    simulation,
    performance: performance(simulation.curves.shown, simulation.cashReturns, periodsPerYear),
    turnoverPerYear: (simulation.trades.reduce((sum, { turnover }) => sum + turnover, 0) * periodsPerYear) / (dates.length - 1),
    benchmarks: { equal: beside({ kind: 'equal' }), cap: beside({ kind: 'by', columnId: 'marketCapitalization' }) },
    signal: signalReport(view, steps, dates),
  };
}
