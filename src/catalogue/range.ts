/** Range of a slider and the step between two of its positions. */
export interface Range {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** Largest number of quantiles along a slider: one per thousandth of the rows. */
export const KNOTS_MAX = 1001;

/** The range before any value is known, or when a column has no finite value. */
export const DEFAULT_RANGE: Range = { min: 0, max: 1, step: 0.001 };

/** Step of a slider with min > max. */
export const FALLBACK_STEP = 1;

/**
 * (max - min) / granularity.
 * @throws RangeError unless min <= max; NaN included.
 */
export function rangeStep(min: number, max: number, granularity = 1000): number {
  if (!(min <= max)) throw new RangeError(`min ${min} is greater than max ${max}`);
  return (max - min) / granularity;
}

/** The slider's range for finite values between min and max; both are NaN when there are none. */
export function sliderRange(min: number, max: number, granularity: number): Range {
  if (Number.isNaN(min) && Number.isNaN(max)) return DEFAULT_RANGE;
  try {
    return { min, max, step: rangeStep(min, max, granularity) };
  } catch {
    return { min, max, step: FALLBACK_STEP };
  }
}
