/** A screen's result and the columns that its steps read, so that it can be rerun over the data of that time. */

import { columnById } from '../../catalogue/catalogue.ts';
import type { Column } from '../../catalogue/column.ts';
import { isText } from '../../catalogue/column.ts';
import { applySteps } from '../run/apply.ts';
import { stepColumns } from '../steps/language.ts';
import type { Step } from '../steps/registry.ts';
import type { ColumnValues } from '../table/columnValues.ts';
import { currencyRates } from '../table/currencyRates.ts';
import type { Table } from '../table/table.ts';
import { withFormulas } from '../table/withFormulas.ts';
import { type Receipt, receipt } from './receipt.ts';

export interface Snapshot {
  readonly receipt: Receipt;
  readonly rowCount: number;
  readonly columns: readonly ColumnValues[];
  /** Those of the columns that the catalogue does not have. */
  readonly otherColumns: readonly Column[];
}

/** Read by every screen: what identifies a row, groups it, and makes amounts comparable. */
const ALWAYS = ['symbol', 'exchange', 'country', 'sector', 'currency', 'usdRate', 'date'] as const;

/** The table, recording the columns that are read. Its arrays are copies, so that caches keyed by them do not answer. */
function notingReads(table: Table, read: Set<string>): Table {
  return {
    ...table,
    rows: table.rows.slice(),
    rates: table.rates.slice(),
    numbers: (id) => {
      read.add(id);
      return table.numbers(id);
    },
    text: (id) => {
      read.add(id);
      return table.text(id);
    },
  };
}

function columnOf(table: Table, id: string): ColumnValues | null {
  const text = table.text(id);
  if (text) return { kind: 'text', id, codes: text.codes.slice(), labels: text.labels };
  const values = table.numbers(id);
  return values ? { kind: 'number', id, values: values.slice() } : null;
}

/** Runs the steps and stores every column that they read. Rows are stored in the table's order, which must be final. */
export function takeSnapshot(universe: Table, steps: readonly Step[]): Snapshot {
  const table = withFormulas(universe, []);
  const read = new Set<string>([...ALWAYS, ...steps.flatMap(stepColumns)]);
  const { rows } = applySteps(notingReads(table, read), steps, null);
  const ids = [...read];
  return {
    receipt: receipt(table, rows),
    rowCount: table.rowCount,
    columns: ids.flatMap((id) => columnOf(table, id) ?? []),
    otherColumns: ids.flatMap((id) => (columnById(id) ? [] : (table.column(id) ?? []))),
  };
}

/** The table of that time, with the stored columns. */
export function tableOf({ rowCount, columns, otherColumns }: Snapshot): Table {
  const others = new Map(otherColumns.map((column) => [column.id, column]));
  const byId = new Map(columns.map((column) => [column.id, column]));
  const numbers: Table['numbers'] = (id) => {
    const column = byId.get(id);
    return column?.kind === 'number' ? column.values : undefined;
  };
  const text: Table['text'] = (id) => {
    const column = byId.get(id);
    return column?.kind === 'text' ? column : undefined;
  };
  return {
    ...currencyRates(numbers('usdRate'), text('currency'), rowCount),
    version: 0,
    rowCount,
    rows: Uint32Array.from({ length: rowCount }, (_, row) => row),
    numbers,
    text,
    column: (id) => columnById(id) ?? others.get(id),
    otherColumns,
  };
}

function isColumn(value: unknown, rowCount: number): value is ColumnValues {
  const { kind, id, values, codes, labels } = (value ?? {}) as Record<string, unknown>;
  if (typeof id !== 'string') return false;
  const known = columnById(id);
  if (known && isText(known) !== (kind === 'text')) return false;
  if (kind === 'number') return values instanceof Float32Array && values.length === rowCount;
  return (
    kind === 'text' &&
    codes instanceof Uint32Array &&
    codes.length === rowCount &&
    Array.isArray(labels) &&
    labels.every((label) => typeof label === 'string') &&
    codes.every((code) => code < labels.length)
  );
}

function isReceipt(value: unknown): value is Receipt {
  const { dataDate, countryDates, universeCount, rowCount, digest } = (value ?? {}) as Record<string, unknown>;
  return (
    (dataDate === null || typeof dataDate === 'string') &&
    Array.isArray(countryDates) &&
    countryDates.every((date) => typeof date === 'object' && date !== null) &&
    Number.isInteger(universeCount) &&
    Number.isInteger(rowCount) &&
    typeof digest === 'string'
  );
}

/** True when a stored value is a complete snapshot. */
export function isSnapshot(value: unknown): value is Snapshot {
  const { receipt: kept, rowCount, columns, otherColumns } = (value ?? {}) as Record<string, unknown>;
  if (!isReceipt(kept) || !Number.isInteger(rowCount) || !Array.isArray(columns) || !Array.isArray(otherColumns)) return false;
  // Every table has symbols. Without a column, nothing would bound rowCount.
  if (!columns.some((column) => (column as { id?: unknown } | null)?.id === 'symbol')) return false;
  const isNamed = (column: unknown): boolean => typeof (column as Column | null)?.id === 'string';
  return otherColumns.every(isNamed) && columns.every((column) => isColumn(column, rowCount as number));
}
