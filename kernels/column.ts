import type { Formula } from '../src/catalogue/formula.ts';
import type { ColumnOf } from './compute.ts';
import { compile, run } from './loops/cpu.ts';
import { rankDescending } from './sort/rank.ts';
import { workCounters } from './workCounters.ts';

const RESULT = 'result of the formula';

/**
 * One formula over the rows 0 … rowCount − 1 of a table. Unlike the ratios of compute.ts it may rank: rankDesc(x) is the rank of x
 * among all rows that have it.
 * @param rateOf factors per row that make a measure comparable before it is ranked; null for none
 */
export function computeColumn(
  formula: Formula,
  columnOf: ColumnOf,
  rowCount: number,
  rateOf: (measure: Formula) => Float32Array | null,
): Float32Array {
  const ranks = new Map<string, Float32Array>();
  const ranked = (measure: Formula): Formula => {
    const values = computeColumn(measure, columnOf, rowCount, rateOf);
    const rates = rateOf(measure);
    const isThere = new Uint8Array(rowCount);
    for (let row = 0; row < rowCount; row++) {
      if (rates !== null) values[row]! *= rates[row]!;
      isThere[row] = Number.isNaN(values[row]!) ? 0 : 1;
    }
    const id = `rank ${ranks.size}`;
    ranks.set(id, rankDescending(values, isThere));
    return { node: 'column', id };
  };
  const settled = (node: Formula): Formula => {
    if (node.node === 'negate') return { ...node, operand: settled(node.operand) };
    if (node.node === 'binary') return { ...node, left: settled(node.left), right: settled(node.right) };
    if (node.node !== 'call') return node;
    return node.name === 'rankDesc' ? ranked(node.operands[0]!) : { ...node, operands: node.operands.map(settled) };
  };
  const program = compile([{ id: RESULT, formula: settled(formula) }]);
  const values = new Float32Array(rowCount);
  workCounters.computedColumns++;
  workCounters.computedRows += rowCount;
  run(program, (id) => (id === RESULT ? values : (ranks.get(id) ?? columnOf(id))), 0, rowCount);
  return values;
}
