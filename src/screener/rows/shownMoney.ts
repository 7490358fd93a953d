/** In which currency the amounts of a column are shown. */
import { type Column, isMoney } from '../../catalogue/column.ts';
import { stepColumns } from '../../engine/steps/language.ts';
import type { Frame, StepEntry } from '../state/store.ts';
import { type Exchange, exchangeInto } from './money.ts';

/** Amounts are compared in it, whatever the rows are in. */
export const COMMON_CURRENCY = 'USD';
/** Asks for every amount in the currency of its row. */
export const OWN_CURRENCY = 'own';

/** How amounts are shown. */
export interface ShownMoney {
  /** The exchange into the currency of a column; null for the row's own, or while the rates have not come. */
  exchangeOf(column: Column): Exchange | null;
  /** The one currency of the column's amounts; null where rows differ. */
  currencyOf(column: Column): string | null;
}

const found = new WeakMap<Uint32Array, { readonly codes: Uint32Array; readonly currency: string | null }>();

/** The one currency of all rows; null when they have several, or while it is not known. */
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

/** Columns that the steps sort and filter by: they are compared in the common currency. */
export function comparedIds(entries: readonly StepEntry[]): ReadonlySet<string> {
  return new Set(entries.flatMap(({ on, step }) => (on ? stepColumns(step) : [])));
}

/**
 * @param chosen a currency for all amounts, or OWN_CURRENCY; null for the common one: of the columns that are compared in it, and of
 * amounts when the rows have several currencies. Prices stay in the currency that they are quoted in.
 */
export function shownMoney(chosen: string | null, frame: Frame | null, compared: ReadonlySet<string>): ShownMoney {
  const only = frame && onlyCurrency(frame);
  const isCommon = (column: Column): boolean => compared.has(column.id) || (column.unit === 'currency' && only === null);
  const wished = (column: Column): string | null => {
    if (!isMoney(column) || chosen === OWN_CURRENCY) return null;
    const currency = chosen ?? (isCommon(column) ? COMMON_CURRENCY : null);
    return currency === only ? null : currency;
  };
  const exchanges = new Map<string, Exchange>();
  const exchangeOf = (currency: string): Exchange | null => {
    const exchange = exchanges.get(currency) ?? (frame && exchangeInto(currency, frame));
    if (exchange) exchanges.set(currency, exchange);
    return exchange;
  };
  return {
    exchangeOf(column) {
      const currency = wished(column);
      return currency === null ? null : exchangeOf(currency);
    },
    currencyOf: (column) => (isMoney(column) ? (wished(column) ?? only) : null),
  };
}
