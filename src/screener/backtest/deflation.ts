/** How much of a Sharpe ratio is left once the trials are counted that led to it. */
import { deflatedSharpe, expectedMaximum } from '../../engine/backtest/deflatedSharpe.ts';
import { PERIODS_PER_YEAR } from '../../engine/backtest/schedule.ts';
import type { BacktestAnswer } from '../../engine/backtestWorker/protocol.ts';
import { sharpeVariance, type TrialBook, trialCount } from './trials.ts';

export interface Deflation {
  readonly trials: number;
  /** Probability that the true Sharpe ratio is above the best that so many trials show by luck; null where it is undefined. */
  readonly probability: number | null;
  /** The Sharpe ratio, annualized, that the best of so many trials shows by luck. */
  readonly luck: number;
}

/** With the variance of the trials' ratios; of one trial, with that of chance alone, 1 ÷ periods. */
export function deflationOf({ performance, hold, days }: BacktestAnswer, book: TrialBook): Deflation {
  const trials = Math.max(1, trialCount(book));
  const count = days.length - 1;
  const variance = sharpeVariance(book) ?? 1 / count;
  const annual = Math.sqrt(PERIODS_PER_YEAR[hold.every]);
  const { sharpe, skewness, kurtosis } = performance;
  const isDefined = sharpe !== null && skewness !== null && kurtosis !== null;
  return {
    trials,
    probability: isDefined ? deflatedSharpe({ sharpe: sharpe / annual, count, skewness, kurtosis }, trials, variance) : null,
    luck: expectedMaximum(trials, variance) * annual,
  };
}
