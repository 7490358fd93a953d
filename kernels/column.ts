import { type Formula, withRankColumns } from '../src/catalogue/formula.ts';
import type { ColumnOf } from './compute.ts';
import { compile, run } from './loops/cpu.ts';
import { rankDescending } from './sort/rank.ts';
import { workCounters } from './workCounters.ts';

const RESULT = 'result of the formula';

function countingRows(rows: Uint32Array, rowCount: number): Uint8Array | undefined {
  if (rows.length === rowCount) return undefined;
  const counts = new Uint8Array(rowCount);
  for (const row of rows) counts[row] = 1;
  return counts;
}

/**
 * One formula over the rows 0 … rowCount − 1 of a table. Unlike the ratios of compute.ts it may rank: rankDesc(x) is the rank of x
 * among all rows that have it.
 * @param rows the rows included in ranks, such as the listed ones of a snapshot; all by default
 * @param rateOf factors per row that make a measure comparable before it is ranked; null for none
 */
export function computeColumn(
  formula: Formula,
  columnOf: ColumnOf,
  rowCount: number,
  rateOf: (measure: Formula) => Float32Array | null,
  rows?: Uint32Array,
): Float32Array {
  const counts = rows && countingRows(rows, rowCount);
  const ranks = new Map<string, Float32Array>();
  const ranked = (measure: Formula): string => {
    const values = computeColumn(measure, columnOf, rowCount, rateOf, rows);
    const rates = rateOf(measure);
    const isThere = new Uint8Array(rowCount);
    for (let row = 0; row < rowCount; row++) {
      if (rates !== null) values[row]! *= rates[row]!;
      isThere[row] = Number.isNaN(values[row]!) ? 0 : (counts?.[row] ?? 1);
    }
    const id = `rank ${ranks.size}`;
    ranks.set(id, rankDescending(values, isThere));
    return id;
  };
  const program = compile([{ id: RESULT, formula: withRankColumns(formula, ranked) }]);
  const values = new Float32Array(rowCount);
  workCounters.computedColumns++;
  workCounters.computedRows += rowCount;
  run(program, (id) => (id === RESULT ? values : (ranks.get(id) ?? columnOf(id))), 0, rowCount);
  return values;
}
