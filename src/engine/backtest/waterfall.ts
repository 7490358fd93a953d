/** Bias waterfall: the same backtest with one rule broken at a time, and the securities and periods behind the difference. */
import type { Hold } from '../steps/hold.ts';
import type { Step } from '../steps/registry.ts';
import type { Backtest } from './backtest.ts';
import type { HistoryView } from './historyView.ts';
import { withoutEndReturns, withSplitsInverted, withSurvivorsOnly } from './mistakes.ts';
import { performance } from './performance.ts';
import { BacktestError, BacktestRunner, type Sliced } from './runner.ts';
import { PERIODS_PER_YEAR } from './schedule.ts';
import { type Simulation, simulate } from './simulate.ts';

/**
 * Figures known at the end of their period; restated figures known from the first filing; only securities still listed today; trades
 * at the close that the screen saw; no costs; delisted securities sold at their last price; jumps that look like splits read the other way.
 */
export const MISTAKES = ['periodEnd', 'latest', 'survivors', 'noDelay', 'noCost', 'lastPrice', 'splits'] as const;
export type Mistake = (typeof MISTAKES)[number];

/** Securities and periods named per bar. */
const NAMED = 3;

/** Smaller parts, relative to the largest, are consequences of it, such as other trades at other weights. */
const WORTH_NAMING = 0.01;

/** A security's part of a bar, as a return per year: the sum over the periods × periods per year ÷ their number. */
export interface SecurityShare {
  readonly security: number;
  readonly share: number;
}

export interface PeriodShare {
  /** Day of the snapshot at which the period begins. */
  readonly snapshot: number;
  readonly share: number;
}

export interface Bar {
  readonly mistake: Mistake;
  /** Compound annual growth rate with the rule broken. */
  readonly cagr: number | null;
  /** `cagr` less the honest backtest's. */
  readonly difference: number | null;
  /** The largest contributors to the difference, in descending order. */
  readonly securities: readonly SecurityShare[];
  readonly periods: readonly PeriodShare[];
  /** True when the history lacks the data. */
  readonly isUnanswered: boolean;
}

/** Views that break the rules on figures; null when the history lacks them. */
export type BiasedViews = Readonly<Record<'periodEnd' | 'latest', HistoryView | null>>;

/** A smaller difference in growth is rounding. */
const NONE = 1e-12;

/** Each security's contribution to the returns of all periods, net of costs. */
function contributions({ trades }: Simulation, cost: number): Map<number, number> {
  const sums = new Map<number, number>();
  const add = (security: number, value: number): void => {
    sums.set(security, (sums.get(security) ?? 0) + value);
  };
  for (const { weights, drifted, returns } of trades) {
    for (const [security, weight] of weights) {
      const traded = Math.abs(weight - (drifted.get(security) ?? 0));
      add(security, weight * (returns.get(security)?.shown ?? 0) - cost * traded);
    }
    for (const [security, weight] of drifted) if (!weights.has(security)) add(security, -cost * weight);
  }
  return sums;
}

function periodReturns({ trades }: Simulation): Map<number, number> {
  return new Map(trades.flatMap(({ snapshot, return: value }) => (value === null ? [] : [[snapshot, value]])));
}

/** The largest differences of one sign, `others` less `own`. */
function largest(
  own: ReadonlyMap<number, number>,
  others: ReadonlyMap<number, number>,
  sign: number,
  scale: number,
): [key: number, share: number][] {
  const sorted = [...new Set([...own.keys(), ...others.keys()])]
    .map((key): [number, number] => [key, scale * ((others.get(key) ?? 0) - (own.get(key) ?? 0))])
    .filter(([, share]) => share * sign > NONE)
    .sort((a, b) => sign * (b[1] - a[1]) || a[0] - b[0]);
  const least = Math.abs(sorted[0]?.[1] ?? 0) * WORTH_NAMING;
  return sorted.slice(0, NAMED).filter(([, share]) => Math.abs(share) >= least);
}

function barOf(mistake: Mistake, honest: Backtest, hold: Hold, broken: Simulation, brokenHold: Hold): Bar {
  const periodsPerYear = PERIODS_PER_YEAR[hold.every];
  const { cagr } = performance(broken.curves.shown, broken.cashReturns, periodsPerYear);
  const difference = cagr === null || honest.performance.cagr === null ? null : cagr - honest.performance.cagr;
  const sign = Math.sign(difference ?? 0);
  const scale = periodsPerYear / (honest.dates.length - 1);
  const cost = (one: Hold): number => one.costBp / 10_000;
  const named = (from: (one: Simulation, cost: number) => Map<number, number>) =>
    largest(from(honest.simulation, cost(hold)), from(broken, cost(brokenHold)), sign, scale);
  return {
    mistake,
    cagr,
    difference,
    securities: named(contributions).map(([security, share]) => ({ security, share })),
    periods: named(periodReturns).map(([snapshot, share]) => ({ snapshot, share })),
    isUnanswered: false,
  };
}

const unanswered = (mistake: Mistake): Bar => ({
  mistake,
  cagr: null,
  difference: null,
  securities: [],
  periods: [],
  isUnanswered: true,
});

function* simulated(runner: BacktestRunner, steps: readonly Step[], hold: Hold): Sliced<Simulation> {
  const dates = runner.datesOf(hold);
  const select = yield* runner.screen(steps, hold, dates);
  return simulate(runner.periods, dates, select, runner.optionsOf(hold));
}

function heldOf({ simulation: { trades } }: Backtest): Set<number> {
  return new Set(trades.flatMap(({ weights }) => [...weights.keys()]));
}

/** The runner and hold with a rule broken; null when the history lacks the data. */
function brokenBy(
  mistake: Mistake,
  runner: BacktestRunner,
  hold: Hold,
  honest: Backtest,
  views: BiasedViews,
): { readonly runner: BacktestRunner; readonly hold: Hold } | null {
  const { view, cashReturn } = runner;
  const withView = (other: HistoryView) => ({ runner: new BacktestRunner(other, cashReturn), hold });
  switch (mistake) {
    case 'periodEnd':
    case 'latest': {
      const other = views[mistake];
      return other && withView(other);
    }
    case 'survivors':
      return withView(withSurvivorsOnly(view));
    case 'noDelay':
      return { runner, hold: { ...hold, delay: 0 } };
    case 'noCost':
      return { runner, hold: { ...hold, costBp: 0 } };
    case 'lastPrice':
      return withView({ ...view, market: withoutEndReturns(view.market) });
    case 'splits':
      return withView({ ...view, market: withSplitsInverted(view.market, heldOf(honest)) });
  }
}

/**
 * One bar per mistake. Yields the bars so far after each date.
 * @param steps without the hold
 * @param honest the {@link backtest} of the same steps and hold
 */
export function* waterfall(
  runner: BacktestRunner,
  steps: readonly Step[],
  hold: Hold,
  honest: Backtest,
  views: BiasedViews,
): Generator<readonly Bar[], readonly Bar[], void> {
  const bars: Bar[] = [];
  for (const mistake of MISTAKES) {
    const broken = brokenBy(mistake, runner, hold, honest, views);
    if (broken === null) {
      bars.push(unanswered(mistake));
      continue;
    }
    try {
      const work = simulated(broken.runner, steps, broken.hold);
      let step = work.next();
      for (; !step.done; step = work.next()) yield bars;
      bars.push(barOf(mistake, honest, hold, step.value, broken.hold));
    } catch (error) {
      if (!(error instanceof BacktestError)) throw error;
      bars.push(unanswered(mistake));
    }
    yield bars;
  }
  return bars;
}
