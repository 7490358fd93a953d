/** A straight line through points, by ordinary least squares. */

export interface Line {
  /** y = intercept + slope · x */
  readonly slope: number;
  readonly intercept: number;
  /** Share of the variance of y that the line explains: the square of Pearson's correlation. */
  readonly rSquared: number;
  readonly count: number;
}

/** Points with a NaN are left out. Null when fewer than three remain, or when all have the same x or the same y. */
export function fitLine(x: Float32Array, y: Float32Array): Line | null {
  let [count, meanX, meanY, sumXX, sumYY, sumXY] = [0, 0, 0, 0, 0, 0];
  // Means and sums of products are kept up to date one by one (Welford 1962): large numbers lose no digits.
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
