/**
 * The largest figures of any real company, US dollars. Revenue: Walmart, fiscal year 2025. Operating income and loss: below what makes the
 * largest net income (Saudi Aramco, 161 bn in 2022) and the largest loss (AIG, 99 bn in 2008). Assets: ICBC at the end of 2024, and of a
 * company that is no bank or insurer, Saudi Aramco and Amazon (both about 650 bn). Equity: Berkshire Hathaway at the end of 2024; equity in
 * the red: Evergrande in 2022.
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

/** Close to the amount while it is small, and below `largest` however large it is: the order of amounts stays. */
export function saturated(amount: number, largest: number): number {
  return amount / Math.hypot(1, amount / largest);
}

/**
 * Close to the value while it is large, and at least `least` away from zero, on its side: a denominator that makes no ratio
 * that nobody has seen.
 */
export function awayFromZero(value: number, least: number): number {
  return (value < 0 ? -1 : 1) * Math.hypot(value, least);
}
