/** Rule colors and totals rows. Loaded when the table uses either. */
import type { DataEditorRef, Rectangle } from '@glideapps/glide-data-grid';
import { type RefObject, useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { locale, useT } from '../../shell/i18n.ts';
import { colorsBy, RULE_SIGNS, type RuleColor, rulesOf } from '../rows/rules.ts';
import { distributionArrivals, distributionOf } from '../state/distributions.ts';
import { state } from '../state/store.ts';
import { columnArrivals } from '../state/values.ts';
import { counted } from '../state/words.ts';
import { type CellMaker, figureCell, PLAIN } from './cells.ts';
import { FigureCell, MISSING } from './figureCell.ts';
import { lateParts } from './lateParts.ts';
import { paintLines } from './paintLines.ts';
import type { GridTheme } from './theme.ts';
import { TOTALS, totalOf } from './totals.ts';

/** Translucent, for both themes. */
const TINTS: Readonly<Record<RuleColor, string>> = {
  green: 'rgba(46, 160, 67, 0.36)',
  amber: 'rgba(218, 150, 20, 0.36)',
  red: 'rgba(240, 70, 60, 0.36)',
  blue: 'rgba(56, 139, 253, 0.36)',
};

interface CellStylesProps {
  readonly grid: RefObject<DataEditorRef | null>;
  readonly region: RefObject<Rectangle>;
  readonly theme: GridTheme;
  readonly maker: Pick<CellMaker, 'columns' | 'frame' | 'money' | 'isAdaptive'>;
}

const blank = (text: string): FigureCell => new FigureCell(text, 'left', text);

const linesOf = ({ y, height }: Rectangle): readonly number[] => Array.from({ length: height + 1 }, (_, index) => y + index);

export function CellStyles({ grid, region, theme, maker }: CellStylesProps) {
  const t = useT();
  const { view } = useSnapshot(state);
  const { columns, frame, money, isAdaptive } = maker;
  const rules = useMemo(() => rulesOf(view), [view]);

  useEffect(() => {
    if (!frame) return;
    const totals = TOTALS.map((_, index) => frame.rows.length + index);
    const paint = (lines: readonly number[]): void => paintLines(grid.current, region.current, lines);
    const colorOf = colorsBy(rules, frame);
    lateParts.styleOf = (columnId, row) => {
      const color = colorOf(columnId, row);
      return color && { tint: TINTS[color], sign: RULE_SIGNS[color] };
    };
    const { layout, glide } = theme;
    const whole: CellMaker = { ...PLAIN, columns, frame, money, isAdaptive, locale: locale() };
    const themeOverride = { bgCell: glide.bgHeader ?? '', baseFontStyle: `600 ${layout.figurePx}px` };
    const cellOf = (place: number, line: number): FigureCell => {
      const column = columns[place];
      const which = TOTALS[line];
      if (!column || !which) return blank('');
      if (column.id === 'symbol') return blank(t(`totals.${which}`));
      if (column.id === 'name') return blank(line === 0 ? counted('totals.rows', frame.rows.length) : '');
      const value = totalOf(which, column, money, frame, distributionOf(column.id));
      if (value === null) return blank('');
      return Number.isNaN(value) ? MISSING.right : figureCell(whole, column, value);
    };
    lateParts.totalCell = (place, line) => cellOf(place, line).with({ themeOverride });
    paint([...linesOf(region.current), ...totals]);
    // The grid repaints arriving columns itself.
    const ends = [columnArrivals.add(() => paint(totals)), distributionArrivals.add(() => paint(totals))];
    return () => {
      for (const end of ends) end();
    };
  }, [grid, region, theme, columns, frame, money, isAdaptive, rules, t]);

  useEffect(
    () => () => {
      lateParts.styleOf = undefined;
      lateParts.totalCell = undefined;
      paintLines(grid.current, region.current, linesOf(region.current));
    },
    [grid, region],
  );
  return null;
}
