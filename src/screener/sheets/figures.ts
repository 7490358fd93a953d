/** Fields of the column sheet and their sorting. */
import { type Column, isMoney } from '../../catalogue/column.ts';
import type { ColumnDistribution } from '../../engine/worker/protocol.ts';
import { locale, t } from '../../shell/i18n.ts';
import { compareFigures, type Order } from '../columns/sortedTable.tsx';
import { formulaWords } from '../columns/words.ts';
import { commonCurrency } from '../rows/money.ts';
import { shownNumber } from '../state/figures.ts';
import { state } from '../state/store.ts';
import { columnLabel, groupLabel, percentWords, unitText } from '../state/words.ts';

export interface SheetLine {
  readonly column: Column;
  readonly label: string;
  readonly group: string;
  readonly unit: string;
  readonly words: string;
  readonly distribution: ColumnDistribution | undefined;
  /** Share of missing values in the universe; NaN until known. */
  readonly missing: number;
}

export const TEXT_FIELDS = ['label', 'group', 'unit', 'words'] as const;
export const NUMBER_FIELDS = ['missing', 'min', 'p5', 'median', 'p95', 'max', 'now'] as const;
export type Field = (typeof TEXT_FIELDS)[number] | (typeof NUMBER_FIELDS)[number];

/** The distributions are in the common currency. */
function amountUnit({ unit }: Column): string {
  const currency = commonCurrency(state.frame);
  return unit === 'currency' ? currency : t('sheet.amountPerShare', { currency });
}

export function sheetLine(column: Column, distribution: ColumnDistribution | undefined): SheetLine {
  return {
    column,
    label: columnLabel(column.id),
    group: groupLabel(column.group),
    unit: isMoney(column) ? amountUnit(column) : unitText(column),
    words: formulaWords(column),
    distribution,
    missing: distribution ? distribution.universe.missing / rowCount(distribution) : Number.NaN,
  };
}

function rowCount({ universe }: ColumnDistribution): number {
  return Math.max(1, universe.missing + universe.counts.reduce((sum, count) => sum + count, 0));
}

export function figure(line: SheetLine, field: (typeof NUMBER_FIELDS)[number]): number {
  if (field === 'missing') return line.missing;
  if (field === 'now') return line.distribution?.present.median ?? Number.NaN;
  return line.distribution?.universe[field] ?? Number.NaN;
}

export function figureWords(line: SheetLine, field: (typeof NUMBER_FIELDS)[number]): string {
  if (!line.distribution) return '';
  const value = figure(line, field);
  return field === 'missing' ? percentWords(value) : shownNumber(value, line.column.display, locale());
}

export function isNumberField(field: Field): field is (typeof NUMBER_FIELDS)[number] {
  return (NUMBER_FIELDS as readonly Field[]).includes(field);
}

/** Sorts by a field; missing figures last. */
export function sortLines(lines: readonly SheetLine[], { field, descending }: Order<Field>): readonly SheetLine[] {
  return lines.toSorted((a, b) => {
    if (!isNumberField(field)) return (descending ? -1 : 1) * a[field].localeCompare(b[field], locale());
    const [x, y] = [figure(a, field), figure(b, field)];
    return compareFigures(x, y, descending);
  });
}

export function fieldLabel(field: Field): string {
  return t(`sheet.${field}`);
}
