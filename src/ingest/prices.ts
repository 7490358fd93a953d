/** The sessions of one security, and what they say: the last close and the price statistics. */
import { priceStatistics } from './statistics.ts';

/** A close of a day is looked for in the sessions up to these days before it. */
const NEAR_DAYS = 10;

/** Sessions oldest first. All arrays are of one length; NaN for missing. */
export interface Sessions {
  readonly days: Float64Array;
  /** Unadjusted, in the major unit of the currency. */
  readonly closes: Float64Array;
  /** Adjusted for splits and dividends; the unadjusted ones where the source has no others. */
  readonly adjusted: Float64Array;
  readonly volumes: Float64Array;
}

const isValid = (price: number | undefined): boolean => price !== undefined && price > 0;

/** Collects the rows of a security: days rise, of two rows of a day the latter counts. */
export class SessionRows {
  #days: number[] = [];
  #closes: number[] = [];
  #adjusted: number[] = [];
  #volumes: number[] = [];
  doubledCount = 0;
  invalidCount = 0;

  clear(): void {
    for (const values of [this.#days, this.#closes, this.#adjusted, this.#volumes]) values.length = 0;
  }

  add(day: number, close: number, adjusted: number, volume: number): void {
    let at = this.#days.length;
    if (this.#days[at - 1] === day) {
      this.doubledCount++;
      at--;
    }
    if (!isValid(close)) this.invalidCount++;
    this.#days[at] = day;
    this.#closes[at] = isValid(close) ? close : Number.NaN;
    this.#adjusted[at] = adjusted;
    this.#volumes[at] = volume >= 0 ? volume : Number.NaN;
  }

  /**
   * The sessions up to the last one with a close.
   * @param divisor what prices are divided by to be in the major unit
   */
  sessions(divisor: number): Sessions {
    const count = this.#closes.findLastIndex(isValid) + 1;
    const take = (values: readonly number[], by = 1): Float64Array =>
      Float64Array.from({ length: count }, (_, at) => values[at]! / by);
    const closes = take(this.#closes, divisor);
    const isAdjusted = this.#adjusted.some(isValid);
    return {
      days: take(this.#days),
      closes,
      adjusted: isAdjusted ? take(this.#adjusted, divisor) : closes,
      volumes: take(this.#volumes),
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
  return priceStatistics(adjusted, closes, volumes, usdRate);
}
