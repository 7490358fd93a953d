/** Luck of the date: what the same screen would have earned from each start on. */
import type { Hold } from '../steps/hold.ts';
import type { Step } from '../steps/registry.ts';
import type { Backtest } from './backtest.ts';
import type { BacktestRunner } from './runner.ts';
import { PERIODS_PER_YEAR } from './schedule.ts';
import { CURVES, type Curve, type Outcome, outcomeOf } from './simulate.ts';

export interface StartFan {
  /** Days of the first trades since 1970-01-01: all from which a year or more is left. */
  readonly starts: Int32Array;
  /** Compound annual growth rate from each start to the end. */
  readonly cagr: Readonly<Record<Curve, Float64Array>>;
  /** The same of the benchmarks. */
  readonly benchmarks: Readonly<Record<'equal' | 'cap', Float64Array>>;
  /** Starts that are done. */
  done: number;
}

const rate = (growth: number, periods: number, periodsPerYear: number): number => growth ** (periodsPerYear / periods) - 1;

/**
 * Growth from a trade to the end, had the portfolio begun there. What it holds doesn't depend on what it held before, so only the cost of the first trade differs: all of it
 * is bought.
 */
function growthFrom({ curves, traded, invested }: Outcome, curve: Curve, at: number, cost: number): number {
  const values = curves[curve];
  return ((values.at(-1)! / values[at]!) * (1 - cost * invested[at]!)) / (1 - cost * traded[curve][at]!);
}

/** @param steps without the hold. Yields what there is after each start. */
export function* startFan(
  runner: BacktestRunner,
  steps: readonly Step[],
  hold: Hold,
  { dates, days, simulation, benchmarks }: Backtest,
): Generator<StartFan, StartFan, void> {
  const periodsPerYear = PERIODS_PER_YEAR[hold.every];
  const count = Math.max(dates.length - periodsPerYear, 1);
  const fan: StartFan = {
    starts: days.slice(0, count),
    cagr: { low: new Float64Array(count), shown: new Float64Array(count), high: new Float64Array(count) },
    benchmarks: { equal: new Float64Array(count), cap: new Float64Array(count) },
    done: 0,
  };
  const options = runner.optionsOf(hold);
  const select = hold.keepRank === null ? null : yield* screened(runner, steps, hold, dates, fan);
  for (let at = 0; at < count; at++) {
    const periods = dates.length - 1 - at;
    const own = select ? outcomeOf(runner.periods, dates.slice(at), select, options) : null;
    for (const curve of CURVES) {
      const growth = own ? own.curves[curve].at(-1)! : growthFrom(simulation, curve, at, options.cost);
      fan.cagr[curve][at] = rate(growth, periods, periodsPerYear);
    }
    for (const name of ['equal', 'cap'] as const) {
      const { curve } = benchmarks[name];
      fan.benchmarks[name][at] = rate(curve.at(-1)! / curve[at]!, periods, periodsPerYear);
    }
    fan.done++;
    yield fan;
  }
  return fan;
}

function* screened(
  runner: BacktestRunner,
  steps: readonly Step[],
  hold: Hold,
  dates: Backtest['dates'],
  fan: StartFan,
): Generator<StartFan, Parameters<typeof outcomeOf>[2], void> {
  const work = runner.screen(steps, hold, dates);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    yield fan;
  }
}
