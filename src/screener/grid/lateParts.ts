/** Painters of lazily loaded parts, which register here and repaint. */
import type { GridCell, Rectangle, Theme } from '@glideapps/glide-data-grid';
import type { Inks } from './theme.ts';

export interface CellStyle {
  readonly tint: string;
  /** A sign in the corner, for color-blind users. */
  readonly sign: string;
}

export const lateParts: {
  drawCategories?: (
    context: CanvasRenderingContext2D,
    rect: Pick<Rectangle, 'x' | 'y' | 'width'>,
    id: string,
    inks: Inks,
  ) => void;
  styleOf?: ((columnId: string, row: number) => CellStyle | null) | undefined;
  /** Cells of the totals rows. */
  totalCell?: ((place: number, line: number) => GridCell) | undefined;
  /** Theme overrides of a line. */
  rowTheme?: ((line: number) => Partial<Theme> | undefined) | undefined;
  /** Line under the pointer, or -1. */
  hovered?: ((line: number) => void) | undefined;
} = {};
