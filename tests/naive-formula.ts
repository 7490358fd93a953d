/** The formula language evaluated straight off the tree in double precision: what every back end is compared with. */
import type { Formula, FunctionName } from '../src/catalogue/formula.ts';

const MISSING = Number.NaN;
const isMissing = Number.isNaN;
const finite = (x: number): number => (Number.isFinite(x) ? x : MISSING);
const compared = (holds: (x: number, y: number) => boolean) => (x: number, y: number) =>
  isMissing(x) || isMissing(y) ? MISSING : Number(holds(x, y));

type Meaning = (x: number, y: number) => number;

/** Section 0.1 of the domain, function by function. */
const MEANINGS: Readonly<Record<Exclude<FunctionName, 'rankDesc'>, Meaning>> = {
  nz: (x) => (x === 0 ? MISSING : x),
  pos: (x) => (x > 0 ? x : MISSING),
  opt: (x) => (isMissing(x) ? 0 : x),
  optIf: (x, y) => (isMissing(x) ? (isMissing(y) ? MISSING : 0) : x),
  add: (x, y) => (isMissing(x) ? y : isMissing(y) ? x : x + y),
  avg: (now, prior) => (isMissing(prior) ? now : (now + prior) / 2),
  taxRate: (t, p) => {
    if (isMissing(t) || isMissing(p)) return MISSING;
    return p <= 0 ? 0 : Math.min(0.5, Math.max(0, t / p));
  },
  gt: compared((x, y) => x > y),
  lt: compared((x, y) => x < y),
  le: compared((x, y) => x <= y),
  or1: (x) => (isMissing(x) ? 1 : x),
  max: (x, y) => (isMissing(x) || isMissing(y) ? MISSING : Math.max(x, y)),
  ln: (x) => (x > 0 ? Math.log(x) : MISSING),
  sqrt: (x) => (x >= 0 ? Math.sqrt(x) : MISSING),
  exp: (x) => Math.exp(x),
  abs: (x) => Math.abs(x),
};

/**
 * The value of a formula for one row, NaN for missing; what overflows is missing, too.
 * @param valueOf value of a column, NaN for missing
 * @throws on rankDesc, which asks for all rows
 */
export function evaluate(formula: Formula, valueOf: (id: string) => number): number {
  const at = (node: Formula): number => {
    switch (node.node) {
      case 'number':
        return node.value;
      case 'column':
        return valueOf(node.id);
      case 'negate':
        return -at(node.operand);
      case 'binary': {
        const [left, right] = [at(node.left), at(node.right)];
        if (node.operator === '+') return finite(left + right);
        if (node.operator === '-') return finite(left - right);
        return finite(node.operator === '*' ? left * right : left / right);
      }
      case 'call': {
        if (node.name === 'rankDesc') throw new Error('rankDesc asks for all rows');
        const [x = MISSING, y = MISSING] = node.operands.map(at);
        return finite(MEANINGS[node.name](x, y));
      }
    }
  };
  return at(formula);
}
