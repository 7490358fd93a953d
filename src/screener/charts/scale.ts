/** Chart axes: scales and ticks. */
import { firstAtLeast } from '../../engine/backtest/market.ts';

export interface Scale {
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

const STEPS = [1, 2, 2.5, 5, 10];
const LOG_STEPS = [1, 2, 5];
/** Narrower ranges get linear ticks. */
const LOG_DECADES_MIN = 0.9;

/** Smallest round step that gives at most `count` ticks. */
function roundStep(low: number, high: number, count: number): number {
  const raw = (high - low) / Math.max(count, 1);
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * (STEPS.find((step) => step * power >= raw) ?? 10);
}

/** About `count` round values within [low, high]. */
export function linearTicks(low: number, high: number, count: number): number[] {
  if (!(high > low)) return [low];
  const step = roundStep(low, high, count);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

function logTicks(low: number, high: number, count: number): number[] {
  if (Math.log10(high / low) < LOG_DECADES_MIN) return linearTicks(low, high, count).filter((tick) => tick > 0);
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++)
    for (const step of LOG_STEPS) {
      const tick = Number((step * 10 ** power).toPrecision(12));
      if (tick >= low && tick <= high) ticks.push(tick);
    }
  return ticks;
}

/** @param from pixel of `low` @param to pixel of `high` */
export function linearScale([low, high]: Extent, from: number, to: number, tickCount: number): Scale {
  const span = high - low || 1;
  return { at: (value) => from + ((value - low) / span) * (to - from), ticks: linearTicks(low, high, tickCount) };
}

/** For positive values; smaller ones are clamped to `low`. */
export function logScale([low, high]: Extent, from: number, to: number, tickCount: number): Scale {
  const [first, last] = [Math.log(low), Math.log(high)];
  const span = last - first || 1;
  return {
    at: (value) => from + ((Math.log(Math.max(value, low)) - first) / span) * (to - from),
    ticks: logTicks(low, high, tickCount),
  };
}

export type Extent = readonly [low: number, high: number];

/** Minimum and maximum of the finite values; [0, 1] without any. */
export function extentOf(series: readonly ArrayLike<number>[]): Extent {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const values of series)
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!;
      if (!Number.isFinite(value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  return low <= high ? [low, high] : [0, 1];
}

/** Adds a margin on both sides, as a share of the width. */
export function padded([low, high]: Extent, share = 0.04): Extent {
  const margin = (high - low || Math.abs(high) || 1) * share;
  return [low - margin, high + margin];
}

const DAY_MS = 86_400_000;
const MONTH_STEPS = [1, 3, 6, 12, 24, 60, 120, 240];
const DAYS_PER_MONTH = 30.44;

export interface TimeTick {
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly year: number;
  /** From 1; 1 for the start of a year. */
  readonly month: number;
}

/** At most `count` first days of months or years within [first, last]. */
export function timeTicks(first: number, last: number, count: number): TimeTick[] {
  const months = (last - first) / DAYS_PER_MONTH;
  const step = MONTH_STEPS.find((each) => months / each <= count) ?? MONTH_STEPS.at(-1)!;
  const begin = new Date(first * DAY_MS);
  const ticks: TimeTick[] = [];
  for (let key = Math.floor((begin.getUTCFullYear() * 12 + begin.getUTCMonth()) / step) * step; ; key += step) {
    const [year, month] = [Math.floor(key / 12), key % 12];
    const day = Date.UTC(year, month, 1) / DAY_MS;
    if (day > last) return ticks;
    if (day >= first) ticks.push({ day, year, month: month + 1 });
  }
}

/** Index of the nearest value in ascending order. */
export function nearestAt(ascending: ArrayLike<number>, value: number): number {
  const low = Math.min(firstAtLeast(ascending, value), ascending.length - 1);
  return low > 0 && value - ascending[low - 1]! < ascending[low]! - value ? low - 1 : low;
}

/** SVG path through points; missing values interrupt it. */
export function linePath(xs: readonly number[], values: ArrayLike<number>, at: (value: number) => number): string {
  let path = '';
  let isDown = false;
  for (let i = 0; i < xs.length; i++) {
    const value = values[i]!;
    if (!Number.isFinite(value)) {
      isDown = false;
      continue;
    }
    path += `${isDown ? 'L' : 'M'}${xs[i]!.toFixed(1)} ${at(value).toFixed(1)}`;
    isDown = true;
  }
  return path;
}

/** SVG path around the area between two series. */
export function areaPath(
  xs: readonly number[],
  upper: ArrayLike<number>,
  lower: ArrayLike<number>,
  at: (value: number) => number,
): string {
  if (xs.length === 0) return '';
  const back = xs.map((x, i) => `L${x.toFixed(1)} ${at(lower[i]!).toFixed(1)}`).reverse();
  return `${linePath(xs, upper, at)}${back.join('')}Z`;
}
