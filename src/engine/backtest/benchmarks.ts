/** Returns of everything that could have been bought: all rows that pass the screen's filters on type and price only. */
import { isFilter } from '../steps/filter.ts';
import type { Hold } from '../steps/hold.ts';
import type { Step } from '../steps/registry.ts';
import { type MarketModel, marketModel, type Performance, performance, returnsOf } from './performance.ts';
import { NO_CLOSE, type Period } from './periods.ts';
import type { BacktestRunner } from './runner.ts';
import type { Rebalancing } from './schedule.ts';
import { comparedValues, securitiesOf } from './selection.ts';
import { cashOf } from './simulate.ts';

export interface Benchmark {
  readonly curve: Float64Array;
  readonly performance: Performance;
  /** The screen's returns regressed on this benchmark's; null when undefined. */
  readonly model: MarketModel | null;
}

export type Benchmarks = Readonly<Record<'equal' | 'cap', Benchmark>>;

/** Columns whose filters a benchmark keeps. */
const BENCHMARK_FILTERS = new Set(['type', 'close']);
/** Columns that the benchmarks read. */
export const BENCHMARK_COLUMNS = ['type', 'close', 'marketCapitalization'] as const;

export function benchmarkSteps(steps: readonly Step[]): readonly Step[] {
  return steps.filter((step) => isFilter(step) && BENCHMARK_FILTERS.has(step.columnId ?? ''));
}

/**
 * Growth over a period of rows held in equal weights and weighted by their values; rows without a close earn the cash return.
 * Fuses {@link uncappedWeights} and a trade without costs, because there are a hundred times as many rows as a screen holds.
 */
function growthOf(securities: Uint32Array, values: Float64Array, { outcomes, shown }: Period, cashReturn: number) {
  const count = securities.length;
  let sum = 0;
  for (let i = 0; i < count; i++) if (values[i]! > 0 && values[i]! < Number.POSITIVE_INFINITY) sum += values[i]!;
  const alike = 1 / count;
  let [boughtAlike, alikeGrowth, boughtBySize, bySizeGrowth] = [0, 0, 0, 0];
  for (let i = 0; i < count; i++) {
    const security = securities[i]!;
    if (outcomes[security] === NO_CLOSE) continue;
    const growth = 1 + shown[security]!;
    boughtAlike += alike;
    alikeGrowth += alike * growth;
    if (!(values[i]! > 0 && values[i]! < Number.POSITIVE_INFINITY)) continue;
    const weight = values[i]! / sum;
    boughtBySize += weight;
    bySizeGrowth += weight * growth;
  }
  const withCash = (growth: number, bought: number): number => growth + cashOf(bought, count) * (1 + cashReturn);
  return { alike: withCash(alikeGrowth, boughtAlike), bySize: withCash(bySizeGrowth, boughtBySize) };
}

/** Value of all rows at each trade, without costs, equally weighted and by market capitalization. */
export interface BenchmarkCurves {
  readonly equal: Float64Array;
  readonly cap: Float64Array;
  /** Return of cash in each period. */
  readonly cashReturns: Float64Array;
}

function curvesOf(runner: BacktestRunner, filters: readonly Step[], dates: readonly Rebalancing[]): BenchmarkCurves {
  const { view, periods, screenings } = runner;
  const { sessions } = view.market;
  const curve = (): Float64Array => new Float64Array(dates.length).fill(1);
  const found = { equal: curve(), cap: curve(), cashReturns: new Float64Array(dates.length - 1) };
  periods.fill(dates);
  for (let at = 0; at + 1 < dates.length; at++) {
    const [from, to] = [dates[at]!.session, dates[at + 1]!.session];
    const place = runner.placeOf(dates[at]!.snapshot);
    const { table, rows } = screenings.at(place, filters, 'benchmark');
    const securities = securitiesOf(rows, view.securitiesAt(place));
    const period = periods.between(from, to, securities);
    const cashReturn = runner.cashReturn(sessions[from]!, sessions[to]!);
    const { alike, bySize } = growthOf(securities, comparedValues(table, 'marketCapitalization', rows), period, cashReturn);
    found.equal[at + 1] = found.equal[at]! * alike;
    found.cap[at + 1] = found.cap[at]! * bySize;
    found.cashReturns[at] = cashReturn;
  }
  return found;
}

/** Both benchmarks of a screen at the dates of its hold. */
export function benchmarkCurves(
  runner: BacktestRunner,
  steps: readonly Step[],
  { every, since, until, delay }: Hold,
  dates: readonly Rebalancing[],
): BenchmarkCurves {
  const filters = benchmarkSteps(steps);
  const key = `benchmarks ${JSON.stringify([filters, every, since, until, delay])}`;
  return runner.keep(key, () => curvesOf(runner, filters, dates));
}

/** The figures of both benchmarks. @param own the screen's returns */
export function benchmarksOf(
  { equal, cap, cashReturns }: BenchmarkCurves,
  own: ArrayLike<number>,
  periodsPerYear: number,
): Benchmarks {
  const beside = (curve: Float64Array): Benchmark => ({
    curve,
    performance: performance(curve, cashReturns, periodsPerYear),
    model: marketModel(own, returnsOf(curve), cashReturns, periodsPerYear),
  });
  return { equal: beside(equal), cap: beside(cap) };
}
