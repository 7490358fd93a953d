/** The sessions of one security, and what they say: the last close and the price statistics. */
import { priceStatistics } from './statistics.ts';

/** A close of a day is looked for in the sessions up to these days before it. */
const NEAR_DAYS = 10;

/** Sessions oldest first. All arrays are of one length; NaN for missing. */
export interface Sessions {
  readonly days: Float64Array;
  /** Unadjusted, in the major unit of the currency; NaN where only an adjusted one is known. */
  readonly closes: Float64Array;
  /** Adjusted for splits and dividends; the unadjusted ones where the source has no others. */
  readonly adjusted: Float64Array;
  readonly volumes: Float64Array;
  /** The close to show: that of the last session. */
  readonly lastClose: number;
  /** Whether it is adjusted, so that no market capitalization can be made of it. */
  readonly isLastAdjusted: boolean;
}

const isValid = (price: number | undefined): boolean => price !== undefined && price > 0;

/** Collects the rows of a security: days rise, of two rows of a day the latter counts. */
export class SessionRows {
  #days: number[] = [];
  #closes: number[] = [];
  #adjusted: number[] = [];
  #volumes: number[] = [];
  #shown: number[] = [];
  doubledCount = 0;
  invalidCount = 0;

  clear(): void {
    for (const values of [this.#days, this.#closes, this.#adjusted, this.#volumes, this.#shown]) values.length = 0;
  }

  /** @param isAdjusted whether the close is an adjusted one, too */
  add(day: number, close: number, adjusted: number, volume: number, isAdjusted = false): void {
    let at = this.#days.length;
    if (this.#days[at - 1] === day) {
      this.doubledCount++;
      at--;
    }
    if (!isValid(close) && !isValid(adjusted)) this.invalidCount++;
    this.#days[at] = day;
    this.#shown[at] = isValid(close) ? close : Number.NaN;
    this.#closes[at] = isAdjusted ? Number.NaN : this.#shown[at]!;
    this.#adjusted[at] = isAdjusted && !isValid(adjusted) ? close : adjusted;
    this.#volumes[at] = volume >= 0 ? volume : Number.NaN;
  }

  /**
   * The sessions up to the last one with a close of either kind.
   * @param divisor what prices are divided by to be in the major unit
   */
  sessions(divisor: number): Sessions {
    const count = this.#days.findLastIndex((_, at) => isValid(this.#shown[at]) || isValid(this.#adjusted[at])) + 1;
    const take = (values: readonly number[], by = 1): Float64Array => {
      const taken = new Float64Array(count);
      for (let at = 0; at < count; at++) taken[at] = values[at]! / by;
      return taken;
    };
    const closes = take(this.#closes, divisor);
    const isAdjusted = this.#adjusted.some(isValid);
    const last = count - 1;
    return {
      days: take(this.#days),
      closes,
      adjusted: isAdjusted ? take(this.#adjusted, divisor) : closes,
      volumes: take(this.#volumes),
      lastClose: (this.#shown[last] ?? Number.NaN) / divisor,
      isLastAdjusted: !isValid(this.#closes[last]),
    };
  }
}

/** The valid close of a day or of the sessions shortly before it, NaN when there is none. */
export function closeNear({ days, closes }: Sessions, day: number): number {
  const at = days.findLastIndex((session, index) => session <= day && isValid(closes[index]));
  return at >= 0 && day - days[at]! <= NEAR_DAYS ? closes[at]! : Number.NaN;
}

/** The price statistics over the latest sessions, see statistics.ts. */
export function statisticsOf({ closes, adjusted, volumes }: Sessions, usdRate: number): Float64Array {
  // Where only the adjusted close is known, the volume is adjusted the other way, and their product is what was traded.
  const traded = closes.map((close, at) => (isValid(close) ? close : adjusted[at]!));
  return priceStatistics(adjusted, traded, volumes, usdRate);
}
