/** How the grid paints: cells, headers and the codes of currencies, each made anew only when what it shows has changed. */
import type { DrawCellCallback, GridCell, Item } from '@glideapps/glide-data-grid';
import { useMemo } from 'react';
import type { Column } from '../../catalogue/column.ts';
import type { Frame, StepEntry } from '../store.ts';
import { columnLabel, unitText } from '../words.ts';
import { cellAt, type UnitCell } from './cells.ts';
import { headerPainter } from './header.ts';
import { sortMarks } from './marks.ts';
import { type GridTheme, SMALL_PX } from './theme.ts';

const UNIT_PAD_PX = 7;

/** What the grid asks for a cell. A new one makes it paint everything again. */
export function useCells(columns: readonly Column[], frame: Frame | null, locale: string, theme: GridTheme) {
  return useMemo(() => {
    const missing = { textDark: theme.inks.faint };
    return ([place, position]: Item): GridCell => cellAt({ columns, frame, locale, missing }, place, position);
  }, [columns, frame, locale, theme]);
}

export function useHeaders(columns: readonly Column[], steps: readonly StepEntry[], theme: GridTheme) {
  // A new painter paints everything again, so it must not change with every edit of a step.
  const marks = JSON.stringify([...sortMarks(steps)]);
  return useMemo(
    () =>
      headerPainter({
        columns,
        labels: columns.map((column) => columnLabel(column.id)),
        units: columns.map(unitText),
        marks: new Map(JSON.parse(marks)),
        theme,
      }),
    [columns, marks, theme],
  );
}

/** Writes the unit of a cell, if it has one, in a quieter tone than its figure. */
export function useUnits(theme: GridTheme): DrawCellCallback {
  return useMemo(() => {
    const font = `${SMALL_PX - 1}px ${theme.fontFamily}`;
    return ({ ctx, cell, rect }, drawContent) => {
      drawContent();
      const { unit } = cell as Partial<UnitCell>;
      if (!unit) return;
      const { font: before, fillStyle } = ctx;
      ctx.font = font;
      ctx.fillStyle = theme.inks.faint;
      ctx.fillText(unit, rect.x + UNIT_PAD_PX, rect.y + rect.height / 2 + 1);
      ctx.font = before;
      ctx.fillStyle = fillStyle;
    };
  }, [theme]);
}
