/** Rounding error within which a percentage of n counts as a whole number. */
export const WHOLE_TOLERANCE = 1e-9;

/** percent/100 × n, corrected to a whole number if it is one up to rounding (7 % of 100 rows are 7 rows). */
export function share(percent: number, n: number): number {
  const exact = (percent * n) / 100;
  const whole = Math.round(exact);
  return Math.abs(exact - whole) <= WHOLE_TOLERANCE * Math.max(1, Math.abs(whole)) ? whole : exact;
}
