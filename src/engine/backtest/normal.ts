/** The standard normal distribution in double precision. */

/** Beyond this the continued fraction converges faster than the series. */
const SERIES_MAX = 2.5;
const FRACTION_TERMS = 120;
const NEWTON_STEPS_MAX = 1000;

export function normalDensity(x: number): number {
  return Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
}

/** Upper tail for x > 0, by Laplace's continued fraction (Abramowitz and Stegun 26.2.14). */
function upperTail(x: number): number {
  let fraction = x;
  for (let n = FRACTION_TERMS; n > 0; n--) fraction = x + n / fraction;
  return normalDensity(x) / fraction;
}

/** Probability of a value up to x: Marsaglia's series near 0 (Journal of Statistical Software 11, 2004), the continued fraction in the tails. */
export function normalProbability(x: number): number {
  if (Number.isNaN(x)) return Number.NaN;
  if (x > SERIES_MAX) return 1 - upperTail(x);
  if (x < -SERIES_MAX) return x === Number.NEGATIVE_INFINITY ? 0 : upperTail(-x);
  let sum = x;
  for (let term = x, n = 3, before = Number.NaN; sum !== before; n += 2) {
    before = sum;
    term *= (x * x) / n;
    sum += term;
  }
  return 0.5 + sum * normalDensity(x);
}

/** Inverse of normalProbability, by Newton's method from 0, which cannot overshoot beyond the inflection point. */
export function normalQuantile(probability: number): number {
  if (!(probability > 0 && probability < 1))
    return probability === 0 ? Number.NEGATIVE_INFINITY : probability === 1 ? Number.POSITIVE_INFINITY : Number.NaN;
  if (probability > 0.5) return -normalQuantile(1 - probability);
  let x = 0;
  for (let step = 0; step < NEWTON_STEPS_MAX; step++) {
    const next = x - (normalProbability(x) - probability) / normalDensity(x);
    if (Math.abs(next - x) <= 4 * Number.EPSILON * Math.max(1, Math.abs(x))) return next;
    x = next;
  }
  return x;
}
