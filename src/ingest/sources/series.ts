/** Whole series of daily prices that a source keeps in files of its own: they never pass the database, and are read when their security is built. */

/** Sessions oldest first, closes above 0 and adjusted, unless the series says otherwise. All arrays are of one length. */
export interface Series {
  readonly days: Int32Array;
  readonly closes: Float64Array;
  /** NaN for missing. */
  readonly volumes: Float64Array;
  /** What the bar of a session had, see {@link HAS_OPEN} and the following. */
  readonly flags: Uint8Array;
}

export const HAS_OPEN = 1;
export const HAS_HIGH = 2;
export const HAS_LOW = 4;
/** High and low are above 0, so that the bar can be checked. */
export const IS_BAR = 8;
/** Open or close is outside high and low, or the high is below the low. */
export const IS_OUTSIDE = 16;

/** A bar that is {@link IS_OUTSIDE}. */
export type OutsideBar = readonly [day: number, close: number, high: number, low: number];

/** A series where it is kept. */
export interface KeptSeries {
  /** File that it is of. */
  readonly place: string;
  readonly sessionCount: number;
  /** In days since 1970-01-01; left out where it isn't known before the series is read. */
  readonly lastDay?: number;
  /** What the last close is: the one that was traded, adjusted for what came since, or changed by what came after the day taken: not shown. */
  readonly lastClose: 'traded' | 'adjusted' | 'hidden';
  /** Whether all closes are as quoted, and NaN in sessions that the source doesn't know. */
  readonly isUnadjusted?: boolean;
  /** The latest of them that are outside. */
  readonly outside: readonly OutsideBar[];
  /** It holds until another one is read. */
  read(): Series;
}

/** Several series of one symbol as one: of two sessions of a day the latter series' comes later. */
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

/** Copies a series into another one, from that session on. */
export function putSeries(into: Series, at: number, { days, closes, volumes, flags }: Series): void {
  into.days.set(days, at);
  into.closes.set(closes, at);
  into.volumes.set(volumes, at);
  into.flags.set(flags, at);
}

/** A series of its own, as another one is now. */
export function copyOf({ days, closes, volumes, flags }: Series): Series {
  return { days: days.slice(), closes: closes.slice(), volumes: volumes.slice(), flags: flags.slice() };
}

/** The same sessions with days rising; those of one day stay in their order. */
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

/** The sessions from that day on, of days that rise. */
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
