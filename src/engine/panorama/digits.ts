/** The two digits of a cell. */
import { CODE_COUNT } from '../../../kernels/statistics/percentileCodes.ts';

/** Shapes of 0 … 9, all of one size: coverage 0 … 255 by digit, line and pixel. */
export interface Digits {
  readonly width: number;
  readonly height: number;
  readonly coverage: Uint8Array;
}

const HIGHEST = 99;

/** What a ranked code is written as: the whole percent, 99 at most; around zero the distance from it, whose side the colour tells. */
export function digitsOf(code: number, isAroundZero: boolean): number {
  const percent = isAroundZero ? Math.abs(code - CODE_COUNT / 2) : (code + 1) >> 1;
  return Math.min(HIGHEST, percent);
}
