import type { Formula } from '../src/catalogue/formula.ts';

/** The rounding of the reference arithmetic: float32, a magnitude below the smallest normal one is zero, and zero has no sign. */
export function roundReference(value: number): number {
  const rounded = Math.fround(value);
  return Math.abs(rounded) < 2 ** -126 ? 0 : rounded;
}

/** The values with both zeros made the same: no rule depends on the sign of a zero. */
export function plainZeros(values: Float32Array): Float32Array {
  return values.map((value) => value + 0);
}

/**
 * The formula language evaluated for one row, straight from its definition: the naive twin of kernels/.
 * Missing is NaN; a result that isn't finite is missing, at every operation.
 * `round` is applied after every operation: roundReference for the reference arithmetic, nothing for double precision.
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
    case 'diff': {
      const difference = settle(x - y);
      return Math.abs(difference) <= Math.abs(x) / 2 ** 20 ? 0 : difference;
    }
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
