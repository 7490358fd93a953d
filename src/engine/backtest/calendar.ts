/** Returns of calendar months and years. */
import type { Interval } from './schedule.ts';

const DAY_MS = 86_400_000;

export interface CalendarReturn {
  readonly year: number;
  /** From 1; null for a whole year. */
  readonly month: number | null;
  /** Compounded over the periods whose midpoint is in it. */
  readonly return: number;
}

/** Intervals of at most a month. */
const WITHIN_MONTHS: ReadonlySet<Interval> = new Set(['day', 'week', 'month']);

/** Year × 12 + month (from 0) of a period's midpoint. */
export function monthOf(from: number, to: number): number {
  const middle = new Date(((from + to) / 2) * DAY_MS);
  return middle.getUTCFullYear() * 12 + middle.getUTCMonth();
}

function compounded(curve: ArrayLike<number>, keys: readonly number[]): Map<number, number> {
  const growth = new Map<number, number>();
  for (const [i, key] of keys.entries()) growth.set(key, (growth.get(key) ?? 1) * (curve[i + 1]! / curve[i]!));
  return growth;
}

/** Returns by month (year × 12 + month from 0); empty for intervals longer than a month. @param days of the curve's points */
export function monthlyReturns(curve: ArrayLike<number>, days: ArrayLike<number>, every: Interval): Map<number, number> {
  if (!WITHIN_MONTHS.has(every)) return new Map();
  const growth = compounded(
    curve,
    Array.from({ length: curve.length - 1 }, (_, i) => monthOf(days[i]!, days[i + 1]!)),
  );
  return new Map([...growth].map(([month, value]) => [month, value - 1]));
}

export interface CalendarReturns {
  readonly years: readonly CalendarReturn[];
  readonly months: readonly CalendarReturn[];
}

/**
 * A period belongs to the month of its midpoint: one from the first session of March to that of April is March's.
 * `months` is empty for longer holds.
 * @param days of the curve's points, since 1970-01-01
 */
export function calendarReturns(curve: ArrayLike<number>, days: ArrayLike<number>, every: Interval): CalendarReturns {
  const years = compounded(
    curve,
    Array.from({ length: Math.max(curve.length - 1, 0) }, (_, i) => Math.floor(monthOf(days[i]!, days[i + 1]!) / 12)),
  );
  return {
    years: [...years].map(([year, value]) => ({ year, month: null, return: value - 1 })),
    months: [...monthlyReturns(curve, days, every)].map(([key, value]) => ({
      year: Math.floor(key / 12),
      month: (key % 12) + 1,
      return: value,
    })),
  };
}
