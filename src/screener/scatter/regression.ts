/** Linear regression by ordinary least squares. */

export interface Line {
  /** y = intercept + slope · x */
  readonly slope: number;
  readonly intercept: number;
  /** Coefficient of determination: the square of Pearson's correlation. */
  readonly rSquared: number;
  readonly count: number;
}

/** Ignores points with NaN. Null for fewer than three points, or if all have the same x or y. */
export function fitLine(x: Float32Array, y: Float32Array): Line | null {
  let [count, meanX, meanY, sumXX, sumYY, sumXY] = [0, 0, 0, 0, 0, 0];
  // Running means and sums of products (Welford 1962) keep the precision of large numbers.
  for (const [index, right] of x.entries()) {
    const high = y[index] ?? Number.NaN;
    if (Number.isNaN(right) || Number.isNaN(high)) continue;
    count++;
    const [fromX, fromY] = [right - meanX, high - meanY];
    meanX += fromX / count;
    meanY += fromY / count;
    sumXX += fromX * (right - meanX);
    sumYY += fromY * (high - meanY);
    sumXY += fromX * (high - meanY);
  }
  if (count < 3 || sumXX === 0 || sumYY === 0) return null;
  const slope = sumXY / sumXX;
  return { slope, intercept: meanY - slope * meanX, rSquared: (sumXY * sumXY) / (sumXX * sumYY), count };
}
