/** How the grid paints: cells, headers and the codes of currencies, each made anew only when what it shows has changed. */
import type { DrawCellCallback, GridCell, Item, Rectangle } from '@glideapps/glide-data-grid';
import { type RefObject, useMemo } from 'react';
import { scaleText } from '../../catalogue/adaptive.ts';
import type { Column } from '../../catalogue/column.ts';
import { locale } from '../../shell/i18n.ts';
import { type Exchange, exchangeInto } from '../rows/money.ts';
import type { Frame, ShownComparison, View } from '../state/store.ts';
import { columnLabel, unitText } from '../state/words.ts';
import { cellAt, type FigureCell } from './cells.ts';
import { headerPainter, type Signs } from './header.ts';
import { ruleOf } from './rules.ts';
import { type GridTheme, SMALL_PX } from './theme.ts';

/** What the grid asks for a cell. A new one makes it paint everything again. */
export function useCells(
  columns: readonly Column[],
  frame: Frame | null,
  comparison: ShownComparison | null,
  view: View,
  locale: string,
  theme: GridTheme,
) {
  const { lens, lensText, money } = view;
  return useMemo(() => {
    let exchange: Exchange | null = null;
    const maker = { columns, frame, locale, lens, lensText, tints: theme.tints, comparison, isCompact: theme.layout.isCompact };
    return ([place, position]: Item): GridCell => {
      // The rates may come after the amounts.
      if (money && frame) exchange ??= exchangeInto(money, frame);
      return cellAt({ ...maker, exchange }, place, position);
    };
  }, [columns, frame, comparison, lens, lensText, money, locale, theme]);
}

/** Draws headers. A new one makes the grid paint everything again. */
export function useHeaders(
  columns: readonly Column[],
  signs: { readonly current: Signs },
  money: string | null,
  frame: RefObject<Frame | null>,
  theme: GridTheme,
) {
  const language = locale();
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language
  return useMemo(
    () =>
      headerPainter({
        columns,
        labels: columns.map((column) => columnLabel(column.id)),
        units: columns.map((column) => (money && column.unit === 'currency' ? money : unitText(column))),
        scaleOf: (column) => {
          const values = theme.layout.isCompact ? frame.current?.columns.get(column.id) : undefined;
          return values?.kind === 'number' ? scaleText(ruleOf(column.display, values.values)) : '';
        },
        signs,
        theme,
      }),
    [columns, signs, money, frame, language, theme],
  );
}

/** Puts the colour of a cell behind its figure, its unit in a quieter tone before it, and what is missing in a fainter one. */
export function useFigures(theme: GridTheme): DrawCellCallback {
  return useMemo(() => {
    const { figurePx, padPx, isCompact } = theme.layout;
    const font = `${SMALL_PX - (isCompact ? 2 : 1)}px ${theme.fontFamily}`;
    const figureFont = `${figurePx}px ${theme.fontFamily}`;
    // The grid has set font and colour of a text before it asks, and counts on finding them so; to read them back costs more than to set them.
    return ({ ctx, cell, rect, theme: { textDark } }, drawContent) => {
      const { unit, tint, faint, hatched } = cell as Partial<FigureCell>;
      if (tint) {
        ctx.fillStyle = tint;
        ctx.fillRect(rect.x, rect.y + 1, rect.width - 1, rect.height - 1);
        ctx.fillStyle = textDark;
      }
      if (hatched) hatch(ctx, rect, theme.inks.line);
      if (faint) ctx.fillStyle = theme.inks.faint;
      drawContent();
      if (unit) {
        ctx.font = font;
        ctx.fillStyle = theme.inks.faint;
        ctx.fillText(unit, rect.x + padPx, rect.y + rect.height / 2 + 1);
        ctx.font = figureFont;
      }
      if (unit || faint) ctx.fillStyle = textDark;
    };
  }, [theme]);
}

const HATCH_PX = 6;

/** Slanted lines over a cell; on the same lines in cells beside each other. */
function hatch(ctx: CanvasRenderingContext2D, { x, y, width, height }: Rectangle, ink: string): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(x, y + 1, width - 1, height - 1);
  ctx.clip();
  ctx.beginPath();
  const first = Math.floor((x - height) / HATCH_PX) * HATCH_PX;
  for (let at = first; at < x + width; at += HATCH_PX) {
    ctx.moveTo(at, y + height);
    ctx.lineTo(at + height, y);
  }
  ctx.strokeStyle = ink;
  ctx.lineWidth = 1;
  ctx.stroke();
  ctx.restore();
}
