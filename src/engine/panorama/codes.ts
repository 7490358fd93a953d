/** A percentile as one byte, and how the painter asks the engine for them. */
import type { PanoramaReference } from './frame.ts';

/** Codes of percentiles, in half percents: floor(200 p), so that (code + 1) >> 1 is the whole percent that the lens writes. */
export const CODE_COUNT = 200;
/** The column's codes have not come yet. */
export const PENDING = 253;
/** The value is there, but nothing to compare it with: no sector, no market capitalisation, not among the remaining rows. */
export const UNRANKED = 254;
/** The value is missing. */
export const MISSING = 255;

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
