/** Messages between the page and the painter. */
import type { CellCode } from './codes.ts';
import type { DrawnFrame, PanoramaFrame, PanoramaRows } from './frame.ts';
import type { DrawerChoice } from './trial.ts';

/** Page → painter. */
export type PaintRequest =
  /** Transfers the port to the engine; sent again after the engine restarts. */
  | { readonly kind: 'engine' }
  /** The canvas to draw on, transferred by the page. A later one replaces it. */
  | { readonly kind: 'canvas'; readonly canvas: OffscreenCanvas }
  | { readonly kind: 'rows'; readonly rows: PanoramaRows }
  /** The columns of all following frames, because they seldom change. */
  | { readonly kind: 'columns'; readonly columns: readonly string[] }
  /** The latest wins. */
  | { readonly kind: 'frame'; readonly number: number; readonly frame: Omit<PanoramaFrame, 'columns'> }
  /** These columns have new values in the same table: formulas of the screen. */
  | { readonly kind: 'forget'; readonly ids: readonly string[] }
  | { readonly kind: 'cell'; readonly ticket: number; readonly row: number; readonly id: string };

/** Painter → page. */
export type PaintAnswer =
  | { readonly kind: 'drawn'; readonly number: number; readonly drawn: Omit<DrawnFrame, 'frame'> }
  /** null while the column's codes have not arrived. */
  | { readonly kind: 'cell'; readonly ticket: number; readonly cell: CellCode | null }
  /** Which back end draws from now on, and why; sent once, when the first picture is complete and no other is requested. */
  | { readonly kind: 'chosen'; readonly choice: DrawerChoice }
  | { readonly kind: 'failed'; readonly message: string };
