/** Sensitivity to the start date: the same screen's growth from each start. */
import type { Hold } from '../steps/hold.ts';
import type { Step } from '../steps/registry.ts';
import type { Backtest } from './backtest.ts';
import type { BacktestRunner } from './runner.ts';
import { PERIODS_PER_YEAR } from './schedule.ts';
import { CURVES, type Curve, type Outcome, outcomeOf } from './simulate.ts';

export interface StartFan {
  /** Days of the first trades since 1970-01-01, at least a year before the end. */
  readonly starts: Int32Array;
  /** Compound annual growth rate from each start to the end. */
  readonly cagr: Readonly<Record<Curve, Float64Array>>;
  /** The same of the benchmarks. */
  readonly benchmarks: Readonly<Record<'equal' | 'cap', Float64Array>>;
  /** Starts computed so far. */
  done: number;
}

const rate = (growth: number, periods: number, periodsPerYear: number): number => growth ** (periodsPerYear / periods) - 1;

/**
 * Growth from a trade to the end if the portfolio had started there. Holdings do not depend on earlier holdings, so only the
 * cost of the first trade differs: everything is bought.
 */
function growthFrom({ curves, traded, invested }: Outcome, curve: Curve, at: number, cost: number): number {
  const values = curves[curve];
  return ((values.at(-1)! / values[at]!) * (1 - cost * invested[at]!)) / (1 - cost * traded[curve][at]!);
}

/** Yields after each start. @param steps without the hold */
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
  // No growth follows from a curve at 0.
  const lastStart = count - 1;
  const isLost = CURVES.some((curve) => simulation.curves[curve][lastStart] === 0);
  const select = hold.keepRank === null && !isLost ? null : yield* screened(runner, steps, hold, dates, fan);
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
