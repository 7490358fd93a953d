/** Access to the grid's selected cells. */
import type { GridCell, GridSelection } from '@glideapps/glide-data-grid';
import type { Column } from '../../catalogue/column.ts';
import type { Frame } from '../state/store.ts';

export interface Selected {
  readonly selection: GridSelection;
  readonly columns: readonly Column[];
  /** By column, as in the headers. */
  readonly units: readonly string[];
  readonly frame: Frame;
  readonly cell: (place: readonly [column: number, position: number]) => GridCell;
}

let provide: (() => Selected | null) | null = null;

/** Registers the grid as provider. Returns the cleanup. */
export function provideSelected(take: () => Selected | null): () => void {
  provide = take;
  return () => {
    if (provide === take) provide = null;
  };
}

export function selectedCells(): Selected | null {
  return provide?.() ?? null;
}
