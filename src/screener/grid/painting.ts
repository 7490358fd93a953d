/** Painters of cells, headers and currencies, recreated only when their output changes. */
import type { GridCell, Item } from '@glideapps/glide-data-grid';
import { type RefObject, useMemo, useSyncExternalStore } from 'react';
import { subscribeKey } from 'valtio/utils';
import { scaleText } from '../../catalogue/adaptive.ts';
import { type Column, isMoney } from '../../catalogue/column.ts';
import { locale } from '../../shell/i18n.ts';
import { headerLabel } from '../asOf/todays.ts';
import { comparedIds, type ShownMoney, shownMoney } from '../rows/shownMoney.ts';
import { columnOf, type Frame, type ShownComparison, state, type View } from '../state/store.ts';
import { columnArrivals } from '../state/values.ts';
import { unitText } from '../state/words.ts';
import { cellRenderers } from './cellPainter.ts';
import { type CellMaker, cellAt } from './cells.ts';
import { headerPainter, type Signs } from './header.ts';
import { ruleOf } from './rules.ts';
import type { GridTheme } from './theme.ts';

/** The column's unit, including the currency of amounts. */
export function moneyUnit(column: Column, currency: string | null): string {
  if (currency === null) return unitText(column);
  return column.unit === 'currency' ? currency : `${currency} ${unitText(column)}`;
}

/** The power of ten of the column's cells, such as ×10⁻⁶; empty for most. */
function scaleOf(column: Column, frame: Frame | null, isAdaptive: boolean): string {
  const values = isAdaptive ? frame?.columns.get(column.id) : undefined;
  return values?.kind === 'number' ? scaleText(ruleOf(column.display, values.values)) : '';
}

/** What a figure of a cell has to be read with: its power of ten and its unit. */
export function shownUnit(
  column: Column,
  { money, frame, isAdaptive }: Pick<CellMaker, 'money' | 'frame' | 'isAdaptive'>,
): string {
  return [scaleOf(column, frame, isAdaptive), moneyUnit(column, money.currencyOf(column))].filter(Boolean).join(' ');
}

/** Only columns of amounts, in a fixed order: few edits change it, and with it the grid. */
const comparedNow = (): string => [...comparedIds(state.steps)].filter(isAmount).sort().join('\n');
function isAmount(id: string): boolean {
  const column = columnOf(id);
  return column !== undefined && isMoney(column);
}
const onSteps = (listener: () => void): (() => void) => subscribeKey(state, 'steps', listener);

/** Changes only with the currencies. */
export function useMoney(frame: Frame | null, view: View): ShownMoney {
  const compared = useSyncExternalStore(onSteps, comparedNow);
  const arrived = useSyncExternalStore(columnArrivals.add, () =>
    ['currency', 'usdRate'].map((id) => frame?.columns.has(id)).join(),
  );
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
        scaleOf: (column) => scaleOf(column, frame.current, isAdaptive),
        signs,
        theme,
      }),
    [columns, signs, currencies, frame, isAdaptive, language, theme, date],
  );
}

/** New ones make the grid repaint every cell. */
export function useRenderers(theme: GridTheme) {
  return useMemo(() => cellRenderers(theme), [theme]);
}
