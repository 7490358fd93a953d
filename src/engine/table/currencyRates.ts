/** Exchange rates of the rows, which make amounts in several currencies comparable. */
import { usualRate } from './usualRate.ts';

/** The currency of each row as a code into the labels; code 0 is unknown. */
export interface Currencies {
  readonly codes: Uint32Array;
  readonly labels: readonly string[];
}

export interface CurrencyRates {
  /** The currency that amounts are compared in: USD, or the only one when its dollar rate is unknown. */
  readonly base: string;
  /** Units of `base` per unit of each row's currency; NaN where unknown. */
  readonly rates: Float32Array;
  /** Units of `base` per unit of a currency, or NaN. */
  rateOf(currency: string): number;
}

/** By code of a currency the usual rate of its rows; NaN where none has one. */
function usualRates(usdRate: Float32Array | undefined, currency: Currencies | undefined, rowCount: number): Float32Array {
  const byCode = new Float32Array(currency?.labels.length ?? 1).fill(Number.NaN);
  if (!usdRate || !currency) return byCode;
  const differing = new Map<number, number[]>();
  for (let row = 0; row < rowCount; row++) {
    const code = currency.codes[row]!;
    const rate = usdRate[row]!;
    if (code === 0 || !(rate > 0) || rate === byCode[code]) continue;
    if (Number.isNaN(byCode[code]!)) byCode[code] = rate;
    else differing.set(code, []);
  }
  if (differing.size === 0) return byCode;
  for (let row = 0; row < rowCount; row++) if (usdRate[row]! > 0) differing.get(currency.codes[row]!)?.push(usdRate[row]!);
  for (const [code, rates] of differing) byCode[code] = usualRate(rates);
  return byCode;
}

/**
 * US dollars per unit of each row's currency: the row's usdRate, which is of the day of its price; without one, 1 for dollars and for rows
 * of unknown currency, else the usual rate of the currency. Where all rows have one currency of unknown rate, that one is the base.
 */
export function currencyRates(
  usdRate: Float32Array | undefined,
  currency: Currencies | undefined,
  rowCount: number,
): CurrencyRates {
  const rateByCurrency = new Map<string, number>();
  const byCode = usualRates(usdRate, currency, rowCount);
  byCode[0] = 1;
  for (const [code, label] of (currency?.labels ?? []).entries()) if (label === 'USD') byCode[code] = 1;
  const only = currency?.labels.length === 2 && Number.isNaN(byCode[1]!) ? currency.labels[1] : undefined;
  if (only !== undefined) byCode[1] = 1;
  for (const [code, label] of (currency?.labels ?? []).entries()) {
    if (code !== 0 && !Number.isNaN(byCode[code]!)) rateByCurrency.set(label, byCode[code]!);
  }
  const rates = new Float32Array(rowCount);
  for (let row = 0; row < rowCount; row++) {
    const rate = usdRate?.[row] ?? Number.NaN;
    rates[row] = rate > 0 ? rate : byCode[currency?.codes[row] ?? 0]!;
  }
  const base = only ?? 'USD';
  return { rates, base, rateOf: (currency) => (currency === base ? 1 : (rateByCurrency.get(currency) ?? Number.NaN)) };
}

/** The factors that make amounts comparable with a bound in some currency. */
export interface BoundRates {
  /** Of the bound. */
  readonly bound: number;
  /** Of the amounts, by row; NaN where unknown. */
  readonly rates: Float32Array;
}

const besideBounds = new WeakMap<Float32Array, Map<string, BoundRates>>();

/**
 * Rows in the currency of the bound have the bound's rate, though their own may be of another day: their amounts are compared as they are.
 * That needs no rate; without one, all other amounts are missing.
 */
export function ratesBesideBound(
  { rates, rateOf, base }: CurrencyRates,
  currencies: Currencies | undefined,
  currency: string,
): BoundRates {
  if (currency === base) return { bound: 1, rates };
  const known = besideBounds.get(rates) ?? new Map<string, BoundRates>();
  besideBounds.set(rates, known);
  let beside = known.get(currency);
  if (!beside) {
    const rate = rateOf(currency);
    const bound = Number.isNaN(rate) ? 1 : rate;
    const code = currencies?.labels.indexOf(currency) ?? -1;
    const rateAt = (row: number): number => {
      if (code >= 0 && currencies!.codes[row] === code) return bound;
      return Number.isNaN(rate) ? Number.NaN : rates[row]!;
    };
    const areAlike = rates.every((own, row) => Object.is(own, rateAt(row)));
    beside = { bound, rates: areAlike ? rates : rates.map((_, row) => rateAt(row)) };
    known.set(currency, beside);
  }
  return beside;
}
