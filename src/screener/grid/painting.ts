/** Painters of cells, headers and currencies, recreated only when their output changes. */
import type { DrawCellCallback, GridCell, Item, Rectangle } from '@glideapps/glide-data-grid';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { subscribeKey } from 'valtio/utils';
import { scaleText } from '../../catalogue/adaptive.ts';
import type { Column } from '../../catalogue/column.ts';
import { locale } from '../../shell/i18n.ts';
import { headerLabel } from '../asOf/todays.ts';
import { cut } from '../frame/cut.ts';
import { comparedIds, type ShownMoney, shownMoney } from '../rows/shownMoney.ts';
import { type Frame, type ShownComparison, state, type View } from '../state/store.ts';
import { onColumnArrival } from '../state/values.ts';
import { unitText } from '../state/words.ts';
import { cellAt, type FigureCell } from './cells.ts';
import { headerPainter, type Signs } from './header.ts';
import { ruleOf } from './rules.ts';
import { type GridTheme, SMALL_PX } from './theme.ts';

/** The column's unit, including the currency of amounts. */
export function moneyUnit(column: Column, currency: string | null): string {
  if (currency === null) return unitText(column);
  return column.unit === 'currency' ? currency : `${currency} ${unitText(column)}`;
}

/** Few edits change it, and with it the grid. */
const comparedNow = (): string => [...comparedIds(state.steps)].join('\n');

/** Changes only with the currencies. */
export function useMoney(frame: Frame | null, view: View): ShownMoney {
  const [compared, setCompared] = useState(comparedNow);
  useEffect(() => {
    setCompared(comparedNow());
    return subscribeKey(state, 'steps', () => setCompared(comparedNow()));
  }, []);
  const [arrived, setArrived] = useState(0);
  useEffect(() => onColumnArrival((id) => (id === 'currency' || id === 'usdRate') && setArrived((count) => count + 1)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: currencies and rates may arrive after the amounts
  return useMemo(() => shownMoney(view.money, frame, new Set(compared.split('\n'))), [frame, view.money, compared, arrived]);
}

export function isAdaptively({ numbers }: View, { layout }: GridTheme): boolean {
  return numbers === null ? layout.isCompact : numbers === 'adaptive';
}

/** Cell callback of the grid. A new function repaints everything. */
export function useCells(
  columns: readonly Column[],
  frame: Frame | null,
  comparison: ShownComparison | null,
  view: View,
  money: ShownMoney,
  locale: string,
  theme: GridTheme,
  arrivals: number,
) {
  const { lens, lensText } = view;
  const isAdaptive = isAdaptively(view, theme);
  // biome-ignore lint/correctness/useExhaustiveDependencies: late columns are added to the same frame
  return useMemo(() => {
    const maker = { columns, frame, locale, lens, lensText, tints: theme.tints, money, comparison, isAdaptive };
    return ([place, position]: Item): GridCell => cellAt(maker, place, position);
  }, [columns, frame, comparison, lens, lensText, isAdaptive, money, locale, theme, arrivals]);
}

/** Header painter. A new function repaints everything. */
export function useHeaders(
  columns: readonly Column[],
  signs: { readonly current: Signs },
  money: ShownMoney,
  currencies: string,
  frame: RefObject<Frame | null>,
  view: View,
  theme: GridTheme,
) {
  const isAdaptive = isAdaptively(view, theme);
  const language = locale();
  const date = frame.current?.date ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels depend on the language, units only on currencies
  return useMemo(
    () =>
      headerPainter({
        columns,
        labels: columns.map((column) => headerLabel(column.id)),
        units: columns.map((column) => moneyUnit(column, money.currencyOf(column))),
        scaleOf: (column) => {
          const values = isAdaptive ? frame.current?.columns.get(column.id) : undefined;
          return values?.kind === 'number' ? scaleText(ruleOf(column.display, values.values)) : '';
        },
        signs,
        theme,
      }),
    [columns, signs, currencies, frame, isAdaptive, language, theme, date],
  );
}

/** Cell painter: background colour, quiet unit before the figure, faint missing values. */
export function useFigures(theme: GridTheme): DrawCellCallback {
  return useMemo(() => {
    const { figurePx, padPx, isCompact } = theme.layout;
    const { mirror } = theme;
    const font = `${SMALL_PX - (isCompact ? 2 : 1)}px ${theme.fontFamily}`;
    const figureFont = `${figurePx}px ${theme.fontFamily}`;
    const fitted = (context: CanvasRenderingContext2D, text: string, width: number): string => {
      const key = `${figureFont}\n${width}\n${text}`;
      const known = cuts.get(key);
      if (known !== undefined) return known;
      if (cuts.size > CUTS_MAX) cuts.clear();
      const made = cut(context, text, width);
      cuts.set(key, made);
      return made;
    };
    // The grid has set font and colour and expects them unchanged; setting them is cheaper than reading them back.
    const draw: DrawCellCallback = ({ ctx, cell, rect, theme: { textDark } }, drawContent) => {
      const { unit, tint, faint, hatched, sign, contentAlign, isText } = cell as Partial<FigureCell>;
      if (isText) {
        const text = cell as { readonly data: string; displayData: string; contentAlign?: 'right' };
        text.displayData = fitted(ctx, text.data, rect.width - 2 * padPx);
        if (mirror) text.contentAlign = 'right';
      }
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
      if (sign) {
        ctx.font = SIGN_FONT;
        ctx.fillStyle = textDark;
        ctx.fillText(sign, contentAlign === 'right' || (isText && mirror) ? rect.x + 2 : rect.x + rect.width - 9, rect.y + 6);
        ctx.font = figureFont;
      }
      if (unit || faint) ctx.fillStyle = textDark;
    };
    if (!mirror) return draw;
    return (args, drawContent) => mirror.flipped(args.ctx, args.rect, () => draw(args, drawContent));
  }, [theme]);
}

const SIGN_FONT = '7px sans-serif';
/** Truncated texts by font, width and text: measuring is slow, and a remounted grid shows the same ones. */
const cuts = new Map<string, string>();
const CUTS_MAX = 5000;
const HATCH_PX = 6;

/** Hatching that continues across adjacent cells. */
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
