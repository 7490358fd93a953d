/** What the grid paints once it has come, behind the first rows: whoever brings it puts it here, and paints again. */
import type { GridCell, Rectangle } from '@glideapps/glide-data-grid';
import type { Inks } from './theme.ts';

export interface CellStyle {
  readonly tint: string;
  /** A sign in the corner: colour alone says nothing to some. */
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
  /** The cell of a column in a line below the rows. */
  totalCell?: ((place: number, line: number) => GridCell) | undefined;
} = {};
