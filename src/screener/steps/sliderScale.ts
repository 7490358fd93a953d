/** Where a value stands on a slider: equal ways hold equal numbers of securities, so that a range of a million is moved through as finely as one of ten. */
import { shortestFloat } from '../../catalogue/display.ts';
import { KNOTS_MAX, type Range, sliderRange } from '../../catalogue/range.ts';

export interface SliderScale {
  /** Positions, as shares of the way from the smallest value to the largest. */
  readonly axis: Range;
  readonly min: number;
  readonly max: number;
  /** The value of a position: the number of fewest digits that no other position has. */
  valueAt(position: number): number;
  /** The position nearest to a value; of a value that {@link valueAt} has given, its own. */
  positionOf(value: number): number;
}

/** Share of the way to the neighbouring positions within which a value may be rounded: beyond half of it lie the neighbour's values. */
const ROUNDED_SHARE = 0.4;
const DIGITS_MAX = 17;

/** The number of fewest digits between two numbers, rounded from one between them. */
function shortestBetween(low: number, exact: number, high: number): number {
  if (low <= 0 && high >= 0) return 0;
  for (let digits = 1; digits < DIGITS_MAX; digits++) {
    const short = Number(exact.toPrecision(digits));
    if (short >= low && short <= high) return short;
  }
  return exact;
}

/**
 * @param knots values in ascending order, each once, with equally many securities between two of them
 * @param granularity positions of a column that has more values than knots
 * @param unit values are rounded in multiples of it, such as a day in seconds
 * @returns null where there are not two values to move between
 */
export function sliderScale(knots: ArrayLike<number>, granularity: number, unit = 1): SliderScale | null {
  const lastKnot = knots.length - 1;
  if (lastKnot < 1) return null;
  const knot = (index: number): number => knots[index] ?? Number.NaN;
  /** Fewer knots are all values there are. */
  const isWhole = knots.length < KNOTS_MAX;
  const last = isWhole ? lastKnot : granularity;
  const [min, max] = [knot(0), knot(lastKnot)];
  /** The value at a place between knots. */
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
