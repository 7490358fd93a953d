/** Access to the grid's selected cells. */
import type { GridCell, GridSelection } from '@glideapps/glide-data-grid';
import type { Column } from '../../catalogue/column.ts';
import { makeSlot } from '../frame/slot.ts';
import type { Frame } from '../state/store.ts';

export interface Selected {
  readonly selection: GridSelection;
  readonly columns: readonly Column[];
  /** By column, as in the headers. */
  readonly units: readonly string[];
  /** By column, that of its amounts; null where rows differ, and for other columns. */
  readonly currencies: readonly (string | null)[];
  readonly frame: Frame;
  readonly cell: (place: readonly [column: number, position: number]) => GridCell;
}

const grid = makeSlot<() => Selected | null>();
export const provideSelected = grid.provide;

export function selectedCells(): Selected | null {
  return grid.current()?.() ?? null;
}
