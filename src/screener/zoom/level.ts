/** Semantic zoom: five levels, from text to pixels, and the sizes of cells between them. */
import type { ColumnOrder, PanoramaReference, RowOrder } from '../../engine/panorama/frame.ts';

/** 1 text, 2 compact text, 3 percentiles in digits on colour, 4 colour, 5 pixels. Levels 1 and 2 are the grid, 3 to 5 the panorama. */
export const LEVELS = [1, 2, 3, 4, 5] as const;
export type Level = (typeof LEVELS)[number];

/** How near one looks, and what the panorama shows; null orders are those that suit the level. */
export interface Zoom {
  readonly level: Level;
  /** CSS pixels of a column and of a row in the panorama; null: the sizes of the level. */
  readonly cell: readonly [columnPx: number, rowPx: number] | null;
  readonly reference: PanoramaReference;
  /** Columns with values on both sides of zero are coloured around zero. */
  readonly isAroundZero: boolean;
  readonly columnOrder: ColumnOrder | null;
  readonly rowOrder: RowOrder | null;
  /** Of several listings of an issuer the panorama shows one. */
  readonly isOnePerIssuer: boolean;
  /** In the panorama columns run down and rows across. */
  readonly isTransposed: boolean;
}

export const START_ZOOM: Zoom = {
  level: 1,
  cell: null,
  reference: 'universe',
  isAroundZero: false,
  columnOrder: null,
  rowOrder: null,
  isOnePerIssuer: false,
  isTransposed: false,
};

export function isPanorama({ level }: Zoom): boolean {
  return level >= 3;
}

/** What the panorama has to show, and the room for it in CSS pixels. */
export interface Room {
  readonly columnCount: number;
  readonly rowCount: number;
  /** Along the columns' and along the rows' axis. */
  readonly columnsPx: number;
  readonly rowsPx: number;
}

/** Cells of level 3 have room for two digits, those of level 4 for a colour. */
const DIGITS_CELL = [28, 16] as const;
const HEAT_CELL = [11, 8] as const;
/** A cell that has more than this is better a text. */
const COLUMN_MAX_PX = 40;
const ROW_MAX_PX = 24;
const COLUMN_MIN_PX = 2;
const HEAT_COLUMN_MAX_PX = 24;
/** Of a row when few rows fill the picture. */
const PIXEL_ROW_MAX_PX = 8;
/** Digits need so much; rows lower than the other are level 5. */
const DIGITS_FROM = [20, 12] as const;
const HEAT_FROM_ROW_PX = 4;

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

/** Columns are not made narrower than this: all fit, or they have the width of the heat. */
function narrowest({ columnCount, columnsPx }: Room): number {
  return clamp(columnsPx / Math.max(1, columnCount), COLUMN_MIN_PX, HEAT_CELL[0]);
}

function lowest({ rowCount, rowsPx }: Room): number {
  return Math.min(1, rowsPx / Math.max(1, rowCount));
}

/** Sizes of a level; the room that is left is used. */
function levelCell(level: Level, room: Room, isTransposed: boolean): readonly [number, number] {
  const { columnCount, rowCount, columnsPx, rowsPx } = room;
  if (level <= 3) return isTransposed ? [DIGITS_CELL[1], DIGITS_CELL[0]] : DIGITS_CELL;
  const fitting = Math.floor(columnsPx / Math.max(1, columnCount));
  if (level === 4) return [clamp(fitting, HEAT_CELL[0], HEAT_COLUMN_MAX_PX), HEAT_CELL[1]];
  const columnPx = clamp(columnsPx / Math.max(1, columnCount), COLUMN_MIN_PX, HEAT_COLUMN_MAX_PX);
  return [columnPx, clamp(rowsPx / Math.max(1, rowCount), 0, PIXEL_ROW_MAX_PX)];
}

/** Width of a column and height of a row, in CSS pixels; along the axis that they run on. */
export function cellSize({ level, cell, isTransposed }: Zoom, room: Room): readonly [columnPx: number, rowPx: number] {
  if (!cell) return levelCell(level, room, isTransposed);
  return [clamp(cell[0], COLUMN_MIN_PX, COLUMN_MAX_PX), clamp(cell[1], lowest(room), COLUMN_MAX_PX)];
}

export function hasDigits([columnPx, rowPx]: readonly [number, number], isTransposed: boolean): boolean {
  const [width, height] = isTransposed ? [rowPx, columnPx] : [columnPx, rowPx];
  return width >= DIGITS_FROM[0] && height >= DIGITS_FROM[1];
}

function levelOf(cell: readonly [number, number], isTransposed: boolean): Level {
  if (hasDigits(cell, isTransposed)) return 3;
  return cell[1] >= HEAT_FROM_ROW_PX ? 4 : 5;
}

/** The column width that goes with a row height when both are zoomed. */
function widthBeside(rowPx: number, room: Room): number {
  return clamp((DIGITS_CELL[0] / DIGITS_CELL[1]) * rowPx, narrowest(room), COLUMN_MAX_PX);
}

export type ZoomAxis = 'both' | 'columns' | 'rows';

/** The panorama's zoom, nearer by a factor; the grid's zoom when cells have become large enough for text. */
export function zoomedBy(zoom: Zoom, factor: number, axis: ZoomAxis, room: Room): Zoom {
  const [columnPx, rowPx] = cellSize(zoom, room);
  if (axis === 'columns') return withCell(zoom, [clamp(columnPx * factor, COLUMN_MIN_PX, COLUMN_MAX_PX), rowPx]);
  const wished = rowPx * factor;
  if (axis === 'both' && factor > 1 && wished > ROW_MAX_PX) return { ...zoom, level: 2, cell: null };
  const nextRow = clamp(wished, lowest(room), zoom.isTransposed ? COLUMN_MAX_PX : ROW_MAX_PX);
  if (axis === 'rows') return withCell(zoom, [columnPx, nextRow]);
  // What Shift has stretched stays stretched.
  const stretch = columnPx / widthBeside(rowPx, room);
  return withCell(zoom, [clamp(stretch * widthBeside(nextRow, room), COLUMN_MIN_PX, COLUMN_MAX_PX), nextRow]);
}

/** The zoom in which so many columns and rows fill the room. */
export function zoomedTo(zoom: Zoom, columnCount: number, rowCount: number, room: Room): Zoom {
  const cell = [room.columnsPx / Math.max(1, columnCount), room.rowsPx / Math.max(1, rowCount)] as const;
  return withCell(zoom, [
    clamp(cell[0], COLUMN_MIN_PX, COLUMN_MAX_PX),
    clamp(cell[1], lowest(room), zoom.isTransposed ? COLUMN_MAX_PX : ROW_MAX_PX),
  ]);
}

function withCell(zoom: Zoom, [columnPx, rowPx]: readonly [number, number]): Zoom {
  const cell = [Math.round(columnPx * 1000) / 1000, rowPx < 1 ? rowPx : Math.round(rowPx * 1000) / 1000] as const;
  return { ...zoom, level: levelOf(cell, zoom.isTransposed), cell };
}

/** A level nearer or further, as far as there is one. */
export function besideLevel(level: Level, by: 1 | -1): Level {
  return LEVELS[clamp(LEVELS.indexOf(level) + by, 0, LEVELS.length - 1)] ?? level;
}
