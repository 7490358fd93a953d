/**
 * Percentile colors, transparent in the middle: orange to blue for bad to good where the catalogue knows which is better, else
 * violet to yellow-green for low to high. Both scales are safe for common color vision deficiencies.
 */
import type { Better } from '../../catalogue/column.ts';
import { locale } from '../../shell/i18n.ts';
import { localized } from '../state/figures.ts';

/** Number of color steps. */
const STEP_COUNT = 21;
const STRONGEST_ALPHA = 0.55;

/** Translucent, so that a selection shows through. */
export function makeTints(low: string, high: string, strongest = STRONGEST_ALPHA): readonly string[] {
  return Array.from({ length: STEP_COUNT }, (_, step) => {
    const way = (2 * step) / (STEP_COUNT - 1) - 1;
    const alpha = (Math.abs(way) * strongest).toFixed(3);
    return `rgb(${way < 0 ? low : high} / ${alpha})`;
  });
}

/** Colors by which values are better: high, low, or neither. */
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
 * Memoises `make`, which depends only on a percentile's text and color: a screen has thousands of cells but few distinct ones.
 * Percentiles with a decimal are not cached.
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

/** Whole percentiles, with a decimal only at the ends. */
export function percentileText(percentile: number): string {
  const hundredths = 100 * percentile;
  const isAtEnd = hundredths >= 0.05 && hundredths < 99.95 && (hundredths < 1 || hundredths > 99);
  return localized(hundredths.toFixed(isAtEnd ? 1 : 0), locale());
}
