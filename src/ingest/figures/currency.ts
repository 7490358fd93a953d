/** Currencies of the sources: minor units become major ones, and amounts of other currencies are converted. */

/** Quotes in hundredths. The codes are vendors', so their letters are taken as they are written. */
const MINOR_UNITS: Readonly<Record<string, string>> = {
  GBX: 'GBP',
  GBp: 'GBP',
  GBpence: 'GBP',
  ZAc: 'ZAR',
  ZAC: 'ZAR',
  ILA: 'ILS',
};

export interface Unit {
  /** ISO 4217 code of the major unit. */
  readonly currency: string;
  /** Quotes per major unit: 100 for pence, cents and agorot, else 1. */
  readonly divisor: 1 | 100;
}

/** The major unit of a vendor's currency code. */
export function majorUnit(code: string): Unit {
  const major = Object.hasOwn(MINOR_UNITS, code) ? MINOR_UNITS[code] : undefined;
  return major === undefined ? { currency: code.toUpperCase(), divisor: 1 } : { currency: major, divisor: 100 };
}

/** No rates are set on weekends and holidays: the longest pause is Easter's, Thursday to Tuesday. A rate older than this is no rate of a day. */
export const RATE_DAYS_MAX = 7;

export interface Rate {
  readonly currency: string;
  /** US dollars per unit. */
  readonly usdRate: number;
  /** Days since 1970-01-01; negative infinity for a rate without a date. */
  readonly day: number;
  /** Last day on which the rate may stand for that day's, where it is one of a series of daily ones. */
  readonly lastDay?: number;
}

/** Exchange rates to the US dollar, by day. */
export class Rates {
  readonly #rates = new Map<string, Rate[]>();

  /** @param rates none later than the day as of which data are taken; of two of one day the latter counts */
  constructor(rates: Iterable<Rate>) {
    for (const { currency, usdRate, ...days } of rates) {
      const unit = majorUnit(currency);
      const known = this.#rates.get(unit.currency) ?? [];
      known.push({ currency: unit.currency, usdRate: usdRate * unit.divisor, ...days });
      this.#rates.set(unit.currency, known);
    }
    for (const known of this.#rates.values()) known.sort((a, b) => a.day - b.day);
  }

  /**
   * US dollars per unit of the currency at the latest rate up to that day, else at the first one after it; NaN when there is none.
   * One of a series of daily rates stands for its own day and the pause after it only.
   */
  usdRate(currency: string, day: number): number {
    return currency === 'USD' ? 1 : (this.#rateAt(currency, day)?.usdRate ?? Number.NaN);
  }

  /** Days between that day and the one that {@link usdRate} is of; 0 for a rate without a date. */
  ageDays(currency: string, day: number): number {
    const rateDay = currency === 'USD' ? day : (this.#rateAt(currency, day)?.day ?? day);
    return Number.isFinite(rateDay) ? Math.abs(day - rateDay) : 0;
  }

  #rateAt(currency: string, day: number): Rate | undefined {
    const known = this.#rates.get(currency) ?? [];
    const isGood = ({ lastDay = Number.POSITIVE_INFINITY }: Rate): boolean => day <= lastDay;
    const before = known.findLast((rate) => rate.day <= day && isGood(rate));
    return before ?? known.find((rate) => rate.day > day && rate.lastDay === undefined);
  }
}
