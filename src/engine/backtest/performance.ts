/** Statistics of a series of returns. Definitions: docs/backtest.md. */

/** A smaller standard deviation is rounding noise of a constant. */
const CONSTANT_DEVIATION = 1e-12;

/** A fall from a peak to a trough, as positions in the curve; `recovered` is null while the peak has not been reached again. */
export interface Drawdown {
  /** Value at the trough / value at the peak − 1. */
  readonly depth: number;
  readonly peak: number;
  readonly trough: number;
  readonly recovered: number | null;
}

/** Figures are null when undefined: for fewer than two returns, or constant ones. */
export interface Performance {
  /** Compound annual growth rate. */
  readonly cagr: number | null;
  /** Annualized sample standard deviation of the returns. */
  readonly volatility: number | null;
  /** Annualized mean excess return / sample standard deviation (Sharpe 1994). */
  readonly sharpe: number | null;
  /** Annualized mean excess return / downside deviation over all returns, target 0 (Sortino and Price 1994). */
  readonly sortino: number | null;
  /** Third and fourth standardized moments of the population; 3 for a normal distribution. */
  readonly skewness: number | null;
  readonly kurtosis: number | null;
  readonly maxDrawdown: Drawdown | null;
  /** Share of returns above 0. */
  readonly hitRate: number | null;
  readonly best: number | null;
  readonly worst: number | null;
}

export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}

/** Sum of the powers of the deviations from the mean. */
function moment(values: ArrayLike<number>, power: number): number {
  const center = mean(values);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i]! - center) ** power;
  return sum;
}

/** Sample standard deviation; 0 for a constant, null for fewer than two values. */
export function sampleDeviation(values: ArrayLike<number>): number | null {
  if (values.length < 2) return null;
  const deviation = Math.sqrt(moment(values, 2) / (values.length - 1));
  return deviation <= CONSTANT_DEVIATION ? 0 : deviation;
}

/** Ratio of successive values less 1. */
export function returnsOf(curve: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: Math.max(curve.length - 1, 0) }, (_, i) => curve[i + 1]! / curve[i]! - 1);
}

/** The deepest drawdown of a curve, the first among equals; null for a curve that never falls. */
export function maxDrawdown(curve: ArrayLike<number>): Drawdown | null {
  let deepest: Omit<Drawdown, 'recovered'> | null = null;
  let peak = 0;
  for (let i = 1; i < curve.length; i++) {
    if (curve[i]! >= curve[peak]!) peak = i;
    const depth = curve[i]! / curve[peak]! - 1;
    if (depth < (deepest?.depth ?? 0)) deepest = { depth, peak, trough: i };
  }
  if (!deepest) return null;
  let recovered: number | null = null;
  for (let i = deepest.trough + 1; i < curve.length && recovered === null; i++)
    if (curve[i]! >= curve[deepest.peak]!) recovered = i;
  return { ...deepest, recovered };
}

/**
 * @param curve values, the first 1
 * @param riskFree return of the risk-free asset in each period
 * @param periodsPerYear see {@link PERIODS_PER_YEAR}
 */
export function performance(curve: ArrayLike<number>, riskFree: ArrayLike<number>, periodsPerYear: number): Performance {
  const returns = returnsOf(curve);
  const count = returns.length;
  const excess = returns.map((value, i) => value - (riskFree[i] ?? 0));
  const deviation = sampleDeviation(returns);
  const excessDeviation = sampleDeviation(excess);
  const downside = Math.sqrt(mean(excess.map((value) => Math.min(value, 0) ** 2)));
  // Neither a constant return nor a constant excess has a ratio of its mean to its deviation, or a shape.
  const isConstant = !deviation || !excessDeviation;
  const variance = moment(returns, 2) / count;
  const annual = Math.sqrt(periodsPerYear);
  const growth = curve[count]! / curve[0]!;
  const ratio = (divisor: number | null): number | null =>
    isConstant || divisor === null || divisor <= CONSTANT_DEVIATION ? null : (mean(excess) / divisor) * annual;
  return {
    cagr: count === 0 ? null : growth ** (periodsPerYear / count) - 1,
    volatility: deviation === null ? null : deviation * annual,
    sharpe: ratio(excessDeviation),
    sortino: ratio(downside),
    skewness: isConstant ? null : moment(returns, 3) / count / variance ** 1.5,
    kurtosis: isConstant ? null : moment(returns, 4) / count / variance ** 2,
    maxDrawdown: maxDrawdown(curve),
    hitRate: count === 0 ? null : returns.filter((value) => value > 0).length / count,
    best: count === 0 ? null : Math.max(...returns),
    worst: count === 0 ? null : Math.min(...returns),
  };
}

/** Slope and intercept of the regression on a benchmark's returns, both in excess of the risk-free return (Jensen 1968). */
export interface MarketModel {
  readonly beta: number;
  /** Annualized: (1 + intercept)^periodsPerYear − 1. */
  readonly alpha: number;
}

/** Null for fewer than two periods and for a constant benchmark. */
export function marketModel(
  returns: ArrayLike<number>,
  benchmark: ArrayLike<number>,
  riskFree: ArrayLike<number>,
  periodsPerYear: number,
): MarketModel | null {
  const own = Float64Array.from(returns, (value, i) => value - (riskFree[i] ?? 0));
  const others = Float64Array.from(benchmark, (value, i) => value - (riskFree[i] ?? 0));
  const deviation = sampleDeviation(others);
  if (own.length < 2 || deviation === null || deviation === 0) return null;
  const [ownMean, othersMean] = [mean(own), mean(others)];
  let covariance = 0;
  for (let i = 0; i < own.length; i++) covariance += (own[i]! - ownMean) * (others[i]! - othersMean);
  const beta = covariance / moment(others, 2);
  return { beta, alpha: (1 + ownMean - beta * othersMean) ** periodsPerYear - 1 };
}
