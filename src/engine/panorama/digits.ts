import { CODE_COUNT } from '../../../kernels/statistics/percentileCodes.ts';

/** Shapes of 0 to 9, all the same size: coverage 0 to 255 by digit, line and pixel. */
export interface Digits {
  readonly width: number;
  readonly height: number;
  readonly coverage: Uint8Array;
}

const HIGHEST = 99;

/** The number shown for a ranked code: the whole percent, at most 99; around zero, the distance from it, with the side shown by the color. */
export function digitsOf(code: number, isAroundZero: boolean): number {
  const percent = isAroundZero ? Math.abs(code - CODE_COUNT / 2) : (code + 1) >> 1;
  return Math.min(HIGHEST, percent);
}
