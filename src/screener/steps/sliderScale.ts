/** Slider scale by quantiles: equal distances hold equal numbers of securities, so that skewed ranges stay adjustable. */
import { shortestFloat } from '../../catalogue/display.ts';
import { KNOTS_MAX, type Range, sliderRange } from '../../catalogue/range.ts';

export interface SliderScale {
  /** Positions between 0 (minimum) and 1 (maximum). */
  readonly axis: Range;
  readonly min: number;
  readonly max: number;
  /** The shortest number unique to a position. */
  valueAt(position: number): number;
  /** The nearest position; inverse of {@link valueAt}. */
  positionOf(value: number): number;
}

/** Rounding tolerance as a share of the distance to the neighboring positions; beyond half the values are the neighbor's. */
const ROUNDED_SHARE = 0.4;
const DIGITS_MAX = 17;

/** The shortest number within [low, high], rounded from `exact`. */
function shortestBetween(low: number, exact: number, high: number): number {
  if (low <= 0 && high >= 0) return 0;
  for (let digits = 1; digits < DIGITS_MAX; digits++) {
    const short = Number(exact.toPrecision(digits));
    if (short >= low && short <= high) return short;
  }
  return exact;
}

/**
 * @param knots distinct values in ascending order with equally many securities between them
 * @param granularity number of positions of a column with more values than knots
 * @param unit values are rounded to its multiples, e.g. a day in seconds
 * @returns null for fewer than two values
 */
export function sliderScale(knots: ArrayLike<number>, granularity: number, unit = 1): SliderScale | null {
  const lastKnot = knots.length - 1;
  if (lastKnot < 1) return null;
  const knot = (index: number): number => knots[index] ?? Number.NaN;
  /** Fewer knots are all distinct values. */
  const isWhole = knots.length < KNOTS_MAX;
  const last = isWhole ? lastKnot : granularity;
  const [min, max] = [knot(0), knot(lastKnot)];
  /** Interpolates between knots. */
  const at = (place: number): number => {
    const below = Math.floor(place);
    const share = place - below;
    return share === 0 ? knot(below) : knot(below) + share * (knot(below + 1) - knot(below));
  };
  return {
    axis: sliderRange(0, 1, last),
    min,
    max,
    valueAt(position) {
      const place = Math.round(position * last);
      if (isWhole || place <= 0 || place >= last) return Number(shortestFloat(at((place / last) * lastKnot)));
      const near = (by: number): number => at(((place + by) / last) * lastKnot) / unit;
      return shortestBetween(near(-ROUNDED_SHARE), near(0), near(ROUNDED_SHARE)) * unit;
    },
    positionOf(value) {
      let [low, high] = [0, lastKnot];
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (knot(middle) <= value) low = middle;
        else high = middle;
      }
      const share = (value - knot(low)) / (knot(high) - knot(low));
      const place = low + Math.max(0, Math.min(1, share));
      return Math.round((place / lastKnot) * last) / last;
    },
  };
}
