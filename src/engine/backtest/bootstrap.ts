/** Block bootstrap: how much of a result may be luck. */
import { performance } from './performance.ts';

/** Periods per block, so that serial dependence is preserved (Politis and Romano, circular block bootstrap, 1992). */
export const BLOCK_PERIODS = 12;
export const DRAWS = 1000;
/** Share of the resamples outside an interval on each side: 5 to 95 %. */
const TAIL = 0.05;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface Luck {
  readonly cagr: Interval;
  /** Null when most resamples have no Sharpe ratio. */
  readonly sharpe: Interval | null;
}

/** Quantile by linear interpolation (Hyndman and Fan 1996, type 7). */
function quantile(sorted: ArrayLike<number>, share: number): number {
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below]! + (at - below) * (sorted[above]! - sorted[below]!);
}

function intervalOf(values: readonly number[]): Interval {
  const sorted = Float64Array.from(values).sort();
  return { low: quantile(sorted, TAIL), high: quantile(sorted, 1 - TAIL) };
}

/**
 * Bootstrap intervals of the growth rate and the Sharpe ratio, from circular blocks of {@link BLOCK_PERIODS} periods;
 * null for fewer than two blocks.
 * @param random numbers in [0, 1): the same sequence gives the same intervals
 */
export function bootstrap(
  returns: ArrayLike<number>,
  riskFree: ArrayLike<number>,
  periodsPerYear: number,
  random: () => number,
): Luck | null {
  const count = returns.length;
  if (count < 2 * BLOCK_PERIODS) return null;
  const cagrs: number[] = [];
  const sharpes: number[] = [];
  const curve = new Float64Array(count + 1);
  const rates = new Float64Array(count);
  for (let draw = 0; draw < DRAWS; draw++) {
    curve[0] = 1;
    for (let period = 0, from = 0; period < count; period++) {
      if (period % BLOCK_PERIODS === 0) from = Math.floor(random() * count);
      const at = (from + (period % BLOCK_PERIODS)) % count;
      curve[period + 1] = curve[period]! * (1 + returns[at]!);
      rates[period] = riskFree[at] ?? 0;
    }
    const { cagr, sharpe } = performance(curve, rates, periodsPerYear);
    if (cagr !== null) cagrs.push(cagr);
    if (sharpe !== null) sharpes.push(sharpe);
  }
  return { cagr: intervalOf(cagrs), sharpe: sharpes.length * 2 > DRAWS ? intervalOf(sharpes) : null };
}
