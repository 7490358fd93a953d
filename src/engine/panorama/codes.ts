/** A percentile as one byte, and how the painter asks the engine for them. */
import { MISSING_VALUE_CODE, PENDING_CODE, UNRANKED_CODE } from '../../../kernels/statistics/percentileCodes.ts';
import type { PanoramaReference } from './frame.ts';

/** Which colours a column has: low to high without a judgement, bad to good, or good to bad. */
export type Scale = 'neutral' | 'higher' | 'lower';

/** A column ready to be drawn. */
export interface CodedColumn {
  readonly id: string;
  /** A byte per row of the table. */
  readonly codes: Uint8Array;
  readonly scale: Scale;
  /** Whether code 100 is zero, as below it negative and above it positive values are ranked; else it is the median. */
  readonly isAroundZero: boolean;
}

/** What a cell shows. */
export interface CellCode {
  readonly code: number;
  readonly isAroundZero: boolean;
}

/** The column's codes have not come yet. */
export const PENDING = PENDING_CODE;
/** The value is there, but nothing to compare it with: no sector, no market capitalisation, not among the remaining rows. */
export const UNRANKED = UNRANKED_CODE;
/** The value is missing. */
export const MISSING = MISSING_VALUE_CODE;

/** Painter → engine. A later request takes the place of an earlier one. */
export interface CodesRequest {
  readonly ticket: number;
  readonly version: number;
  readonly ids: readonly string[];
  readonly reference: PanoramaReference;
  readonly aroundZero: boolean;
  /** With the reference `remaining`: the rows it means. */
  readonly remaining: Uint32Array | null;
}

/** Engine → painter: columns as they are made; null when the table is another one by now. */
export interface CodesAnswer {
  readonly ticket: number;
  readonly columns: readonly CodedColumn[] | null;
}
