/** Sum, mean and median of the selected cells. Loaded with the first selection. */
import type { GridSelection, Rectangle } from '@glideapps/glide-data-grid';
import { type Column, isMoney, isText } from '../../catalogue/column.ts';
import { commonCurrency, exchangeInto } from '../rows/money.ts';
import { OWN_CURRENCY } from '../rows/shownMoney.ts';
import type { Frame, SelectionSummary } from '../state/store.ts';
import { cellCount } from './selection.ts';

/** Larger selections are only counted, not summed. */
const SUMMED_CELLS_MAX = 500_000;
/** Maximum of listed rows. */
const ROWS_MAX = 8;

/** Summary of the selected cells; null for fewer than two. */
export function summarise(
  selection: GridSelection,
  columns: readonly Column[],
  frame: Frame,
  money: string | null,
): SelectionSummary | null {
  const range = selection.current?.range;
  if (!range || cellCount(range) < 2) return null;
  const selected = columns.slice(range.x, range.x + range.width);
  const chosen = money === OWN_CURRENCY ? null : money;
  const currency = selected.some(isMoney) ? (chosen ?? currencyOf(range, frame)) : null;
  const figures = selected.filter((column) => !isText(column) && column.unit !== 'date');
  const units = new Set(figures.map(({ unit, display }) => `${unit} ${display}`));
  const isSummed = units.size === 1 && cellCount(range) <= SUMMED_CELLS_MAX;
  // Different units have no sum.
  const numbers = isSummed ? numbersIn(range, figures, frame, currency) : new Float64Array(0);
  let sum = 0;
  for (const value of numbers) sum += value;
  numbers.sort();
  const middle = numbers.length >> 1;
  const upper = numbers[middle] ?? Number.NaN;
  const median = numbers.length % 2 === 1 ? upper : (upper + (numbers[middle - 1] ?? Number.NaN)) / 2;
  const empty = numbers.length === 0;
  // A return is stored as 1 plus what the cells show.
  const ones = figures[0]?.display === 'rateBack' ? numbers.length - 1 : 0;
  return {
    cellCount: cellCount(range),
    rows: Array.from(frame.rows.subarray(range.y, range.y + Math.min(range.height, ROWS_MAX + 1))),
    display: figures[0]?.display ?? null,
    currency: figures.every(isMoney) ? currency : null,
    sum: empty ? Number.NaN : sum - ones,
    mean: empty ? Number.NaN : sum / numbers.length,
    median,
  };
}

/** The currency of the selected rows; the common one if they differ. */
function currencyOf({ y, height }: Rectangle, frame: Frame): string {
  const currencies = frame.columns.get('currency');
  if (currencies?.kind !== 'text') return commonCurrency(frame);
  const codes = new Set<number>();
  for (const row of frame.rows.subarray(y, y + height)) {
    codes.add(currencies.codes[row] ?? 0);
    if (codes.size > 1) return commonCurrency(frame);
  }
  const [code = 0] = codes;
  return currencies.labels[code] || commonCurrency(frame);
}

/** Numbers of the cells, converted to the currency; amounts without a rate are omitted. */
function numbersIn(range: Rectangle, columns: readonly Column[], frame: Frame, currency: string | null): Float64Array {
  const numbers: number[] = [];
  const exchange = currency ? exchangeInto(currency, frame) : null;
  for (const column of columns) {
    const values = frame.columns.get(column.id);
    if (values?.kind !== 'number' || column.unit === 'date') continue;
    for (const row of frame.rows.subarray(range.y, range.y + range.height)) {
      const value = (values.values[row] ?? Number.NaN) * (isMoney(column) ? (exchange?.factor(row) ?? Number.NaN) : 1);
      if (!Number.isNaN(value)) numbers.push(value);
    }
  }
  return Float64Array.from(numbers);
}
