import { type Formula, operandsOf, operationOf } from '../../src/catalogue/formula.ts';
import { LOOPS } from './loops.ts';

const a = new Float32Array(1);
const b = new Float32Array(1);
const out = new Float32Array(1);

/**
 * A formula's value for one row by the reference loops, for explanations: NaN when missing.
 * rankDesc, which needs the whole universe, is missing here.
 */
export function evaluateRow(formula: Formula, read: (id: string) => number): number {
  if (formula.node === 'number') return Math.fround(formula.value);
  if (formula.node === 'column') return read(formula.id);
  const name = operationOf(formula);
  if (name === 'rankDesc') return Number.NaN;
  const [x = 0, y = 0] = operandsOf(formula).map((operand) => evaluateRow(operand, read));
  a[0] = x;
  b[0] = y;
  LOOPS[name](a, b, out, 1);
  const value = out[0]!;
  return Number.isFinite(value) ? value : Number.NaN;
}
