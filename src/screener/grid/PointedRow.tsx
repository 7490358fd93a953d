/** Links the grid with a view in the second window: each marks the row under the pointer in the other. */
import type { DataEditorRef, Rectangle, Theme } from '@glideapps/glide-data-grid';
import { type RefObject, useEffect } from 'react';
import { onPointed, pointAt, pointedRow } from '../rows/pointed.ts';
import type { Frame } from '../state/store.ts';
import { lateParts } from './lateParts.ts';
import { paintLines } from './paintLines.ts';
import type { GridTheme } from './theme.ts';

interface PointedRowProps {
  readonly grid: RefObject<DataEditorRef | null>;
  readonly region: RefObject<Rectangle>;
  readonly theme: GridTheme;
  readonly frame: Frame;
}

export function PointedRow({ grid, region, theme, frame }: PointedRowProps) {
  useEffect(() => {
    const look: Partial<Theme> = { bgCell: theme.glide.accentLight ?? '' };
    let marked = -1;
    const mark = (): void => {
      const before = marked;
      marked = pointedRow() < 0 ? -1 : frame.rows.indexOf(pointedRow());
      if (marked !== before)
        paintLines(
          grid.current,
          region.current,
          [before, marked].filter((line) => line >= 0),
        );
    };
    lateParts.rowTheme = (line) => (line === marked ? look : undefined);
    lateParts.hovered = (line) => pointAt(frame.rows[line] ?? -1);
    mark();
    const end = onPointed(mark);
    return () => {
      end();
      lateParts.rowTheme = undefined;
      lateParts.hovered = undefined;
      // Row numbers are those of this result.
      pointAt(-1);
    };
  }, [grid, region, theme, frame]);
  return null;
}
