/** Grid cells on demand. */
import { type GridCell, GridCellKind } from '@glideapps/glide-data-grid';
import { type Column, isMoney, isText } from '../../catalogue/column.ts';
import { isoDate, MISSING_TEXT } from '../../catalogue/display.ts';
import type { ColumnValues } from '../../engine/table/columnValues.ts';
import { percentilesOf } from '../lens/percentiles.ts';
import { type LensTints, percentileText, perShade, tintOf } from '../lens/tints.ts';
import type { ShownMoney } from '../rows/shownMoney.ts';
import { shownNumber } from '../state/figures.ts';
import type { Frame, LensScope, LensText, ShownComparison } from '../state/store.ts';
import { textShown } from '../state/words.ts';
import { FigureCell, HATCHED, MISSING } from './figureCell.ts';
import { lateParts } from './lateParts.ts';
import { alignedText, ruleOf } from './rules.ts';

const LOADING: GridCell = { kind: GridCellKind.Loading, allowOverlay: false };

function textAt(column: Extract<ColumnValues, { kind: 'text' }>, row: number): string {
  return column.labels[column.codes[row] ?? 0] ?? '';
}

export interface CellMaker {
  readonly columns: readonly Column[];
  readonly frame: Frame | null;
  readonly locale: string;
  readonly lens: LensScope | null;
  readonly lensText: LensText;
  readonly tints: LensTints;
  /** Figures use their column's adaptive format instead of the specified one. */
  readonly isAdaptive: boolean;
  readonly money: ShownMoney;
  /** Which of two screens contains each row; null without a comparison. */
  readonly comparison: ShownComparison | null;
}

/** Cells without lens and comparison. */
export const PLAIN = { lens: null, lensText: 'values', tints: { higher: [], lower: [], neutral: [] }, comparison: null } as const;

/** The cell at a grid position. Columns not loaded yet give loading cells. */
export function cellAt(maker: CellMaker, place: number, position: number): GridCell {
  const { columns, frame } = maker;
  const column = columns[place];
  const row = frame?.rows[position];
  if (frame && row === undefined) return lateParts.totalCell?.(place, position - frame.rows.length) ?? LOADING;
  if (!frame || !column || row === undefined) return LOADING;
  const cell = valueCell(maker, frame, column, row);
  const style = lateParts.styleOf?.(column.id, row);
  return style && cell instanceof FigureCell ? cell.with(style) : cell;
}

function valueCell(maker: CellMaker, frame: Frame, column: Column, row: number): GridCell {
  const { lens } = maker;
  const values = frame.columns.get(column.id);
  if (!values) return LOADING;
  if (values.kind === 'text') {
    const cell = textCell(column, textAt(values, row));
    const { comparison } = maker;
    return column.id === 'symbol' && comparison && comparison.version === frame.version
      ? sideCell(cell, maker, comparison, row)
      : cell;
  }
  const value = values.values[row] ?? Number.NaN;
  const isRanked = lens !== null && column.unit !== 'date';
  if (Number.isNaN(value)) return isRanked ? HATCHED : MISSING[isText(column) ? 'left' : 'right'];
  if (isRanked && maker.lensText === 'percentiles') return percentileCell(maker, column, row, lens);
  const cell = isMoney(column) ? moneyCell(maker, column, row, value) : figureCell(maker, column, value);
  return isRanked ? tinted(cell, maker, column, row, lens) : cell;
}

/** Adds the background of the value's percentile, once loaded. */
function tinted(cell: FigureCell, { tints }: CellMaker, column: Column, row: number, lens: LensScope): FigureCell {
  const percentile = percentilesOf(lens, column.id)?.[row] ?? Number.NaN;
  if (!Number.isNaN(percentile)) cell.tint = tintOf(tints[column.better], percentile);
  return cell;
}

function figureText({ locale, isAdaptive, frame }: CellMaker, column: Column, value: number): string {
  if (!isAdaptive) return shownNumber(value, column.display, locale);
  const values = frame?.columns.get(column.id);
  if (values?.kind !== 'number') return shownNumber(value, column.display, locale);
  return column.unit === 'date' ? isoDate(value) : alignedText(value, ruleOf(column.display, values.values), locale);
}

export function figureCell(maker: CellMaker, column: Column, value: number): FigureCell {
  return new FigureCell(figureText(maker, column, value), 'right', value, column.unit === 'date');
}

/** An amount in the column's currency; in the row's own, with its code, without such a currency or an exchange rate. */
function moneyCell(maker: CellMaker, column: Column, row: number, value: number): FigureCell {
  const exchange = maker.money.exchangeOf(column);
  const converted = exchange ? Math.fround(value * exchange.factor(row)) : Number.NaN;
  if (!Number.isNaN(converted)) return figureCell(maker, column, converted);
  const cell = figureCell(maker, column, value);
  if (exchange === null && maker.money.currencyOf(column) !== null) return cell;
  const currencies = maker.frame?.columns.get('currency');
  if (currencies?.kind !== 'text') return cell;
  cell.unit = textAt(currencies, row);
  // Screen readers also get the unit.
  cell.data = `${cell.displayData} ${cell.unit}`;
  return cell;
}

function percentileCell({ tints }: CellMaker, column: Column, row: number, lens: LensScope): GridCell {
  const percentiles = percentilesOf(lens, column.id);
  if (!percentiles) return LOADING;
  const scale = tints[column.better];
  const cellOf = shades.get(scale) ?? perShade((percentile) => tintedCell(scale, percentile));
  shades.set(scale, cellOf);
  return cellOf(percentiles[row] ?? Number.NaN);
}

/** Cells by percentile for each color scale. */
const shades = new WeakMap<readonly string[], (percentile: number) => FigureCell>();

function tintedCell(tints: readonly string[], percentile: number): FigureCell {
  const text = Number.isNaN(percentile) ? MISSING_TEXT : percentileText(percentile);
  const cell = new FigureCell(text, 'right', text);
  cell.tint = tintOf(tints, percentile);
  return cell;
}

function textCell(column: Column, label: string): FigureCell {
  if (label === '') return MISSING.left;
  const cell = new FigureCell(textShown(column.id, label), 'left', label);
  cell.isText = true;
  return cell;
}

/** Marks the symbol of a row that only one of two screens contains. */
function sideCell(cell: FigureCell, { tints }: CellMaker, { sides }: ShownComparison, row: number): FigureCell {
  const side = sides[row];
  if (side !== 1 && side !== 2) return cell;
  const text = `${cell.displayData} ·${side === 1 ? 'A' : 'B'}`;
  return cell.with({ data: text, displayData: text, tint: tintOf(tints.higher, side === 1 ? 0.2 : 0.8) });
}
