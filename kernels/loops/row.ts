import type { Formula } from '../../src/catalogue/formula.ts';
import { LOOPS, type LoopName } from './loops.ts';

const a = new Float32Array(1);
const b = new Float32Array(1);
const out = new Float32Array(1);

/**
 * A formula's value for one row by the reference loops, for explanations: NaN when missing.
 * rankDesc, which needs the whole universe, is missing here.
 */
export function evaluateRow(formula: Formula, read: (id: string) => number): number {
  const apply = (name: LoopName, x: number, y: number): number => {
    a[0] = x;
    b[0] = y;
    LOOPS[name](a, b, out, 1);
    const value = out[0]!;
    return Number.isFinite(value) ? value : Number.NaN;
  };
  switch (formula.node) {
    case 'number':
      return Math.fround(formula.value);
    case 'column':
      return read(formula.id);
    case 'negate':
      return apply('negate', evaluateRow(formula.operand, read), 0);
    case 'binary':
      return apply(formula.operator, evaluateRow(formula.left, read), evaluateRow(formula.right, read));
    case 'call': {
      if (formula.name === 'rankDesc') return Number.NaN;
      const [x, y] = formula.operands;
      return apply(formula.name, x ? evaluateRow(x, read) : 0, y ? evaluateRow(y, read) : 0);
    }
  }
}
