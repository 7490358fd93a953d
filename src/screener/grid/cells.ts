/** Cells on demand: the grid asks for a place, and gets the text of the value there. */
import { type GridCell, GridCellKind, type TextCell, type Theme } from '@glideapps/glide-data-grid';
import { type Column, isMoney, isText } from '../../catalogue/column.ts';
import { displayText, guardFormula, isoDate, MISSING_TEXT, shortestFloat } from '../../catalogue/display.ts';
import type { ColumnValues } from '../../engine/protocol.ts';
import type { Frame } from '../store.ts';
import { countryName } from '../words.ts';

/** A cell that has a unit to be written in a quieter tone before its figure. */
export interface UnitCell extends TextCell {
  readonly unit: string;
}

const LOADING: GridCell = { kind: GridCellKind.Loading, allowOverlay: false };

function textAt(column: Extract<ColumnValues, { kind: 'text' }>, row: number): string {
  return column.labels[column.codes[row] ?? 0] ?? '';
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
  const cell: TextCell = {
    kind: GridCellKind.Text,
    data: text,
    displayData: text,
    // Made when it is copied: most cells are only painted.
    get copyData() {
      return column.unit === 'date' ? isoDate(value) : shortestFloat(value);
    },
    contentAlign: 'right',
    allowOverlay: false,
  };
  const currencies = isMoney(column) ? frame?.columns.get('currency') : undefined;
  if (currencies?.kind !== 'text') return cell;
  return Object.assign(cell, { unit: textAt(currencies, row) });
}

function textCell(column: Column, label: string, missing: Partial<Theme>): GridCell {
  if (label === '') return missingCell(missing, 'left');
  const text = column.id === 'country' ? countryName(label) : label;
  return { kind: GridCellKind.Text, data: text, displayData: text, copyData: guardFormula(label), allowOverlay: false };
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
