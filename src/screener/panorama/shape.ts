/** Geometry of the panorama. Lengths are CSS pixels unless a name says otherwise. */
import { type Axis, cellAt, columnAxis, type PanoramaFrame, pixelOf, rowAxis } from '../../engine/panorama/frame.ts';

/** Sizes of the label strip at the left and the label head at the top. */
export interface Margins {
  readonly strip: number;
  readonly head: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A cell by column id and table row. */
export interface Cell {
  readonly columnId: string;
  readonly row: number;
}

/** A cell by its position in drawing order. */
export interface CellPlace {
  readonly column: number;
  readonly row: number;
}

const STRIP_PX = 210;
const NARROW_STRIP_PX = 84;
/** Narrower pages show symbols only. */
const NAMES_FROM_PX = 620;
export const GROUP_PX = 17;
const SLANTED_PX = 132;
const FLAT_PX = 18;
/** Minimum cell width for slanted names: text of 10 px needs it. */
export const SLANTED_FROM_PX = 10.5;

export function marginsOf({ width, height }: Size, acrossPx: number, hasGroups: boolean): Margins {
  const strip = width < NAMES_FROM_PX ? NARROW_STRIP_PX : STRIP_PX;
  const isSlanted = acrossPx >= SLANTED_FROM_PX;
  const names = isSlanted ? Math.min(SLANTED_PX, Math.round(height * 0.3)) : FLAT_PX;
  return { strip, head: names + (hasGroups ? GROUP_PX : 0) };
}

/** The horizontal and the vertical axis on the screen. */
export interface ScreenAxes {
  readonly across: Axis;
  readonly down: Axis;
}

export function screenAxes(frame: PanoramaFrame): ScreenAxes {
  const [columns, rows] = [columnAxis(frame), rowAxis(frame)];
  return frame.transposed ? { across: rows, down: columns } : { across: columns, down: rows };
}

export function cellUnder(frame: PanoramaFrame, x: number, y: number, scale: number): CellPlace {
  const { across, down } = screenAxes(frame);
  const [right, below] = [cellAt(across, Math.max(0, Math.floor(x * scale))), cellAt(down, Math.max(0, Math.floor(y * scale)))];
  return frame.transposed ? { column: below, row: right } : { column: right, row: below };
}

/** Offsets of both edges of a cell along an axis; at least one device pixel apart. */
export function spanOf(axis: Axis, cell: number, scale: number): readonly [from: number, to: number] {
  const from = pixelOf(axis, cell);
  return [from / scale, Math.max(from + 1, pixelOf(axis, cell + 1)) / scale];
}
