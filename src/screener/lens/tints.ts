/**
 * Colours of percentiles, none in the middle: orange for bad and blue for good where the catalogue knows which is better, else violet for low
 * and yellow-green for high. Both pairs are told apart by every common kind of colour vision.
 */
import type { Better } from '../../catalogue/column.ts';

/** Steps from the lowest to the highest percentile. */
const STEP_COUNT = 21;
const STRONGEST_ALPHA = 0.55;

/** Colours by step. They are drawn over the ground of the cell, so that a selection shows through. */
export function makeTints(low: string, high: string, strongest = STRONGEST_ALPHA): readonly string[] {
  return Array.from({ length: STEP_COUNT }, (_, step) => {
    const way = (2 * step) / (STEP_COUNT - 1) - 1;
    const alpha = (Math.abs(way) * strongest).toFixed(3);
    return `rgb(${way < 0 ? low : high} / ${alpha})`;
  });
}

/** Colours by what is better: values that are high, low, or neither. */
export type LensTints = Readonly<Record<Better, readonly string[]>>;

export function makeLensTints(token: (name: string) => string): LensTints {
  const higher = makeTints(token('lens-bad'), token('lens-good'));
  return { higher, lower: higher.toReversed(), neutral: makeTints(token('lens-low'), token('lens-high')) };
}

const stepOf = (percentile: number): number => Math.round(percentile * (STEP_COUNT - 1));

export function tintOf(tints: readonly string[], percentile: number): string {
  return tints[stepOf(percentile)] ?? 'transparent';
}

/**
 * As `make`, which looks at the text and the colour of a percentile alone, but called once for those that share both: a screen has
 * thousands of cells and few different ones. Percentiles that are written with a decimal are made each time.
 */
export function perShade<T>(make: (percentile: number) => T): (percentile: number) => T {
  const made = new Map<number, T>();
  return (percentile) => {
    const hundredths = 100 * percentile;
    if (!(hundredths >= 1 && hundredths <= 99)) return make(percentile);
    const shade = Math.round(hundredths) * STEP_COUNT + stepOf(percentile);
    const known = made.get(shade);
    if (known !== undefined) return known;
    const value = make(percentile);
    made.set(shade, value);
    return value;
  };
}

/** A percentile as it is written: whole, with a decimal at the ends, where it counts. */
export function percentileText(percentile: number): string {
  const hundredths = 100 * percentile;
  if (hundredths < 0.05 || hundredths >= 99.95) return hundredths.toFixed(0);
  return hundredths > 0 && hundredths < 100 && (hundredths < 1 || hundredths > 99)
    ? hundredths.toFixed(1)
    : hundredths.toFixed(0);
}
