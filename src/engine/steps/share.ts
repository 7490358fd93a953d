/** How far a percentage of n may miss a whole number by rounding and still be taken for it. */
export const WHOLE_TOLERANCE = 1e-9;

/** percent/100 × n, a whole number where it is one but for rounding (7 % of 100 rows are 7 rows). */
export function share(percent: number, n: number): number {
  const exact = (percent * n) / 100;
  const whole = Math.round(exact);
  return Math.abs(exact - whole) <= WHOLE_TOLERANCE * Math.max(1, Math.abs(whole)) ? whole : exact;
}
