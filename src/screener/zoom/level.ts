/** Semantic zoom: five levels from text to pixels, and cell sizes. */
import type { ColumnOrder, PanoramaReference, RowOrder } from '../../engine/panorama/frame.ts';
import { clamp } from '../frame/clamp.ts';

/** 1 text, 2 compact text, 3 percentiles on color, 4 color, 5 pixels. Levels 1 and 2 are the grid, 3 to 5 the panorama. */
export const LEVELS = [1, 2, 3, 4, 5] as const;
export type Level = (typeof LEVELS)[number];

/** Zoom level and panorama settings; null orders are the level's defaults. */
export interface Zoom {
  readonly level: Level;
  /** Cell size in CSS pixels; null for the level's default. */
  readonly cell: readonly [columnPx: number, rowPx: number] | null;
  readonly reference: PanoramaReference;
  /** Colors columns with both signs around zero. */
  readonly isAroundZero: boolean;
  readonly columnOrder: ColumnOrder | null;
  readonly rowOrder: RowOrder | null;
  /** Shows one listing per issuer. */
  readonly isOnePerIssuer: boolean;
  /** Columns run down and rows across. */
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

/** The panorama's contents and available space in CSS pixels. */
export interface Viewport {
  readonly columnCount: number;
  readonly rowCount: number;
  /** Along the axis of columns and of rows. */
  readonly columnsPx: number;
  readonly rowsPx: number;
}

/** Cells of level 3 fit two digits, those of level 4 only a color. */
const DIGITS_CELL = [28, 16] as const;
const HEAT_CELL = [11, 8] as const;
/** Larger cells switch to text. */
const COLUMN_MAX_PX = 40;
const ROW_MAX_PX = 24;
const COLUMN_MIN_PX = 2;
const HEAT_COLUMN_MAX_PX = 24;
/** Maximum row height at level 5. */
const PIXEL_ROW_MAX_PX = 8;
/** Minimum cell size for digits, and minimum row height of level 4. */
const DIGITS_FROM = [20, 12] as const;
const HEAT_FROM_ROW_PX = 4;

/** Minimum column width: all columns fit, or the width of level 4. */
function narrowest({ columnCount, columnsPx }: Viewport): number {
  return clamp(columnsPx / Math.max(1, columnCount), COLUMN_MIN_PX, HEAT_CELL[0]);
}

function lowest({ rowCount, rowsPx }: Viewport): number {
  return Math.min(1, rowsPx / Math.max(1, rowCount));
}

/** Default cell size of a level; fills the available space. */
function levelCell(level: Level, viewport: Viewport, isTransposed: boolean): readonly [number, number] {
  const { columnCount, rowCount, columnsPx, rowsPx } = viewport;
  if (level <= 3) return isTransposed ? [DIGITS_CELL[1], DIGITS_CELL[0]] : DIGITS_CELL;
  const fitting = Math.floor(columnsPx / Math.max(1, columnCount));
  if (level === 4) return [clamp(fitting, HEAT_CELL[0], HEAT_COLUMN_MAX_PX), HEAT_CELL[1]];
  const columnPx = clamp(columnsPx / Math.max(1, columnCount), COLUMN_MIN_PX, HEAT_COLUMN_MAX_PX);
  return [columnPx, clamp(rowsPx / Math.max(1, rowCount), 0, PIXEL_ROW_MAX_PX)];
}

/** Column width and row height in CSS pixels, along their own axes. */
export function cellSize({ level, cell, isTransposed }: Zoom, viewport: Viewport): readonly [columnPx: number, rowPx: number] {
  if (!cell) return levelCell(level, viewport, isTransposed);
  return [clamp(cell[0], COLUMN_MIN_PX, COLUMN_MAX_PX), clamp(cell[1], lowest(viewport), COLUMN_MAX_PX)];
}

export function hasDigits([columnPx, rowPx]: readonly [number, number], isTransposed: boolean): boolean {
  const [width, height] = isTransposed ? [rowPx, columnPx] : [columnPx, rowPx];
  return width >= DIGITS_FROM[0] && height >= DIGITS_FROM[1];
}

function levelOf(cell: readonly [number, number], isTransposed: boolean): Level {
  if (hasDigits(cell, isTransposed)) return 3;
  return cell[1] >= HEAT_FROM_ROW_PX ? 4 : 5;
}

/** Column width for a row height when both are zoomed. */
function widthBeside(rowPx: number, viewport: Viewport): number {
  return clamp((DIGITS_CELL[0] / DIGITS_CELL[1]) * rowPx, narrowest(viewport), COLUMN_MAX_PX);
}

export type ZoomAxis = 'both' | 'columns' | 'rows';

/** Zooms the panorama by a factor; switches to the grid when cells are large enough for text. */
export function zoomedBy(zoom: Zoom, factor: number, axis: ZoomAxis, viewport: Viewport): Zoom {
  const [columnPx, rowPx] = cellSize(zoom, viewport);
  if (axis === 'columns') return withCell(zoom, [clamp(columnPx * factor, COLUMN_MIN_PX, COLUMN_MAX_PX), rowPx]);
  const wished = rowPx * factor;
  if (axis === 'both' && factor > 1 && wished > ROW_MAX_PX) return { ...zoom, level: 2, cell: null };
  const nextRow = clamp(wished, lowest(viewport), zoom.isTransposed ? COLUMN_MAX_PX : ROW_MAX_PX);
  if (axis === 'rows') return withCell(zoom, [columnPx, nextRow]);
  // Keep a stretch made with Shift.
  const stretch = columnPx / widthBeside(rowPx, viewport);
  return withCell(zoom, [clamp(stretch * widthBeside(nextRow, viewport), COLUMN_MIN_PX, COLUMN_MAX_PX), nextRow]);
}

/** Zoom at which the given columns and rows fill the space. */
export function zoomedTo(zoom: Zoom, columnCount: number, rowCount: number, viewport: Viewport): Zoom {
  const cell = [viewport.columnsPx / Math.max(1, columnCount), viewport.rowsPx / Math.max(1, rowCount)] as const;
  return withCell(zoom, [
    clamp(cell[0], COLUMN_MIN_PX, COLUMN_MAX_PX),
    clamp(cell[1], lowest(viewport), zoom.isTransposed ? COLUMN_MAX_PX : ROW_MAX_PX),
  ]);
}

function withCell(zoom: Zoom, [columnPx, rowPx]: readonly [number, number]): Zoom {
  const cell = [Math.round(columnPx * 1000) / 1000, rowPx < 1 ? rowPx : Math.round(rowPx * 1000) / 1000] as const;
  return { ...zoom, level: levelOf(cell, zoom.isTransposed), cell };
}

/** The adjacent level, within the limits. */
export function besideLevel(level: Level, by: 1 | -1): Level {
  return LEVELS[clamp(LEVELS.indexOf(level) + by, 0, LEVELS.length - 1)] ?? level;
}
