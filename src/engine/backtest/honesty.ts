/** What speaks against a backtest, in figures and in sentences chosen by rules. */
import type { Backtest } from './backtest.ts';
import { bootstrap, type Interval, type Luck } from './bootstrap.ts';
import { COVERED_MIN, type DateCoverage } from './coverage.ts';
import { deflatedSharpe } from './deflatedSharpe.ts';
import { returnsOf } from './performance.ts';
import { type RandomScreens, seeded, shareBetter } from './randomScreens.ts';
import { PERIODS_PER_YEAR } from './schedule.ts';
import type { TrialCount } from './trialLog.ts';
import type { Bar, Mistake } from './waterfall.ts';

const LUCK_SEED = 1;
/** Bars of less growth per year get no sentence. */
const WORTH_SAYING = 0.0005;
/** A deflated Sharpe ratio from here on is not attributed to luck. */
const SURE = 0.95;

export interface Honesty {
  readonly trials: number;
  /** Variance of the trials' Sharpe ratios per period; 1 ÷ periods, its value under pure chance, when fewer than two are known. */
  readonly variance: number;
  readonly deflatedSharpe: number | null;
  readonly luck: Luck | null;
  /** Share of random screens of the same size and turnover that earned more; null when none was run. */
  readonly randomBetter: number | null;
  readonly coverage: readonly DateCoverage[];
  /** Growth per year as an interval, where the coverage of any date is too low for one number; else null. */
  readonly interval: Interval | null;
  readonly bars: readonly Bar[];
  readonly verdict: readonly Finding[];
}

/** A sentence about a result: its key, and the numbers in it. Shares and rates are fractions. */
export type Finding =
  | { readonly key: 'earned'; readonly cagr: number; readonly benchmark: number; readonly years: number }
  | { readonly key: 'mistake'; readonly mistake: Mistake; readonly difference: number }
  | { readonly key: 'unanswered'; readonly mistakes: readonly Mistake[] }
  | { readonly key: 'unknownEnds'; readonly low: number; readonly high: number; readonly count: number }
  | { readonly key: 'luck'; readonly low: number; readonly high: number }
  | { readonly key: 'random'; readonly share: number }
  | { readonly key: 'deflated' | 'deflatedLow'; readonly trials: number; readonly probability: number }
  | { readonly key: 'coverage'; readonly lowest: number; readonly dates: number }
  | { readonly key: 'holdOutShut' | 'noHoldOut' | 'constant' };

/** What is known in addition to the backtest. */
export interface Evidence {
  readonly trials: TrialCount;
  readonly bars: readonly Bar[];
  readonly random: RandomScreens | null;
  readonly coverage: readonly DateCoverage[];
  readonly holdOut: { readonly isOpen: boolean } | null;
}

const COUNTED_MIN = 1;

/** Null for a constant return. */
function deflated({ performance, hold, dates }: Backtest, trials: number, variance: number): number | null {
  const { sharpe, skewness, kurtosis } = performance;
  if (sharpe === null || skewness === null || kurtosis === null) return null;
  const perPeriod = sharpe / Math.sqrt(PERIODS_PER_YEAR[hold.every]);
  return deflatedSharpe({ sharpe: perPeriod, count: dates.length - 1, skewness, kurtosis }, trials, variance);
}

function growthOf({ dates, hold }: Backtest, curve: Float64Array): number {
  return curve.at(-1)! ** (PERIODS_PER_YEAR[hold.every] / (dates.length - 1)) - 1;
}

function intervalOf(backtest: Backtest, luck: Luck | null): Interval {
  const { low, high } = backtest.simulation.curves;
  const [worst, best] = [growthOf(backtest, low), growthOf(backtest, high)];
  return { low: Math.min(worst, luck?.cagr.low ?? worst), high: Math.max(best, luck?.cagr.high ?? best) };
}

function* findings(backtest: Backtest, evidence: Evidence, found: Omit<Honesty, 'verdict'>): Generator<Finding> {
  const { performance, benchmarks, dates, hold, simulation } = backtest;
  const { cagr } = performance;
  const years = (dates.length - 1) / PERIODS_PER_YEAR[hold.every];
  if (cagr !== null) yield { key: 'earned', cagr, benchmark: benchmarks.equal.performance.cagr ?? 0, years };
  for (const { mistake, difference } of found.bars)
    if (difference !== null && Math.abs(difference) >= WORTH_SAYING) yield { key: 'mistake', mistake, difference };
  const count = found.coverage.reduce((sum, { unknownEnds }) => sum + unknownEnds, 0);
  const [low, high] = [growthOf(backtest, simulation.curves.low), growthOf(backtest, simulation.curves.high)];
  if (high - low >= WORTH_SAYING) yield { key: 'unknownEnds', low, high, count };
  if (found.luck) yield { key: 'luck', ...found.luck.cagr };
  if (found.randomBetter !== null) yield { key: 'random', share: found.randomBetter };
  const probability = found.deflatedSharpe;
  if (probability === null) yield { key: 'constant' };
  else yield { key: probability >= SURE ? 'deflated' : 'deflatedLow', trials: found.trials, probability };
  const poor = found.coverage.flatMap(({ marketValue }) =>
    marketValue !== null && marketValue < COVERED_MIN ? [marketValue] : [],
  );
  if (poor.length > 0) yield { key: 'coverage', lowest: Math.min(...poor), dates: poor.length };
  const mistakes = found.bars.flatMap(({ mistake, isUnanswered }) => (isUnanswered ? [mistake] : []));
  if (mistakes.length > 0) yield { key: 'unanswered', mistakes };
  if (evidence.holdOut === null) yield { key: 'noHoldOut' };
  else if (!evidence.holdOut.isOpen) yield { key: 'holdOutShut' };
}

/** Bootstraps, deflates the Sharpe ratio and chooses the sentences. Deterministic. */
export function honestyOf(backtest: Backtest, evidence: Evidence): Honesty {
  const { hold, simulation, dates, performance } = backtest;
  const trials = Math.max(evidence.trials.count, COUNTED_MIN);
  const annual = evidence.trials.variance;
  const variance = annual === null ? 1 / (dates.length - 1) : annual / PERIODS_PER_YEAR[hold.every];
  const luck = bootstrap(
    returnsOf(simulation.curves.shown),
    simulation.cashReturns,
    PERIODS_PER_YEAR[hold.every],
    seeded(LUCK_SEED),
  );
  const isPoor = evidence.coverage.some(({ marketValue }) => marketValue !== null && marketValue < COVERED_MIN);
  const found = {
    trials,
    variance,
    deflatedSharpe: deflated(backtest, trials, variance),
    luck,
    randomBetter: evidence.random && performance.cagr !== null ? shareBetter(evidence.random, performance.cagr) : null,
    coverage: evidence.coverage,
    interval: isPoor ? intervalOf(backtest, luck) : null,
    bars: evidence.bars,
  };
  return { ...found, verdict: [...findings(backtest, evidence, found)] };
}
