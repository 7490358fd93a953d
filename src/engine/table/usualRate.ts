/**
 * Of the exchange rates of a currency's rows, each of the day of its price, the one in the middle, the lower of two: what most rows have,
 * though some were last priced long ago.
 */
export function usualRate(rates: readonly number[]): number {
  const sorted = Float32Array.from(rates).sort();
  return sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
}
