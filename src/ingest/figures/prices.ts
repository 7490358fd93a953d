/** The sessions of one security. */
import { priceStatistics } from './statistics.ts';

/** How many days before a given day its close may be. */
const NEAR_DAYS = 10;

/** Sessions, oldest first; NaN for missing. Valid until the {@link SessionRows} that they come from change. */
export interface Sessions {
  readonly days: Float64Array;
  /** Unadjusted, in the major unit of the currency; NaN if only an adjusted close is known. */
  readonly closes: Float64Array;
  /** Adjusted for splits and dividends; the unadjusted closes if the source has no others. */
  readonly adjusted: Float64Array;
  readonly volumes: Float64Array;
  /** The close to display. */
  readonly lastClose: number;
  /** If adjusted, no market capitalization can be computed from it. */
  readonly isLastAdjusted: boolean;
}

const isValid = (price: number | undefined): boolean => price !== undefined && price > 0;

/** Enough for eight years. */
const INITIAL_SESSIONS = 2048;

/** Collects a security's rows in ascending order of days; the later of two rows for one day wins. */
export class SessionRows {
  #count = 0;
  #days = new Float64Array(INITIAL_SESSIONS);
  #closes = new Float64Array(INITIAL_SESSIONS);
  #adjusted = new Float64Array(INITIAL_SESSIONS);
  #volumes = new Float64Array(INITIAL_SESSIONS);
  #shown = new Float64Array(INITIAL_SESSIONS);
  doubledCount = 0;
  invalidCount = 0;

  clear(): void {
    this.#count = 0;
  }

  #grow(count: number): void {
    if (count <= this.#days.length) return;
    const grown = (values: Float64Array): Float64Array<ArrayBuffer> => {
      const wider = new Float64Array(Math.max(2 * values.length, count));
      wider.set(values);
      return wider;
    };
    this.#days = grown(this.#days);
    this.#closes = grown(this.#closes);
    this.#adjusted = grown(this.#adjusted);
    this.#volumes = grown(this.#volumes);
    this.#shown = grown(this.#shown);
  }

  /** @param isAdjusted whether the close is adjusted, too */
  add(day: number, close: number, adjusted: number, volume: number, isAdjusted = false): void {
    let at = this.#count;
    if (at > 0 && this.#days[at - 1] === day) {
      this.doubledCount++;
      at--;
    }
    this.#grow(at + 1);
    this.#count = at + 1;
    if (!isValid(close) && !isValid(adjusted)) this.invalidCount++;
    this.#days[at] = day;
    this.#shown[at] = isValid(close) ? close : Number.NaN;
    this.#closes[at] = isAdjusted ? Number.NaN : this.#shown[at]!;
    this.#adjusted[at] = isAdjusted && !isValid(adjusted) ? close : adjusted;
    this.#volumes[at] = volume >= 0 ? volume : Number.NaN;
  }

  /**
   * Adds a series of adjusted closes above 0.
   * @param days strictly ascending, all later than the existing ones
   * @param lastClose the close to display, NaN for none
   */
  addAdjusted(days: Int32Array, closes: Float64Array, volumes: Float64Array, lastClose: number, isLastAdjusted: boolean): void {
    const from = this.#count;
    const to = from + days.length;
    if (to === from) return;
    this.#grow(to);
    this.#count = to;
    this.#days.set(days, from);
    this.#adjusted.set(closes, from);
    this.#closes.fill(Number.NaN, from, to);
    this.#shown.fill(Number.NaN, from, to);
    for (let at = 0; at < volumes.length; at++) this.#volumes[from + at] = volumes[at]! >= 0 ? volumes[at]! : Number.NaN;
    this.#shown[to - 1] = lastClose;
    if (!isLastAdjusted) this.#closes[to - 1] = lastClose;
  }

  /** Adds a series of closes as quoted, NaN if unknown. @param days strictly ascending, all later than the existing ones */
  addUnadjusted(days: Int32Array, closes: Float64Array): void {
    const from = this.#count;
    const to = from + days.length;
    this.#grow(to);
    this.#count = to;
    this.#days.set(days, from);
    this.#shown.set(closes, from);
    this.#closes.set(closes, from);
    this.#adjusted.fill(Number.NaN, from, to);
    this.#volumes.fill(Number.NaN, from, to);
  }

  /**
   * Returns the sessions up to the last one with a close of either kind.
   * @param divisor converts prices to the major unit
   */
  sessions(divisor: number): Sessions {
    let count = this.#count;
    while (count > 0 && !isValid(this.#shown[count - 1]) && !isValid(this.#adjusted[count - 1])) count--;
    const take = (values: Float64Array, by = 1): Float64Array =>
      by === 1 ? values.subarray(0, count) : values.subarray(0, count).map((value) => value / by);
    const closes = take(this.#closes, divisor);
    let isAdjusted = false;
    for (let at = 0; at < this.#count && !isAdjusted; at++) isAdjusted = isValid(this.#adjusted[at]);
    const last = count - 1;
    return {
      days: take(this.#days),
      closes,
      adjusted: isAdjusted ? take(this.#adjusted, divisor) : closes,
      volumes: take(this.#volumes),
      lastClose: last < 0 ? Number.NaN : this.#shown[last]! / divisor,
      isLastAdjusted: last < 0 || !isValid(this.#closes[last]),
    };
  }
}

/** The valid close of a day or shortly before it; NaN if there is none. */
export function closeNear({ days, closes }: Sessions, day: number): number {
  for (let at = days.length - 1; at >= 0 && days[at]! >= day - NEAR_DAYS; at--)
    if (days[at]! <= day && isValid(closes[at])) return closes[at]!;
  return Number.NaN;
}

/** Reused between calls: one security is computed at a time. */
let traded = new Float64Array(INITIAL_SESSIONS);

export function statisticsOf({ closes, adjusted, volumes }: Sessions, usdRate: number): Float64Array {
  if (traded.length < closes.length) traded = new Float64Array(2 * closes.length);
  fillTraded(traded, closes, adjusted);
  return priceStatistics(adjusted, traded.subarray(0, closes.length), volumes, usdRate);
}

/** If only the adjusted close is known, the volume is adjusted inversely, so their product is the traded value. */
function fillTraded(into: Float64Array, closes: Float64Array, adjusted: Float64Array): void {
  for (let at = 0; at < closes.length; at++) into[at] = closes[at]! > 0 ? closes[at]! : adjusted[at]!;
}
