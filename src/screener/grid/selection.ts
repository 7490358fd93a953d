import { CompactSelection, type GridSelection, type Item, type Rectangle } from '@glideapps/glide-data-grid';

export const NO_SELECTION: GridSelection = { columns: CompactSelection.empty(), rows: CompactSelection.empty() };

/** Selects one cell with the cursor. */
export function cellSelection(cell: Item): GridSelection {
  const [x, y] = cell;
  return { ...NO_SELECTION, current: { cell, range: { x, y, width: 1, height: 1 }, rangeStack: [] } };
}

export function cellCount({ width, height }: Rectangle): number {
  return width * height;
}
