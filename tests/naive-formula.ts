import type { Formula } from '../src/catalogue/formula.ts';

/**
 * The formula language evaluated for one row, straight from its definition: the naive twin of kernels/.
 * Missing is NaN; a result that isn't finite is missing, at every operation.
 * `round` is applied after every operation: Math.fround for the reference arithmetic, nothing for double precision.
 * `rankOf` answers rankDesc.
 */
export function evaluate(
  formula: Formula,
  columnValue: (id: string) => number,
  round: (value: number) => number = (value) => value,
  rankOf: (operand: Formula) => number = () => Number.NaN,
): number {
  const settle = (value: number): number => {
    const rounded = round(value);
    return Number.isFinite(rounded) ? rounded : Number.NaN;
  };
  const at = (node: Formula): number => evaluate(node, columnValue, round, rankOf);
  switch (formula.node) {
    case 'number':
      return settle(formula.value);
    case 'column':
      return settle(columnValue(formula.id));
    case 'negate':
      return settle(-at(formula.operand));
    case 'binary': {
      const [left, right] = [at(formula.left), at(formula.right)];
      if (formula.operator === '+') return settle(left + right);
      if (formula.operator === '-') return settle(left - right);
      return settle(formula.operator === '*' ? left * right : left / right);
    }
    case 'call': {
      if (formula.name === 'rankDesc') return rankOf(formula.operands[0]!);
      const [x, y] = [at(formula.operands[0]!), formula.operands[1] ? at(formula.operands[1]) : Number.NaN];
      return settle(call(formula.name, x, y, settle));
    }
  }
}

function call(name: string, x: number, y: number, settle: (value: number) => number): number {
  const hasX = !Number.isNaN(x);
  const hasY = !Number.isNaN(y);
  const both = (value: number): number => (hasX && hasY ? value : Number.NaN);
  switch (name) {
    case 'nz':
      return x === 0 ? Number.NaN : x;
    case 'pos':
      return x > 0 ? x : Number.NaN;
    case 'opt':
      return hasX ? x : 0;
    case 'optIf':
      return hasX ? x : hasY ? 0 : Number.NaN;
    case 'add':
      return hasX ? (hasY ? x + y : x) : y;
    case 'avg':
      return hasY ? settle(x + y) / 2 : x;
    case 'taxRate':
      return both(y <= 0 ? 0 : Math.min(Math.max(x / y, 0), 0.5));
    case 'gt':
      return both(x > y ? 1 : 0);
    case 'lt':
      return both(x < y ? 1 : 0);
    case 'le':
      return both(x <= y ? 1 : 0);
    case 'or1':
      return hasX ? x : 1;
    case 'max':
      return both(x > y ? x : y);
    case 'ln':
      return Math.log(x);
    case 'sqrt':
      return Math.sqrt(x);
    case 'exp':
      return Math.exp(x);
    case 'abs':
      return Math.abs(x);
    default:
      throw new Error(`no such function: ${name}`);
  }
}
