/** Rows as points of a scatter, on the axes that the headers of the two columns have. */
import { isMoney } from '../../catalogue/column.ts';
import { placeOf } from '../grid/spread.ts';
import { exchangeInto } from '../rows/money.ts';
import { distributionOf } from '../state/distributions.ts';
import { columnOf, type Frame } from '../state/store.ts';

export interface Points {
  readonly rows: Uint32Array;
  /** 0 … 1 along each axis. */
  readonly x: Float32Array;
  readonly y: Float32Array;
}

/** Place of a row's value along the axis of a column, 0 … 1; NaN without a value. */
function axisOf(id: string, frame: Frame): ((row: number) => number) | null {
  const column = columnOf(id);
  const values = frame.columns.get(id);
  const universe = distributionOf(id)?.universe;
  if (!column || values?.kind !== 'number' || !universe || universe.counts.length === 0) return null;
  const exchange = isMoney(column) ? exchangeInto('USD', frame) : null;
  const binCount = universe.counts.length;
  return (row) => placeOf((values.values[row] ?? Number.NaN) * (exchange?.factor(row) ?? 1), universe) / binCount;
}

/** The present rows that have both values; null while one of the columns has not come. */
export function pointsOf(xId: string, yId: string, frame: Frame): Points | null {
  const [along, up] = [axisOf(xId, frame), axisOf(yId, frame)];
  if (!along || !up) return null;
  const rows = new Uint32Array(frame.rows.length);
  const x = new Float32Array(frame.rows.length);
  const y = new Float32Array(frame.rows.length);
  let count = 0;
  for (const row of frame.rows) {
    const [right, high] = [along(row), up(row)];
    if (Number.isNaN(right) || Number.isNaN(high)) continue;
    rows[count] = row;
    x[count] = right;
    y[count] = high;
    count++;
  }
  return { rows: rows.subarray(0, count), x: x.subarray(0, count), y: y.subarray(0, count) };
}

/** The row whose point is nearest to a place, both 0 … 1; null when none is near. */
export function rowNear({ rows, x, y }: Points, atX: number, atY: number, within: number): number | null {
  let nearest: number | null = null;
  let least = within * within;
  for (const [index, row] of rows.entries()) {
    const distance = ((x[index] ?? 0) - atX) ** 2 + ((y[index] ?? 0) - atY) ** 2;
    if (distance <= least) {
      least = distance;
      nearest = row;
    }
  }
  return nearest;
}
