/** The price statistics of one security, as domain section 2 defines them. */
import { WINDOWS } from '../../catalogue/codes.ts';
import { STATISTIC_COLUMNS, statisticId } from '../../catalogue/statistics.ts';

/** The longest window plus the session before it. */
export const SESSIONS_MAX = 1261;

const RSI_PERIOD = 21;
/** A standard deviation up to this is rounding noise and counts as 0. */
const DEVIATION_NOISE = 1e-12;
/** Amihud's ratio is per million of currency traded. */
const ILLIQ_SCALE = 1e6;

const position = (window: number, metric: string): number => {
  const id = statisticId(window as (typeof WINDOWS)[number], metric);
  return STATISTIC_COLUMNS.findIndex((column) => column.id === id);
};

/** Per window: its length, the position of each metric in the result, and the exponential weights of pemstd with their sums. */
const SPANS = WINDOWS.map((window) => {
  const decay = 1 - 2 / (window + 1);
  const weights = Float64Array.from({ length: window }, (_, back) => decay ** back);
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0);
  const squareSum = weights.reduce((sum, weight) => sum + weight * weight, 0);
  return {
    window,
    weights,
    weightSum,
    unbias: (weightSum * weightSum) / (weightSum * weightSum - squareSum),
    /** 80 % of the window, rounded up. */
    usableMin: Math.ceil((window * 4) / 5),
    rateBack: position(window, 'rateBack'),
    momentumZscore: position(window, 'momentumZscore'),
    pemstd: position(window, 'pemstd'),
    zscore: position(window, 'zscore'),
    rateToMax: position(window, 'rateToMax'),
    minToRate: position(window, 'minToRate'),
    illiq: position(window, 'illiq'),
  };
});
type Span = (typeof SPANS)[number];
const RSI_POSITION = position(RSI_PERIOD, 'rsi');

/** Returns, latest first. Reused between calls: one security is computed at a time. */
const simpleReturns = new Float64Array(SESSIONS_MAX);
const logReturns = new Float64Array(SESSIONS_MAX);

const isValid = (price: number): boolean => price > 0 && price < Number.POSITIVE_INFINITY;

/**
 * Returns the price statistics in the order of STATISTIC_COLUMNS, NaN for missing.
 * @param closes closes adjusted for splits and dividends, oldest first; missing, zero and negative ones are invalid.
 *   Only the last {@link SESSIONS_MAX} count.
 * @param prices unadjusted closes of the same sessions, for the traded value
 * @param volumes shares traded in the same sessions
 * @param usdRate US dollars per unit of the prices' currency: illiq is per US dollar, so that it compares across currencies
 * @param statistics result array, to avoid allocations
 */
export function priceStatistics(
  closes: Float64Array,
  prices: Float64Array,
  volumes: Float64Array,
  usdRate = 1,
  statistics = new Float64Array(STATISTIC_COLUMNS.length),
): Float64Array {
  statistics.fill(Number.NaN);
  const sessionCount = Math.min(closes.length, SESSIONS_MAX);
  const validCount = countValid(closes, sessionCount);
  fillReturns(closes, validCount);
  for (const span of SPANS) {
    if (validCount >= span.window) writeLevels(span, closes, statistics);
    if (validCount > span.window) writeReturns(span, closes, statistics);
  }
  writeIlliquidity(closes, prices, volumes, usdRate, sessionCount, statistics);
  statistics[RSI_POSITION] = rsiOfLast(closes, validCount, RSI_PERIOD);
  return statistics;
}

/**
 * Wilder's relative strength index at the last close: 100 G / (G + L) with the smoothed average gain G and loss L. The recursion covers
 * all closes after the last invalid one; NaN with fewer than period + 1 of them or if no price changed.
 * @param closes oldest first
 * @param period sessions of the first averages and smoothing constant (Wilder 1978)
 */
export function wilderRsi(closes: Float64Array, period: number): number {
  return rsiOfLast(closes, countValid(closes, closes.length), period);
}

/** Number of consecutive valid closes at the end of the series, sessionCount at most. */
function countValid(closes: Float64Array, sessionCount: number): number {
  const last = closes.length - 1;
  let count = 0;
  while (count < sessionCount && isValid(closes[last - count]!)) count++;
  return count;
}

function fillReturns(closes: Float64Array, validCount: number): void {
  const last = closes.length - 1;
  for (let back = 0; back < validCount - 1; back++) {
    const ratio = closes[last - back]! / closes[last - back - 1]!;
    simpleReturns[back] = ratio - 1;
    logReturns[back] = Math.log(ratio);
  }
}

/** Standard score and extremes of a window's closes. */
function writeLevels({ window, zscore, rateToMax, minToRate }: Span, closes: Float64Array, statistics: Float64Array): void {
  const first = closes.length - window;
  const close = closes[closes.length - 1]!;
  let sum = 0;
  let max = close;
  let min = close;
  for (let at = first; at < closes.length; at++) {
    const value = closes[at]!;
    sum += value;
    if (value > max) max = value;
    if (value < min) min = value;
  }
  const mean = sum / window;
  let squares = 0;
  for (let at = first; at < closes.length; at++) {
    const distance = closes[at]! - mean;
    squares += distance * distance;
  }
  const deviation = Math.sqrt(squares / (window - 1));
  statistics[zscore] = deviation <= DEVIATION_NOISE * mean ? Number.NaN : (close - mean) / deviation;
  statistics[rateToMax] = close / max;
  statistics[minToRate] = min / close;
}

/** A window's gross return, t-statistic and exponentially weighted volatility. */
function writeReturns(span: Span, closes: Float64Array, statistics: Float64Array): void {
  const { window, weights, weightSum, unbias } = span;
  let logSum = 0;
  let weightedSum = 0;
  for (let back = 0; back < window; back++) {
    logSum += logReturns[back]!;
    weightedSum += weights[back]! * simpleReturns[back]!;
  }
  const logMean = logSum / window;
  const weightedMean = weightedSum / weightSum;
  let squares = 0;
  let weightedSquares = 0;
  for (let back = 0; back < window; back++) {
    const logDistance = logReturns[back]! - logMean;
    const distance = simpleReturns[back]! - weightedMean;
    squares += logDistance * logDistance;
    weightedSquares += weights[back]! * distance * distance;
  }
  const logDeviation = Math.sqrt(squares / (window - 1));
  const volatility = Math.sqrt((weightedSquares / weightSum) * unbias);
  const last = closes.length - 1;
  statistics[span.rateBack] = closes[last]! / closes[last - window]!;
  statistics[span.momentumZscore] = logDeviation <= DEVIATION_NOISE ? Number.NaN : logSum / (logDeviation * Math.sqrt(window));
  statistics[span.pemstd] = volatility <= DEVIATION_NOISE ? 0 : volatility;
}

/** Amihud's ratio for all windows in one backward pass; skips sessions without a return or a traded value. */
function writeIlliquidity(
  closes: Float64Array,
  prices: Float64Array,
  volumes: Float64Array,
  usdRate: number,
  sessionCount: number,
  statistics: Float64Array,
): void {
  const last = closes.length - 1;
  let sum = 0;
  let usableCount = 0;
  let back = 0;
  for (const { window, usableMin, illiq } of SPANS) {
    if (sessionCount <= window) return;
    for (; back < window; back++) {
      const close = closes[last - back]!;
      const before = closes[last - back - 1]!;
      const traded = prices[last - back]! * volumes[last - back]! * usdRate;
      if (!isValid(close) || !isValid(before) || !isValid(traded)) continue;
      sum += Math.abs(close / before - 1) / traded;
      usableCount++;
    }
    if (usableCount >= usableMin) statistics[illiq] = (ILLIQ_SCALE * sum) / usableCount;
  }
}

function rsiOfLast(closes: Float64Array, validCount: number, period: number): number {
  if (validCount <= period) return Number.NaN;
  const first = closes.length - validCount;
  let gain = 0;
  let loss = 0;
  for (let at = first + 1; at <= first + period; at++) {
    const change = closes[at]! - closes[at - 1]!;
    if (change > 0) gain += change / period;
    else loss -= change / period;
  }
  for (let at = first + period + 1; at < closes.length; at++) {
    const change = closes[at]! - closes[at - 1]!;
    gain = ((period - 1) * gain + Math.max(change, 0)) / period;
    loss = ((period - 1) * loss + Math.max(-change, 0)) / period;
  }
  return gain + loss === 0 ? Number.NaN : (100 * gain) / (gain + loss);
}
