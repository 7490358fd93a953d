/** What the stored portfolio is worth. */
import { exchangeInto } from '../rows/money.ts';
import type { Frame } from '../state/store.ts';

export interface PortfolioValue {
  readonly sum: number;
  /** Holdings that are not in it: unknown to the data, or without a close or an exchange rate. */
  readonly leftOut: number;
}

/** Of so many holdings, in a currency; null until the values are loaded. */
export function portfolioValue(frame: Frame, currency: string, holdingCount: number): PortfolioValue | null {
  const values = frame.columns.get('portfolioValue');
  const exchange = exchangeInto(currency, frame);
  if (values?.kind !== 'number' || !exchange) return null;
  const known = Array.from(values.values, (value, row) => value * exchange.factor(row)).filter((value) => !Number.isNaN(value));
  return { sum: known.reduce((sum, value) => sum + value, 0), leftOut: Math.max(0, holdingCount - known.length) };
}
