const BOUND_DIGITS = 6;

/** Rounds to a number of digits without excluding the value. */
export function outward(value: number, isUp: boolean, digits = BOUND_DIGITS): number {
  if (value === 0) return 0;
  const near = Number(value.toPrecision(digits));
  // Steps compare float32 numbers.
  const single = Math.fround(near);
  if (isUp ? single >= value : single <= value) return near;
  const step = 10 ** (Math.floor(Math.log10(Math.abs(value))) + 1 - digits);
  return Number((near + (isUp ? step : -step)).toPrecision(digits));
}
