/** Messages between the page and the painter. */
import type { CellCode } from './codes.ts';
import type { DrawnFrame, PanoramaFrame, PanoramaRows } from './frame.ts';
import type { DrawerChoice } from './trial.ts';

/** Page → painter. */
export type PaintRequest =
  /** The port comes with it: the engine's other end. Also after the engine was started anew. */
  | { readonly kind: 'engine' }
  /** The canvas to draw on, given away by the page. A later one takes its place. */
  | { readonly kind: 'canvas'; readonly canvas: OffscreenCanvas }
  | { readonly kind: 'rows'; readonly rows: PanoramaRows }
  /** The columns of the frames from now on: most frames have those of the one before. */
  | { readonly kind: 'columns'; readonly columns: readonly string[] }
  /** The latest wins. */
  | { readonly kind: 'frame'; readonly number: number; readonly frame: Omit<PanoramaFrame, 'columns'> }
  /** These columns have other values now, though the table is the same: formulas of the screen. */
  | { readonly kind: 'forget'; readonly ids: readonly string[] }
  | { readonly kind: 'cell'; readonly ticket: number; readonly row: number; readonly id: string };

/** Painter → page. */
export type PaintAnswer =
  | { readonly kind: 'drawn'; readonly number: number; readonly drawn: Omit<DrawnFrame, 'frame'> }
  /** null while the column's codes have not come. */
  | { readonly kind: 'cell'; readonly ticket: number; readonly cell: CellCode | null }
  /** Who draws from now on, and why: once, when the first picture is whole and nobody asks for another. */
  | { readonly kind: 'chosen'; readonly choice: DrawerChoice }
  | { readonly kind: 'failed'; readonly message: string };
