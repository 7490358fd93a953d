/** The deflated Sharpe ratio, which adjusts for the number of trials (Bailey and López de Prado, The Deflated Sharpe Ratio, Journal of Portfolio Management 40, 2014). */
import { normalProbability, normalQuantile } from './normal.ts';

/** The Euler–Mascheroni constant. */
const EULER_GAMMA = 0.577_215_664_901_532_9;

export interface SharpeRecord {
  /** Per period, not annualized; null for a constant return. */
  readonly sharpe: number | null;
  /** Number of returns. */
  readonly count: number;
  readonly skewness: number;
  /** 3 for a normal distribution. */
  readonly kurtosis: number;
}

/** Expected maximum Sharpe ratio of independent trials whose true ratio is 0; 0 for one trial. */
export function expectedMaximum(trials: number, variance: number): number {
  if (trials <= 1) return 0;
  const first = normalQuantile(1 - 1 / trials);
  const second = normalQuantile(1 - 1 / (trials * Math.E));
  return Math.sqrt(variance) * ((1 - EULER_GAMMA) * first + EULER_GAMMA * second);
}

/**
 * Probability that the true Sharpe ratio exceeds what the best of so many trials would show by luck.
 * @param variance of the trials' Sharpe ratios, per period
 * @returns null for a constant return, for fewer than two returns, and when the estimator's variance is not positive
 */
export function deflatedSharpe(
  { sharpe, count, skewness, kurtosis }: SharpeRecord,
  trials: number,
  variance: number,
): number | null {
  if (sharpe === null || count < 2) return null;
  const spread = 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe * sharpe;
  if (!(spread > 0)) return null;
  return normalProbability(((sharpe - expectedMaximum(trials, variance)) * Math.sqrt(count - 1)) / Math.sqrt(spread));
}
