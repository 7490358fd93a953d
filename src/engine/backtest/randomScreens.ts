/** Returns of random screens over the same history. */
import type { Hold } from '../steps/hold.ts';
import type { Step } from '../steps/registry.ts';
import type { Backtest } from './backtest.ts';
import { benchmarkSteps } from './benchmarks.ts';
import { mean, performance, returnsOf, sampleDeviation } from './performance.ts';
import type { BacktestRunner } from './runner.ts';
import { PERIODS_PER_YEAR, type Rebalancing } from './schedule.ts';
import { securitiesOf } from './selection.ts';
import { outcomeOf, type Select } from './simulate.ts';
import { uncappedWeights } from './weights.ts';

export const RANDOM_SCREENS = 200;
/** Two-sided 5 % quantile of the normal distribution. */
const SIGNIFICANT_Z = 1.959_963_984_540_054;

/** The same of Student's t distribution, by the Cornish–Fisher expansion (Abramowitz and Stegun 26.7.5). */
function significantT(freedom: number): number {
  const z = SIGNIFICANT_Z;
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + first / freedom + second / freedom ** 2 + third / freedom ** 3;
}

/** Seeded numbers in [0, 1): Mulberry32, by Tommy Ettinger, in the public domain. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface RandomScreens {
  /** Compound annual growth rates, filled in as the work proceeds. */
  readonly cagr: Float64Array;
  /** t statistic of the mean return in excess of the equally weighted benchmark; NaN when undefined. */
  readonly t: Float64Array;
  /** Degrees of freedom of `t`. */
  readonly freedom: number;
  done: number;
}

/** Share of random screens whose mean differs significantly (5 %) from the benchmark's. */
export function shareSignificant({ t, freedom }: RandomScreens): number {
  const limit = significantT(freedom);
  return t.filter((each) => Math.abs(each) > limit).length / t.length;
}

/** Share of random screens that earned more. */
export function shareBetter({ cagr }: RandomScreens, own: number): number {
  return cagr.filter((each) => each > own).length / cagr.length;
}

function tOfMean(values: Float64Array): number {
  const deviation = sampleDeviation(values);
  return deviation ? (mean(values) / deviation) * Math.sqrt(values.length) : Number.NaN;
}

interface Drawn {
  /** Rows to hold, and how many of them are new, at each rebalancing but the last. */
  readonly size: number;
  readonly changed: number;
}

/** Moves random elements to the front: the first `count` of `pool` are a sample without replacement. */
function shuffleFirst(pool: Uint32Array, count: number, random: () => number): void {
  for (let i = 0; i < count; i++) {
    const other = i + Math.floor(random() * (pool.length - i));
    [pool[i], pool[other]] = [pool[other]!, pool[i]!];
  }
}

/** Holds and replaces as many securities as the screen did. */
function drawing(pools: ReadonlyMap<number, Uint32Array>, sizes: ReadonlyMap<number, Drawn>, random: () => number): Select {
  let held: Uint32Array = new Uint32Array(0);
  return ({ snapshot }: Rebalancing) => {
    const pool = pools.get(snapshot)!.slice();
    const { size, changed } = sizes.get(snapshot)!;
    const count = Math.min(size, pool.length);
    const here = new Set(pool);
    const stays = held.filter((security) => here.has(security));
    const kept = Math.min(stays.length, Math.max(count - changed, 0));
    shuffleFirst(stays, kept, random);
    const chosen = new Set(stays.subarray(0, kept));
    shuffleFirst(pool, Math.min(pool.length, count + kept), random);
    for (let i = 0; i < pool.length && chosen.size < count; i++) chosen.add(pool[i]!);
    held = Uint32Array.from(chosen);
    return { securities: held, target: { weights: uncappedWeights('equal', null, held.length), infeasible: [] } };
  };
}

/**
 * Screens that hold as many securities as a backtest, sampled from those that pass its filters on type and price, equally weighted.
 * At each rebalancing they replace as many as it did, at its cost. For a null test they replace all, without costs, so that
 * their mean is the benchmark's. Yields after each screen.
 */
export function* randomScreens(
  runner: BacktestRunner,
  steps: readonly Step[],
  hold: Hold,
  honest: Backtest,
  { count = RANDOM_SCREENS, seed = 1, isNull = false } = {},
): Generator<RandomScreens, RandomScreens, void> {
  const { view, periods, screenings } = runner;
  const { dates, simulation, benchmarks } = honest;
  const filters = benchmarkSteps(steps);
  const pools = new Map<number, Uint32Array>();
  const sizes = new Map<number, Drawn>();
  for (const { snapshot, weights, entered } of simulation.trades.slice(0, -1)) {
    const place = runner.placeOf(snapshot);
    const { rows } = screenings.at(place, filters, 'benchmark');
    pools.set(snapshot, securitiesOf(rows, view.securitiesAt(place)));
    sizes.set(snapshot, { size: weights.size, changed: isNull ? weights.size : entered.length });
  }
  const benchmark = returnsOf(benchmarks.equal.curve);
  const found: RandomScreens = { cagr: new Float64Array(count), t: new Float64Array(count), freedom: dates.length - 2, done: 0 };
  const options = isNull ? { ...runner.optionsOf(hold), cost: 0 } : runner.optionsOf(hold);
  for (let at = 0; at < count; at++) {
    const { curves, cashReturns } = outcomeOf(periods, dates, drawing(pools, sizes, seeded(seed * 100_003 + at)), options);
    const { shown } = curves;
    found.cagr[at] = performance(shown, cashReturns, PERIODS_PER_YEAR[hold.every]).cagr ?? Number.NaN;
    found.t[at] = tOfMean(returnsOf(shown).map((value, i) => value - benchmark[i]!));
    found.done++;
    yield found;
  }
  return found;
}
