/** What all rows earned that could have been bought: those that pass the screen's filters of type and price, and no other. */
import { isFilter } from '../steps/filter.ts';
import { DEFAULT_HOLD, type Hold } from '../steps/hold.ts';
import type { Step } from '../steps/registry.ts';
import { type MarketModel, marketModel, type Performance, performance, returnsOf } from './performance.ts';
import { NO_CLOSE } from './periods.ts';
import type { BacktestRunner } from './runner.ts';
import { PERIODS_PER_YEAR, type Rebalancing } from './schedule.ts';
import { comparedValues, securitiesOf } from './selection.ts';
import { cashOf } from './simulate.ts';
import { uncappedWeights } from './weights.ts';

export interface Benchmark {
  readonly curve: Float64Array;
  readonly performance: Performance;
  /** The screen's returns over this benchmark's; null where undefined. */
  readonly model: MarketModel | null;
}

export type Benchmarks = Readonly<Record<'equal' | 'cap', Benchmark>>;

/** Columns whose filters a benchmark keeps. */
const BENCHMARK_FILTERS = new Set(['type', 'close']);
/** What the benchmarks read of a history. */
export const BENCHMARK_COLUMNS = ['type', 'close', 'marketCapitalization'] as const;

export function benchmarkSteps(steps: readonly Step[]): readonly Step[] {
  return steps.filter((step) => isFilter(step) && BENCHMARK_FILTERS.has(step.columnId ?? ''));
}

/** Value of what both benchmarks hold at each trade: all rows, without costs. */
function curveOf(
  runner: BacktestRunner,
  steps: readonly Step[],
  dates: readonly Rebalancing[],
  weighting: Hold['weighting'],
): { readonly curve: Float64Array; readonly cashReturns: Float64Array } {
  const { view, periods, screenings, cashReturn } = runner;
  const { sessions } = view.market;
  const curve = new Float64Array(dates.length).fill(1);
  const cashReturns = new Float64Array(dates.length - 1);
  periods.fill(dates);
  for (let at = 0; at + 1 < dates.length; at++) {
    const [from, to] = [dates[at]!.session, dates[at + 1]!.session];
    const place = runner.placeOf(dates[at]!.snapshot);
    const { table, rows } = screenings.at(place, steps, 'benchmark');
    const securities = securitiesOf(rows, view.securitiesAt(place));
    const values = weighting.kind === 'equal' ? null : comparedValues(table, weighting.columnId, rows);
    const weights = uncappedWeights(weighting.kind, values, rows.length);
    const { outcomes, shown } = periods.between(from, to, securities);
    let [invested, growth] = [0, 0];
    for (let i = 0; i < securities.length; i++) {
      const security = securities[i]!;
      if (outcomes[security] === NO_CLOSE || weights[i] === 0) continue;
      invested += weights[i]!;
      growth += weights[i]! * (1 + shown[security]!);
    }
    cashReturns[at] = cashReturn(sessions[from]!, sessions[to]!);
    curve[at + 1] = curve[at]! * (growth + cashOf(invested, securities.length) * (1 + cashReturns[at]!));
  }
  return { curve, cashReturns };
}

function benchmark(
  runner: BacktestRunner,
  steps: readonly Step[],
  dates: readonly Rebalancing[],
  hold: Hold,
  own: ArrayLike<number>,
): Benchmark {
  const periodsPerYear = PERIODS_PER_YEAR[hold.every];
  const { curve, cashReturns, figures } = runner.keep(`benchmark ${JSON.stringify([steps, hold])}`, () => {
    const found = curveOf(runner, steps, dates, hold.weighting);
    return { ...found, figures: performance(found.curve, found.cashReturns, periodsPerYear) };
  });
  return { curve, performance: figures, model: marketModel(own, returnsOf(curve), cashReturns, periodsPerYear) };
}

/** Both benchmarks of a screen at the dates of its hold, without costs. @param own the screen's returns */
export function benchmarksOf(
  runner: BacktestRunner,
  steps: readonly Step[],
  hold: Hold,
  dates: readonly Rebalancing[],
  own: ArrayLike<number>,
): Benchmarks {
  const { every, since, until, delay } = hold;
  const kept = benchmarkSteps(steps);
  const beside = (weighting: Hold['weighting']): Benchmark =>
    benchmark(runner, kept, dates, { ...DEFAULT_HOLD, every, since, until, delay, weighting }, own);
  return { equal: beside({ kind: 'equal' }), cap: beside({ kind: 'by', columnId: 'marketCapitalization' }) };
}
