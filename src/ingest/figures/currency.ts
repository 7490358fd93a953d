/** Currencies of the sources: converts minor to major units and amounts to other currencies. */

/** Vendors' codes for quotes in hundredths. They are case-sensitive. */
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

export function majorUnit(code: string): Unit {
  const major = Object.hasOwn(MINOR_UNITS, code) ? MINOR_UNITS[code] : undefined;
  return major === undefined ? { currency: code.toUpperCase(), divisor: 1 } : { currency: major, divisor: 100 };
}

/** Rates are not fixed on weekends and holidays; the longest break is Easter, Thursday to Tuesday. An older rate is out of date. */
export const RATE_DAYS_MAX = 7;

export interface Rate {
  readonly currency: string;
  /** US dollars per unit. */
  readonly usdRate: number;
  /** Days since 1970-01-01; negative infinity for a rate without a date. */
  readonly day: number;
  /** Last day for which the rate may be used, if it is part of a daily series. */
  readonly lastDay?: number;
}

/** Exchange rates to the US dollar, by day. */
export class Rates {
  readonly #rates = new Map<string, Rate[]>();

  /** @param rates none later than the as-of day; the later of two for the same day wins */
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
   * Returns US dollars per unit at the latest rate up to that day, otherwise at the first rate after it; NaN when there is none.
   * A rate of a daily series applies only to its own day and the break after it.
   */
  usdRate(currency: string, day: number): number {
    return currency === 'USD' ? 1 : (this.#rateAt(currency, day)?.usdRate ?? Number.NaN);
  }

  /** Days between that day and the day of the rate that {@link usdRate} uses; 0 for a rate without a date. */
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
