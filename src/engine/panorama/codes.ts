/** Percentiles as bytes, and how the painter requests them from the engine. */
import { MISSING_VALUE_CODE, PENDING_CODE, UNRANKED_CODE } from '../../../kernels/statistics/percentileCodes.ts';
import type { PanoramaReference } from './frame.ts';

/** A column's colors: neutral from low to high, or whether higher or lower is better. */
export type Scale = 'neutral' | 'higher' | 'lower';

/** A column ready to be drawn. */
export interface CodedColumn {
  readonly id: string;
  /** One byte per row of the table. */
  readonly codes: Uint8Array;
  readonly scale: Scale;
  /** True when code 100 is zero, with negative values ranked below it and positive ones above; else it is the median. */
  readonly isAroundZero: boolean;
}

/** What a cell shows. */
export interface CellCode {
  readonly code: number;
  readonly isAroundZero: boolean;
}

/** The column's codes have not arrived yet. */
export const PENDING = PENDING_CODE;
/** The value has nothing to be compared with: no sector, no market capitalisation, or not among the remaining rows. */
export const UNRANKED = UNRANKED_CODE;
/** The value is missing. */
export const MISSING = MISSING_VALUE_CODE;

/** Painter → engine. A later request replaces an earlier one. */
export interface CodesRequest {
  readonly ticket: number;
  readonly version: number;
  readonly ids: readonly string[];
  readonly reference: PanoramaReference;
  readonly aroundZero: boolean;
  /** The rows that the reference `remaining` means. */
  readonly remaining: Uint32Array | null;
}

/** Engine → painter: columns as they are computed; null when the table has changed. */
export interface CodesAnswer {
  readonly ticket: number;
  readonly columns: readonly CodedColumn[] | null;
}
