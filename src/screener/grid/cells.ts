/** Grid cells on demand. */
import { type GridCell, GridCellKind, type TextCell } from '@glideapps/glide-data-grid';
import { type Column, isMoney, isText } from '../../catalogue/column.ts';
import { guardFormula, isoDate, MISSING_TEXT, shortestFloat } from '../../catalogue/display.ts';
import type { ColumnValues } from '../../engine/table/columnValues.ts';
import { percentilesOf } from '../lens/percentiles.ts';
import { type LensTints, percentileText, perShade, tintOf } from '../lens/tints.ts';
import type { ShownMoney } from '../rows/shownMoney.ts';
import { shownNumber } from '../state/figures.ts';
import type { Frame, LensScope, LensText, ShownComparison } from '../state/store.ts';
import { textShown } from '../state/words.ts';
import { lateParts } from './lateParts.ts';
import { alignedText, ruleOf } from './rules.ts';

/** Additional attributes for the cell painter: a unit before the figure, a background colour, a faint tone. */
export interface FigureCell extends TextCell {
  readonly unit?: string;
  readonly tint?: string;
  readonly faint?: true;
  /** Drawn in the corner opposite to the figure. */
  readonly sign?: string;
  /** Text, cut with an ellipsis. */
  readonly isText?: true;
  /** Hatched: no value to colour. */
  readonly hatched?: true;
}

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
  return style ? Object.assign({ ...cell }, style) : cell;
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
  return Number.isNaN(percentile) ? cell : Object.assign(cell, { tint: tintOf(tints[column.better], percentile) });
}

function figureText({ locale, isAdaptive, frame }: CellMaker, column: Column, value: number): string {
  const values = frame?.columns.get(column.id);
  if (!isAdaptive || values?.kind !== 'number') return shownNumber(value, column.display, locale);
  return column.unit === 'date' ? isoDate(value) : alignedText(value, ruleOf(column.display, values.values), locale);
}

export function figureCell(maker: CellMaker, column: Column, value: number): FigureCell {
  const text = figureText(maker, column, value);
  return {
    kind: GridCellKind.Text,
    data: text,
    displayData: text,
    // Lazy: most cells are never copied.
    get copyData() {
      return column.unit === 'date' ? isoDate(value) : shortestFloat(value);
    },
    contentAlign: 'right',
    allowOverlay: false,
  };
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
  const unit = textAt(currencies, row);
  // Screen readers also get the unit.
  return Object.assign(cell, { unit, data: `${cell.displayData} ${unit}` });
}

function percentileCell({ tints }: CellMaker, column: Column, row: number, lens: LensScope): GridCell {
  const percentiles = percentilesOf(lens, column.id);
  if (!percentiles) return LOADING;
  const scale = tints[column.better];
  const cellOf = shades.get(scale) ?? perShade((percentile) => tintedCell(scale, percentile));
  shades.set(scale, cellOf);
  return cellOf(percentiles[row] ?? Number.NaN);
}

/** Cells by percentile for each colour scale. */
const shades = new WeakMap<readonly string[], (percentile: number) => FigureCell>();

function tintedCell(tints: readonly string[], percentile: number): FigureCell {
  const text = Number.isNaN(percentile) ? MISSING_TEXT : percentileText(percentile);
  return {
    kind: GridCellKind.Text,
    data: text,
    displayData: text,
    copyData: text,
    contentAlign: 'right',
    allowOverlay: false,
    tint: tintOf(tints, percentile),
  };
}

function textCell(column: Column, label: string): GridCell | FigureCell {
  if (label === '') return MISSING.left;
  const text = textShown(column.id, label);
  return {
    kind: GridCellKind.Text,
    data: text,
    displayData: text,
    copyData: guardFormula(label),
    isText: true,
    allowOverlay: false,
  };
}

/** Marks the symbol of a row that only one of two screens contains. */
function sideCell(cell: GridCell, { tints }: CellMaker, { sides }: ShownComparison, row: number): GridCell {
  const side = sides[row];
  if (cell.kind !== GridCellKind.Text || (side !== 1 && side !== 2)) return cell;
  const text = `${cell.displayData} ·${side === 1 ? 'A' : 'B'}`;
  const marked: FigureCell = {
    ...cell,
    data: text,
    displayData: text,
    tint: tintOf(tints.higher, side === 1 ? 0.2 : 0.8),
  };
  return marked;
}

function missingCell(contentAlign: 'left' | 'right'): FigureCell {
  return {
    kind: GridCellKind.Text,
    data: MISSING_TEXT,
    displayData: MISSING_TEXT,
    copyData: '',
    contentAlign,
    faint: true,
    allowOverlay: false,
  };
}

const HATCHED: FigureCell = { ...missingCell('right'), hatched: true };
export const MISSING = { left: missingCell('left'), right: missingCell('right') } as const;
