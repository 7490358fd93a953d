import { CompactSelection, type GridSelection, type Rectangle } from '@glideapps/glide-data-grid';
import type { Column } from '../../catalogue/column.ts';
import type { Frame, SelectionSummary } from '../store.ts';

/** Cells whose figures are summed up while the selection grows; beyond it only their number is shown. */
const SUMMED_CELLS_MAX = 500_000;

export const NO_SELECTION: GridSelection = { columns: CompactSelection.empty(), rows: CompactSelection.empty() };

export function cellCount({ width, height }: Rectangle): number {
  return width * height;
}

/** Figures of the selected cells, or null for less than two. */
export function summarise(selection: GridSelection, columns: readonly Column[], frame: Frame): SelectionSummary | null {
  const range = selection.current?.range;
  if (!range || cellCount(range) < 2) return null;
  const numbers = cellCount(range) <= SUMMED_CELLS_MAX ? numbersIn(range, columns, frame) : new Float64Array(0);
  let sum = 0;
  for (const value of numbers) sum += value;
  numbers.sort();
  const middle = numbers.length >> 1;
  const upper = numbers[middle] ?? Number.NaN;
  const median = numbers.length % 2 === 1 ? upper : (upper + (numbers[middle - 1] ?? Number.NaN)) / 2;
  const empty = numbers.length === 0;
  const displays = new Set(columns.slice(range.x, range.x + range.width).map((column) => column.display));
  return {
    cellCount: cellCount(range),
    display: displays.size === 1 ? (columns[range.x]?.display ?? null) : null,
    sum: empty ? Number.NaN : sum,
    mean: empty ? Number.NaN : sum / numbers.length,
    median,
  };
}

function numbersIn(range: Rectangle, columns: readonly Column[], frame: Frame): Float64Array {
  const numbers: number[] = [];
  for (const column of columns.slice(range.x, range.x + range.width)) {
    const values = frame.columns.get(column.id);
    if (values?.kind !== 'number' || column.unit === 'date') continue;
    for (const row of frame.rows.subarray(range.y, range.y + range.height)) {
      const value = values.values[row] ?? Number.NaN;
      if (!Number.isNaN(value)) numbers.push(value);
    }
  }
  return Float64Array.from(numbers);
}
