/**
 * The largest figures of real companies, in US dollars. Revenue: Walmart, fiscal year 2025. Operating income and loss: below those of the
 * largest net income (Saudi Aramco, 161 bn in 2022) and the largest loss (AIG, 99 bn in 2008). Assets: ICBC at the end of 2024; outside
 * finance Saudi Aramco and Amazon (both about 650 bn). Equity: Berkshire Hathaway at the end of 2024; negative equity: Evergrande in 2022.
 */
export const LARGEST_USD = {
  revenue: 680e9,
  operatingIncome: 140e9,
  operatingLoss: 70e9,
  financialAssets: 6.5e12,
  otherAssets: 650e9,
  equity: 640e9,
  deficit: 80e9,
} as const;

export const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

/** Limits an amount smoothly and monotonically to below `largest`. */
export function saturated(amount: number, largest: number): number {
  return amount / Math.hypot(1, amount / largest);
}

/**
 * Keeps a value smoothly at least `least` away from zero, so that it makes no implausible ratio as a denominator.
 */
export function awayFromZero(value: number, least: number): number {
  return (value < 0 ? -1 : 1) * Math.hypot(value, least);
}
