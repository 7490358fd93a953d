/** Cells on demand: the grid asks for a place, and gets the text of the value there. */
import { type GridCell, GridCellKind, type TextCell, type Theme } from '@glideapps/glide-data-grid';
import { type Column, isMoney, isText } from '../../catalogue/column.ts';
import { displayText, isoDate, MISSING_TEXT } from '../../catalogue/display.ts';
import type { ColumnValues } from '../../engine/protocol.ts';
import type { Frame } from '../store.ts';
import { countryName } from '../words.ts';

/** A cell that has a unit to be written in a quieter tone before its figure. */
export interface UnitCell extends TextCell {
  readonly unit: string;
}

const LOADING: GridCell = { kind: GridCellKind.Loading, allowOverlay: false };

/** The shortest text that gives this float32 back. */
export function float32Text(value: number): string {
  if (!Number.isFinite(value)) return '';
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}

function textAt(column: Extract<ColumnValues, { kind: 'text' }>, row: number): string {
  return column.labels[column.codes[row] ?? 0] ?? '';
}

/** A spreadsheet must not take a text for a formula. */
function guarded(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

export interface CellMaker {
  readonly columns: readonly Column[];
  readonly frame: Frame | null;
  readonly locale: string;
  readonly missing: Partial<Theme>;
}

/** The cell at a place of the grid. A column that has not come yet is an empty cell until it does. */
export function cellAt({ columns, frame, locale, missing }: CellMaker, place: number, position: number): GridCell {
  const column = columns[place];
  const row = frame?.rows[position];
  const values = column && frame?.columns.get(column.id);
  if (!column || row === undefined || !values) return LOADING;
  if (values.kind === 'text') return textCell(column, textAt(values, row), missing);
  const value = values.values[row] ?? Number.NaN;
  if (Number.isNaN(value)) return missingCell(missing, isText(column) ? 'left' : 'right');
  const text = displayText(value, column.display, locale);
  const raw = column.unit === 'date' ? isoDate(value) : float32Text(value);
  const cell: TextCell = {
    kind: GridCellKind.Text,
    data: text,
    displayData: text,
    copyData: raw,
    contentAlign: 'right',
    allowOverlay: false,
  };
  const currencies = isMoney(column) ? frame?.columns.get('currency') : undefined;
  if (currencies?.kind !== 'text') return cell;
  const unit: UnitCell = { ...cell, unit: textAt(currencies, row) };
  return unit;
}

function textCell(column: Column, label: string, missing: Partial<Theme>): GridCell {
  if (label === '') return missingCell(missing, 'left');
  const text = column.id === 'country' ? countryName(label) : label;
  return { kind: GridCellKind.Text, data: text, displayData: text, copyData: guarded(label), allowOverlay: false };
}

function missingCell(themeOverride: Partial<Theme>, contentAlign: 'left' | 'right'): GridCell {
  return {
    kind: GridCellKind.Text,
    data: MISSING_TEXT,
    displayData: MISSING_TEXT,
    copyData: '',
    contentAlign,
    themeOverride,
    allowOverlay: false,
  };
}
