/** Currency conversion by the rates to the US dollar that come with the rows. */
import type { ColumnValues } from '../../engine/table/columnValues.ts';
import { usualRate } from '../../engine/table/usualRate.ts';
import type { Frame } from '../state/store.ts';

/** Conversion factors from each row's currency. */
export interface Exchange {
  readonly currency: string;
  /** 1 for a row in that currency; NaN when the rate is unknown. */
  factor(row: number): number;
}

type Text = Extract<ColumnValues, { kind: 'text' }>;

const found = new WeakMap<Float32Array, Map<string, number>>();

/** Dollars per unit of a currency, at the usual rate of its rows; NaN without one. An unknown currency counts as dollars, as in the steps. */
function dollars(currency: string, currencies: Text, rates: Float32Array): number {
  if (currency === 'USD' || currency === '') return 1;
  let known = found.get(rates);
  if (!known) {
    known = new Map();
    found.set(rates, known);
  }
  const before = known.get(currency);
  if (before !== undefined) return before;
  const code = currencies.labels.indexOf(currency);
  const rate = usualRate(code < 0 ? [] : [...rates.filter((each, row) => each > 0 && currencies.codes[row] === code)]);
  known.set(currency, rate);
  return rate;
}

/** Null until the rates are loaded. */
export function exchangeInto(currency: string, frame: Frame): Exchange | null {
  const rates = frame.columns.get('usdRate');
  const currencies = frame.columns.get('currency');
  if (rates?.kind !== 'number' || currencies?.kind !== 'text') return null;
  const target = dollars(currency, currencies, rates.values);
  const code = currencies.labels.indexOf(currency);
  /** Of the day of the row's price; without one, the usual one of its currency. */
  const rateOf = (row: number): number => {
    const rate = rates.values[row] ?? Number.NaN;
    return rate > 0 ? rate : dollars(currencies.labels[currencies.codes[row] ?? 0] ?? '', currencies, rates.values);
  };
  return {
    currency,
    factor: (row) => (currencies.codes[row] === code ? 1 : rateOf(row) / target),
  };
}

/** Rates by which steps compare amounts with a bound in some currency. */
export interface RatesBesideBound {
  /** Dollars per unit of the bound's currency; NaN when unknown. */
  readonly bound: number;
  /** Dollars per unit of a row's currency; those in the bound's currency have its rate, though their own may be of another day. */
  rateOf(row: number): number;
}

/** Null until the rates are loaded. */
export function ratesBesideBound(currency: string, frame: Frame): RatesBesideBound | null {
  const rates = frame.columns.get('usdRate');
  const currencies = frame.columns.get('currency');
  const toDollars = exchangeInto('USD', frame);
  if (rates?.kind !== 'number' || currencies?.kind !== 'text' || !toDollars) return null;
  const known = dollars(currency, currencies, rates.values);
  // The only currency is compared unconverted where it has no rate.
  const isOnly = currencies.labels.length === 2 && currencies.labels[1] === currency;
  const bound = isOnly && Number.isNaN(known) ? 1 : known;
  const code = currencies.labels.indexOf(currency);
  return { bound, rateOf: (row) => (currencies.codes[row] === code ? bound : toDollars.factor(row)) };
}
