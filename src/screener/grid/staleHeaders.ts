/** Headers to be repainted: at most once per animation frame. */
import type { DataEditorRef, Rectangle } from '@glideapps/glide-data-grid';
import type { RefObject } from 'react';
import type { Column } from '../../catalogue/column.ts';
import { frozenIds } from '../columns/view.ts';

export type GridRef = RefObject<DataEditorRef | null>;
export type Region = RefObject<Rectangle>;

const stale = new Set<string>();
let request = 0;

/** Repaints changed headers that are visible in the next frame, except those that a full repaint of the grid includes before. */
export function paintHeaders(ref: GridRef, region: Region, columns: readonly Column[], isChanged: (id: string) => boolean): void {
  for (const { id } of columns) if (isChanged(id)) stale.add(id);
  cancelAnimationFrame(request);
  if (stale.size === 0) return;
  request = requestAnimationFrame(() => {
    const { x, width } = region.current;
    const frozen = frozenIds().length;
    const cells = columns.flatMap(({ id }, place) =>
      (place < frozen || (place >= x && place <= x + width)) && stale.has(id) ? [{ cell: [place, -1] as const }] : [],
    );
    stale.clear();
    if (cells.length > 0) ref.current?.updateCells(cells);
  });
}

/** Called for every painted header. */
export function notePainted(id: string): void {
  stale.delete(id);
}
