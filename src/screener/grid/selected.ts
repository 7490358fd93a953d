/** The selected cells, for whoever wants to read them. */
import type { GridCell, GridSelection } from '@glideapps/glide-data-grid';
import type { Column } from '../../catalogue/column.ts';
import type { Frame } from '../state/store.ts';

export interface Selected {
  readonly selection: GridSelection;
  readonly columns: readonly Column[];
  /** Of each column, as its header says it. */
  readonly units: readonly string[];
  readonly frame: Frame;
  readonly cell: (place: readonly [column: number, position: number]) => GridCell;
}

let provide: (() => Selected | null) | null = null;

/** Called by the grid, which knows what is selected. */
export function provideSelected(take: () => Selected | null): () => void {
  provide = take;
  return () => {
    if (provide === take) provide = null;
  };
}

export function selectedCells(): Selected | null {
  return provide?.() ?? null;
}
