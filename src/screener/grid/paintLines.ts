import type { DataEditorRef, Rectangle } from '@glideapps/glide-data-grid';
import { frozenIds } from '../columns/view.ts';

/** Repaints rows in all visible columns. */
export function paintLines(grid: DataEditorRef | null, { x, width }: Rectangle, lines: readonly number[]): void {
  const places = [...frozenIds().keys(), ...Array.from({ length: width + 1 }, (_, index) => x + index)];
  grid?.updateCells(places.flatMap((place) => lines.map((line) => ({ cell: [place, line] as const }))));
}
