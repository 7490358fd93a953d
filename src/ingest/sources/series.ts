/** Daily price series that a source keeps in its own files, outside the database, and reads when a security is built. */

/** Sessions, oldest first; closes are above 0 and adjusted unless stated otherwise. */
export interface Series {
  readonly days: Int32Array;
  readonly closes: Float64Array;
  /** NaN for missing. */
  readonly volumes: Float64Array;
  /** Bits of {@link HAS_OPEN} and the following. */
  readonly flags: Uint8Array;
}

/** How far, as a fraction, a price may be outside the bar: adjusted prices are rounded. */
export const BAR_TOLERANCE = 0.001;
/** Of price histories, the days that are read: the longest statistic needs 1,261 sessions, about five years; trading may have been suspended. */
export const HISTORY_DAYS = 6 * 366;

export const HAS_OPEN = 1;
export const HAS_HIGH = 2;
export const HAS_LOW = 4;
/** High and low are above 0. */
export const IS_BAR = 8;
/** Open or close is outside high and low, or the high is below the low. */
export const IS_OUTSIDE = 16;

/** A bar that is {@link IS_OUTSIDE}. */
export type OutsideBar = readonly [day: number, close: number, high: number, low: number];

export interface KeptSeries {
  /** File name. */
  readonly place: string;
  readonly sessionCount: number;
  /** In days since 1970-01-01; omitted if unknown before reading. */
  readonly lastDay?: number;
  /** Whether the last close is as traded, adjusted for later events, or hidden because it is adjusted for events after the as-of day. */
  readonly lastClose: 'traded' | 'adjusted' | 'hidden';
  /** Whether all closes are as quoted, and NaN in unknown sessions. */
  readonly isUnadjusted?: boolean;
  /** The latest bars that are outside. */
  readonly outside: readonly OutsideBar[];
  /** The result is valid until another series is read. */
  read(): Series;
}

/** Concatenates several series of one symbol. */
export function concatenated(all: readonly Series[]): Series {
  const [only] = all;
  if (all.length === 1 && only) return only;
  const count = all.reduce((sum, { days }) => sum + days.length, 0);
  const whole = {
    days: new Int32Array(count),
    closes: new Float64Array(count),
    volumes: new Float64Array(count),
    flags: new Uint8Array(count),
  };
  let at = 0;
  for (const series of all) {
    putSeries(whole, at, series);
    at += series.days.length;
  }
  return whole;
}

/** Copies a series into another one, starting at index `at`. */
export function putSeries(into: Series, at: number, { days, closes, volumes, flags }: Series): void {
  into.days.set(days, at);
  into.closes.set(closes, at);
  into.volumes.set(volumes, at);
  into.flags.set(flags, at);
}

export function copyOf({ days, closes, volumes, flags }: Series): Series {
  return { days: days.slice(), closes: closes.slice(), volumes: volumes.slice(), flags: flags.slice() };
}

/** Sorts sessions by day; stable. */
export function risen(series: Series): Series {
  const { days } = series;
  if (days.every((day, at) => at === 0 || day >= days[at - 1]!)) return series;
  const order = Array.from(days.keys()).sort((a, b) => days[a]! - days[b]! || a - b);
  return {
    days: Int32Array.from(order, (at) => days[at]!),
    closes: Float64Array.from(order, (at) => series.closes[at]!),
    volumes: Float64Array.from(order, (at) => series.volumes[at]!),
    flags: Uint8Array.from(order, (at) => series.flags[at]!),
  };
}

/** Sessions since a day; days must be ascending. */
export function sinceDay({ days, closes, volumes, flags }: Series, day: number): Series {
  const found = days.findIndex((other) => other >= day);
  const from = found < 0 ? days.length : found;
  return {
    days: days.subarray(from),
    closes: closes.subarray(from),
    volumes: volumes.subarray(from),
    flags: flags.subarray(from),
  };
}
