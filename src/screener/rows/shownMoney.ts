/** Display currency of amounts. */
import { type Column, isMoney } from '../../catalogue/column.ts';
import { stepColumns } from '../../engine/steps/language.ts';
import type { Frame, StepEntry } from '../state/store.ts';
import { commonCurrency, type Exchange, exchangeInto } from './money.ts';

/** Shows every amount in its row's currency. */
export const OWN_CURRENCY = 'own';

/** Currency display of columns. */
export interface ShownMoney {
  /** Exchange into the column's display currency; null for the row's own, or until the rates are loaded. */
  exchangeOf(column: Column): Exchange | null;
  /** The common currency of the column's amounts; null if rows differ. */
  currencyOf(column: Column): string | null;
}

const found = new WeakMap<Uint32Array, { readonly codes: Uint32Array; readonly currency: string | null }>();

/** The common currency of all rows; null if there are several or while unknown. */
export function onlyCurrency({ rows, columns }: Frame): string | null {
  const currencies = columns.get('currency');
  if (currencies?.kind !== 'text' || rows.length === 0) return null;
  const before = found.get(rows);
  if (before?.codes === currencies.codes) return before.currency;
  const code = currencies.codes[rows[0] ?? 0] ?? 0;
  const isOnly = rows.every((row) => currencies.codes[row] === code);
  const currency = isOnly ? currencies.labels[code] || null : null;
  found.set(rows, { codes: currencies.codes, currency });
  return currency;
}

/** Columns that the steps sort and filter by: compared in the common currency. */
export function comparedIds(entries: readonly StepEntry[]): ReadonlySet<string> {
  return new Set(entries.flatMap(({ on, step }) => (on ? stepColumns(step) : [])));
}

/**
 * @param chosen currency of all amounts, or OWN_CURRENCY; null for the common currency, used for compared columns and, if rows have
 * several currencies, for amounts. Prices keep their quote currency.
 */
export function shownMoney(chosen: string | null, frame: Frame | null, compared: ReadonlySet<string>): ShownMoney {
  const only = frame && onlyCurrency(frame);
  const isCommon = (column: Column): boolean => compared.has(column.id) || (column.unit === 'currency' && only === null);
  const wished = (column: Column): string | null => {
    if (!isMoney(column) || chosen === OWN_CURRENCY) return null;
    const currency = chosen ?? (isCommon(column) ? commonCurrency(frame) : null);
    return currency === only ? null : currency;
  };
  const exchanges = new Map<string, Exchange>();
  const exchangeOf = (currency: string): Exchange | null => {
    const exchange = exchanges.get(currency) ?? (frame && exchangeInto(currency, frame));
    if (exchange) exchanges.set(currency, exchange);
    return exchange;
  };
  const known = new Map<Column, Exchange>();
  return {
    // Asked for every cell of an amount.
    exchangeOf(column) {
      const found = known.get(column);
      if (found) return found;
      const currency = wished(column);
      const exchange = currency === null ? null : exchangeOf(currency);
      if (exchange) known.set(column, exchange);
      return exchange;
    },
    currencyOf: (column) => (isMoney(column) ? (wished(column) ?? only) : null),
  };
}
