import type { Currency } from '../catalogue/codes.ts';

interface Rate {
  /** US dollars per unit; plausible, not exact. */
  readonly usd: number;
  /** Median share price. */
  readonly price: number;
  /** Decimals of a quoted price of at least 1. */
  readonly decimals: number;
}

export const RATES: Readonly<Record<Currency, Rate>> = {
  EUR: { usd: 1.16, price: 14, decimals: 2 },
  USD: { usd: 1, price: 18, decimals: 2 },
  CNY: { usd: 0.1405, price: 12, decimals: 2 },
  BRL: { usd: 0.187, price: 12, decimals: 2 },
  CAD: { usd: 0.712, price: 2.5, decimals: 2 },
  CHF: { usd: 1.25, price: 60, decimals: 2 },
  GBP: { usd: 1.32, price: 1.8, decimals: 4 },
  JPY: { usd: 0.0064, price: 1500, decimals: 0 },
  HKD: { usd: 0.1285, price: 2.4, decimals: 2 },
  AUD: { usd: 0.652, price: 0.6, decimals: 2 },
  INR: { usd: 0.01125, price: 220, decimals: 2 },
  SEK: { usd: 0.105, price: 40, decimals: 2 },
  NOK: { usd: 0.0985, price: 20, decimals: 2 },
  DKK: { usd: 0.1553, price: 90, decimals: 2 },
  SGD: { usd: 0.768, price: 0.4, decimals: 3 },
  KRW: { usd: 0.000682, price: 9000, decimals: 0 },
  TWD: { usd: 0.0321, price: 45, decimals: 2 },
  NZD: { usd: 0.565, price: 1.6, decimals: 2 },
  MXN: { usd: 0.0544, price: 30, decimals: 2 },
  ZAR: { usd: 0.0583, price: 15, decimals: 2 },
  ILS: { usd: 0.306, price: 12, decimals: 2 },
  PLN: { usd: 0.274, price: 12, decimals: 2 },
  THB: { usd: 0.0308, price: 6, decimals: 2 },
  IDR: { usd: 0.0000598, price: 500, decimals: 0 },
  MYR: { usd: 0.241, price: 0.9, decimals: 3 },
  PHP: { usd: 0.017, price: 4, decimals: 2 },
  TRY: { usd: 0.0236, price: 40, decimals: 2 },
  RUB: { usd: 0.0123, price: 150, decimals: 2 },
  ARS: { usd: 0.00069, price: 400, decimals: 2 },
};

/** Rounds a price to the currency's tick, which is finer below 1. */
export function quoted(price: number, currency: Currency): number {
  const decimals = price < 1 ? 4 : RATES[currency].decimals;
  const scale = 10 ** decimals;
  return Math.max(Math.round(price * scale), 1) / scale;
}
