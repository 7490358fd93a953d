/** Where the parts of the panorama stand, and which cell lies under a point. Lengths are CSS pixels unless a name says otherwise. */
import { type Axis, cellAt, columnAxis, type PanoramaFrame, pixelOf, rowAxis } from '../../engine/panorama/frame.ts';

/** The strip of names at the left and the head of names above the picture. */
export interface Margins {
  readonly strip: number;
  readonly head: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A column and a row of the table. */
export interface Cell {
  readonly columnId: string;
  readonly row: number;
}

/** A cell of the picture: places in the order in which columns and rows are drawn. */
export interface CellPlace {
  readonly column: number;
  readonly row: number;
}

const STRIP_PX = 210;
const NARROW_STRIP_PX = 84;
/** Narrower pages have room for symbols alone. */
const NAMES_FROM_PX = 620;
export const GROUP_PX = 17;
const SLANTED_PX = 132;
const FLAT_PX = 18;
/** Slanted names need so much from one to the next. */
export const SLANTED_FROM_PX = 9;

export function marginsOf({ width, height }: Size, acrossPx: number, hasGroups: boolean): Margins {
  const strip = width < NAMES_FROM_PX ? NARROW_STRIP_PX : STRIP_PX;
  const isSlanted = acrossPx >= SLANTED_FROM_PX;
  const names = isSlanted ? Math.min(SLANTED_PX, Math.round(height * 0.3)) : FLAT_PX;
  return { strip, head: names + (hasGroups ? GROUP_PX : 0) };
}

/** The axes of a frame on the screen: what runs across and what runs down. */
export interface ScreenAxes {
  readonly across: Axis;
  readonly down: Axis;
}

export function screenAxes(frame: PanoramaFrame): ScreenAxes {
  const [columns, rows] = [columnAxis(frame), rowAxis(frame)];
  return frame.transposed ? { across: rows, down: columns } : { across: columns, down: rows };
}

/** The cell under a point of the picture. */
export function cellUnder(frame: PanoramaFrame, x: number, y: number, scale: number): CellPlace {
  const { across, down } = screenAxes(frame);
  const [right, below] = [cellAt(across, Math.max(0, Math.floor(x * scale))), cellAt(down, Math.max(0, Math.floor(y * scale)))];
  return frame.transposed ? { column: below, row: right } : { column: right, row: below };
}

/** From the picture's edge to both edges of a cell along an axis; at least a pixel apart. */
export function spanOf(axis: Axis, cell: number, scale: number): readonly [from: number, to: number] {
  const from = pixelOf(axis, cell);
  return [from / scale, Math.max(from + 1, pixelOf(axis, cell + 1)) / scale];
}
