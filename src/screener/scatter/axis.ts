/** Axes of the scatter plot. Pure functions. */

export const SCALES = ['linear', 'log', 'rank'] as const;
export type Scale = (typeof SCALES)[number];

export interface Tick {
  /** 0 at the low end, 1 at the high end. */
  readonly place: number;
  readonly value: number;
}

export interface Axis {
  readonly scale: Scale;
  readonly ticks: readonly Tick[];
  /** Position (0 … 1); NaN for values that are missing, out of range, or not positive on a log scale. */
  placeOf(value: number): number;
  valueAt(place: number): number;
}

/** Linear axes are trimmed to these quantiles when outliers would take most of their length. */
const TRIMMED = 0.005;
const TRIMMED_FROM = 1.5;
/** Margin at both ends of linear and log axes, as a share. */
const MARGIN = 0.02;
/** Mostly positive values with a wider spread start on a log scale. */
const LOG_FROM = 8;
const POSITIVE_FROM = 0.98;
const RANK_TICKS = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1] as const;

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
}

/** Non-missing values in ascending order. */
export function sortedValues(values: Float64Array): Float64Array {
  return values.filter((value) => !Number.isNaN(value)).sort();
}

/** Default scale for the values. */
export function startScale(sorted: Float64Array): Scale {
  const [low, high] = [quantile(sorted, 0.05), quantile(sorted, 0.95)];
  return quantile(sorted, 1 - POSITIVE_FROM) > 0 && high / low > LOG_FROM ? 'log' : 'linear';
}

/** Step of 1, 2 or 5 times a power of ten for about `count` ticks. */
export function niceStep(length: number, count: number): number {
  const rough = length / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((each) => each * power >= rough * 0.999) ?? 10;
  return step * power;
}

function linearTicks(low: number, high: number, count: number): readonly number[] {
  const step = niceStep(high - low, count);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

function logTicks(low: number, high: number, count: number): readonly number[] {
  const [first, last] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
  const decades = last - first;
  if (decades < 1) return linearTicks(low, high, count).filter((value) => value > 0);
  const every = Math.max(1, Math.ceil(decades / count));
  const within = decades * 3 <= count ? [1, 2, 5] : [1];
  const ticks: number[] = [];
  for (let power = first - 1; power <= last; power++) {
    if ((power - first) % every !== 0) continue;
    for (const each of within) ticks.push(Number((each * 10 ** power).toPrecision(12)));
  }
  return ticks.filter((value) => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9));
}

/** Ends of a linear axis, trimmed for outliers. */
function linearEnds(sorted: Float64Array): readonly [number, number] {
  const [least, most] = [sorted[0] ?? 0, sorted[sorted.length - 1] ?? 1];
  const [low, high] = [quantile(sorted, TRIMMED), quantile(sorted, 1 - TRIMMED)];
  const isTrimmed = most - least > TRIMMED_FROM * (high - low) && high > low;
  const [from, to] = isTrimmed ? [low, high] : [least, most];
  const half = from === to ? Math.abs(from) * 0.05 || 1 : MARGIN * (to - from);
  return [from - half, to + half];
}

function rankAxis(sorted: Float64Array): Axis {
  const last = Math.max(1, sorted.length - 1);
  const countBelow = (value: number, orEqual: boolean): number => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = sorted[middle] ?? 0;
      if (other < value || (orEqual && other === value)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  // Ties get their mean rank.
  const rankOf = (value: number): number => (countBelow(value, false) + countBelow(value, true) - 1) / 2;
  const valueAt = (place: number): number => quantile(sorted, Math.max(0, Math.min(1, place)));
  return {
    scale: 'rank',
    placeOf: (value) => (Number.isNaN(value) ? Number.NaN : rankOf(value) / last),
    valueAt,
    ticks: RANK_TICKS.map((place) => ({ place, value: valueAt(place) })),
  };
}

/** @param sorted non-missing values in ascending order @param count approximate number of ticks */
export function makeAxis(sorted: Float64Array, scale: Scale, count: number): Axis {
  if (scale === 'rank') return rankAxis(sorted);
  if (scale === 'linear') {
    const [low, high] = linearEnds(sorted);
    const placeOf = (value: number): number => {
      const place = (value - low) / (high - low);
      return place >= 0 && place <= 1 ? place : Number.NaN;
    };
    const ticks = linearTicks(low, high, count).map((value) => ({ value, place: placeOf(value) }));
    return { scale, placeOf, ticks, valueAt: (place) => low + place * (high - low) };
  }
  const positive = sorted.subarray(sorted.findIndex((value) => value > 0));
  const [least, most] = sorted.some((value) => value > 0) ? [positive[0] ?? 1, positive[positive.length - 1] ?? 10] : [1, 10];
  const margin = least === most ? 0.5 : MARGIN * Math.log10(most / least);
  const [low, high] = [Math.log10(least) - margin, Math.log10(most) + margin];
  const placeOf = (value: number): number => (value > 0 ? (Math.log10(value) - low) / (high - low) : Number.NaN);
  const ticks = logTicks(10 ** low, 10 ** high, count).map((value) => ({ value, place: placeOf(value) }));
  return { scale, placeOf, ticks, valueAt: (place) => 10 ** (low + place * (high - low)) };
}
