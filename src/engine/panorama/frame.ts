/** What one picture of the panorama shows, and which cell is under which pixel. Shared by page and painter, so that both find the same cell. */

/** What a value is compared with for its color. `remaining`: the rows of the result; `size`: rows in the same decile of market capitalisation. */
export const PANORAMA_REFERENCES = ['universe', 'sector', 'remaining', 'size'] as const;
export type PanoramaReference = (typeof PANORAMA_REFERENCES)[number];

/** `difference`: the columns that distinguish the result most from the universe first; `cluster`: correlated columns next to each other. */
export const COLUMN_ORDERS = ['group', 'difference', 'cluster'] as const;
export type ColumnOrder = (typeof COLUMN_ORDERS)[number];

/** `sector`: by sector, then the largest companies first; `similarity`: similar rows next to each other. */
export const ROW_ORDERS = ['screen', 'sector', 'similarity'] as const;
export type RowOrder = (typeof ROW_ORDERS)[number];

/** One picture. Lengths are in device pixels. */
export interface PanoramaFrame {
  /** Ids of number columns in drawing order. */
  readonly columns: readonly string[];
  /** The column and the row at the canvas's left and top edge, in cells from 0; fractions are hidden beyond the edge. Not negative. */
  readonly left: number;
  readonly top: number;
  /** Pixels per column, at least 1. */
  readonly cellWidth: number;
  /** Pixels per row; below 1 each pixel is a bin of rows. */
  readonly cellHeight: number;
  readonly width: number;
  readonly height: number;
  readonly reference: PanoramaReference;
  /** Columns with values on both sides of zero are colored around zero instead of around their median. */
  readonly aroundZero: boolean;
  readonly theme: 'dark' | 'light';
  /** Shows the percentile in two digits where cells are large enough; `mirrored` for a picture that is displayed mirrored. */
  readonly digits: boolean | 'mirrored';
  /** Columns run down and rows across; cellWidth still belongs to columns and cellHeight to rows, left to columns and top to rows. */
  readonly transposed: boolean;
}

/** The distinct rows that pictures show, in order. */
export interface PanoramaRows {
  /** Version of the table that the row numbers belong to. */
  readonly version: number;
  /** Rows of that table. */
  readonly rowCount: number;
  readonly rows: Uint32Array;
  /** The rows of the result, which `remaining` compares with; more than `rows` when only some are shown. */
  readonly remaining: Uint32Array;
}

/** A picture on the canvas. */
export interface DrawnFrame {
  readonly frame: PanoramaFrame;
  /** Columns in view whose percentiles are still being computed: drawn empty, and again when they arrive. */
  readonly pending: number;
  /** Grows whenever percentiles arrive or lose their meaning. */
  readonly codesVersion: number;
  readonly backend: 'webgl2' | 'cpu';
  /** Drawing time. */
  readonly ms: number;
}

/** Subdivisions of a pixel for measuring cells, and of a row for measuring bins. */
const PIXEL_PARTS = 256;
const ROW_PARTS = 65_536;

/** Cells along one edge of the canvas, in integers so that every back end finds the same cell. */
export interface Axis {
  /** The cell under the first pixel. */
  readonly first: number;
  /** True for cells smaller than a pixel: each pixel has `whole` + `part` / 65,536 of them; else a cell has `size` / 256 pixels. */
  readonly isBinned: boolean;
  readonly size: number;
  readonly whole: number;
  readonly part: number;
  /** The part of the first cell before the first pixel: in subdivisions of a pixel, or of a row when binned. */
  readonly offset: number;
}

/**
 * @param start the cell at the edge, with its fraction
 * @param size pixels per cell; below 1 pixels hold several cells
 */
export function axisOf(start: number, size: number): Axis {
  const first = Math.floor(start);
  if (size >= 1) {
    const parts = Math.round(size * PIXEL_PARTS);
    const offset = Math.min(parts - 1, Math.floor((start - first) * parts));
    return { first, isBinned: false, size: parts, whole: 0, part: 0, offset };
  }
  const perPixel = Math.round(ROW_PARTS / size);
  const offset = Math.floor((start - first) * ROW_PARTS);
  return { first, isBinned: true, size: 0, whole: Math.floor(perPixel / ROW_PARTS), part: perPixel % ROW_PARTS, offset };
}

/** The cell under a pixel, or the first of a bin; may be beyond the last cell. The bin ends where the next pixel's begins. */
export function cellAt({ first, isBinned, size, whole, part, offset }: Axis, pixel: number): number {
  if (!isBinned) return first + Math.floor((pixel * PIXEL_PARTS + offset) / size);
  return first + pixel * whole + Math.floor((pixel * part + offset) / ROW_PARTS);
}

/** The first pixel of a cell, negative for a cell before the canvas. When binned, the pixel whose bin has the cell. */
export function pixelOf(axis: Axis, cell: number): number {
  const { first, isBinned, size, whole, part, offset } = axis;
  if (!isBinned) return Math.ceil(((cell - first) * size - offset) / PIXEL_PARTS);
  const perPixel = whole * ROW_PARTS + part;
  return Math.ceil(((cell - first + 1) * ROW_PARTS - offset) / perPixel) - 1;
}

export function columnAxis({ left, cellWidth }: PanoramaFrame): Axis {
  return axisOf(left, Math.max(1, cellWidth));
}

export function rowAxis({ top, cellHeight }: PanoramaFrame): Axis {
  return axisOf(top, cellHeight);
}
