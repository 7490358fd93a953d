/** Currency conversion by the rates to the US dollar that come with the rows. */
import { isMoney } from '../../catalogue/column.ts';
import type { NumericFilter } from '../../engine/steps/filter.ts';
import {
  type BoundRates,
  type Currencies,
  type CurrencyRates,
  currencyRates,
  ratesBesideBound,
} from '../../engine/table/currencyRates.ts';
import { columnOf, type Frame, state } from '../state/store.ts';

/** Conversion factors from each row's currency. */
export interface Exchange {
  readonly currency: string;
  /** 1 for a row in that currency; NaN when the rate is unknown. */
  factor(row: number): number;
}

interface Money {
  readonly currencies: Currencies;
  readonly rates: CurrencyRates;
}

const known = new WeakMap<Float32Array, Money>();

/** The rates by which steps compare amounts; null until they are loaded. */
function moneyOf(frame: Frame | null): Money | null {
  const rates = frame?.columns.get('usdRate');
  const currencies = frame?.columns.get('currency');
  if (rates?.kind !== 'number' || currencies?.kind !== 'text') return null;
  const before = known.get(rates.values);
  if (before?.currencies === currencies) return before;
  const money = { currencies, rates: currencyRates(rates.values, currencies, rates.values.length) };
  known.set(rates.values, money);
  return money;
}

/** Currency for comparisons across currencies, and of a bound without one. */
const DOLLAR = 'USD';

/** The currency that amounts are compared in: US dollars, or the only currency if it has no rate. */
export function commonCurrency(frame: Frame | null): string {
  return moneyOf(frame)?.rates.base ?? DOLLAR;
}

/** Rates by which steps compare amounts with a bound in some currency; null until they are loaded. */
export function boundRates(currency: string, frame: Frame): BoundRates | null {
  const money = moneyOf(frame);
  return money && ratesBesideBound(money.rates, money.currencies, currency);
}

/** Null until the rates are loaded. */
export function exchangeInto(currency: string, frame: Frame): Exchange | null {
  const beside = boundRates(currency, frame);
  return beside && { currency, factor: (row) => beside.rates[row]! / beside.bound };
}

/** A filter whose bounds are in the common currency. */
export function inCommonCurrency(step: NumericFilter): NumericFilter {
  const column = columnOf(step.columnId);
  const currency = commonCurrency(state.frame);
  return column && isMoney(column) && currency !== DOLLAR ? { ...step, currency } : step;
}
