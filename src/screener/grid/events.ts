/** What the grid listens to besides its own canvas: columns that arrive, and other panels that send it somewhere. */
import type { DataEditorRef, GridSelection, Item, Rectangle } from '@glideapps/glide-data-grid';
import { type RefObject, useEffect } from 'react';
import type { Column } from '../../catalogue/column.ts';
import { FROZEN_IDS } from '../columns/view.ts';
import { type Frame, state } from '../store.ts';
import { onColumnArrival } from '../values.ts';
import { onJump } from './jump.ts';
import { NO_SELECTION, summarise } from './selection.ts';

type GridRef = RefObject<DataEditorRef | null>;
type Region = RefObject<Rectangle>;

/** Paints a column again when its values have come and it is on the screen. */
export function useArrivals(ref: GridRef, region: Region, columns: readonly Column[]): void {
  useEffect(
    () =>
      onColumnArrival((id) => {
        const { x, y, width, height } = region.current;
        const arrived = columns.flatMap((column, place) => (column.id === id ? [place] : []));
        const places = arrived.filter((place) => place < FROZEN_IDS.length || (place >= x && place < x + width));
        const cells = places.flatMap((place) =>
          Array.from({ length: height }, (_, index) => ({ cell: [place, y + index] as const })),
        );
        if (cells.length > 0) ref.current?.updateCells(cells);
      }),
    [ref, region, columns],
  );
}

/** Brings a column into view and puts the cursor there, when asked to. */
export function useJumps(
  ref: GridRef,
  region: Region,
  columns: readonly Column[],
  row: number | undefined,
  select: (selection: GridSelection) => void,
): void {
  useEffect(
    () =>
      onJump((id) => {
        const place = columns.findIndex((column) => column.id === id);
        if (place < 0) return;
        const position = row ?? region.current.y;
        const cell: Item = [place, position];
        ref.current?.scrollTo(place, 0, 'horizontal', 0, 0, { hAlign: 'center' });
        select({ ...NO_SELECTION, current: { cell, range: { x: place, y: position, width: 1, height: 1 }, rangeStack: [] } });
        ref.current?.focus();
      }),
    [ref, region, columns, row, select],
  );
}

/** Keeps the figures of the selected cells for the status bar. */
export function useSummary(selection: GridSelection, columns: readonly Column[], frame: Frame | null): void {
  useEffect(() => {
    state.selection = frame ? summarise(selection, columns, frame) : null;
  }, [selection, columns, frame]);
}
