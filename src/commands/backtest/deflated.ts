import type { Backtest } from '../../engine/backtest/backtest.ts';
import { deflatedSharpe } from '../../engine/backtest/deflatedSharpe.ts';
import { PERIODS_PER_YEAR } from '../../engine/backtest/schedule.ts';

/** Probability that the true Sharpe ratio is above the best that so many trials show by luck, their ratios as far apart as chance alone makes them. */
export function deflatedOf({ performance, hold, dates }: Backtest, trials: number): number | null {
  const { sharpe, skewness, kurtosis } = performance;
  if (sharpe === null || skewness === null || kurtosis === null) return null;
  const count = dates.length - 1;
  const record = { sharpe: sharpe / Math.sqrt(PERIODS_PER_YEAR[hold.every]), count, skewness, kurtosis };
  return deflatedSharpe(record, trials, 1 / count);
}
