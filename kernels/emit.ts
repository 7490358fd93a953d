/**
 * Formula trees as the text of kernels for gpu.js: text, because a minified function compiles to a wrong kernel without a word.
 * The arithmetic is that of loops.ts, but missing is a finite number: inside a kernel NaN can't be told apart.
 */
import { type Formula, type FunctionName, formulaColumns } from '../src/catalogue/formula.ts';

/** Stands for a missing value inside kernels; compare only with PRESENT_OVER. */
export const MISSING = Math.fround(-3.4028234e38);
/** A value inside a kernel is present when it is greater than this, and in range when it is less than its negative. */
export const PRESENT_OVER = Math.fround(-3.4028e38);
/** Functions that differ between graphics drivers: computed on the CPU, as columns that kernels read. */
export const HOST_FUNCTIONS: ReadonlySet<FunctionName> = new Set<FunctionName>(['ln', 'exp', 'sqrt']);

type Operation = Exclude<FunctionName, 'rankDesc'> | '+' | '-' | '*' | '/' | 'negate';

/** Statements that declare `t` as an operation on x and y. Nothing that isn't finite ever comes in or goes out. */
function operationText(operation: Operation, t: string, x: string, y: string): string {
  const present = (name: string): string => `${name} > ${PRESENT_OVER}`;
  const whole = (condition: string, value: string): string => `let ${t} = ${MISSING}; if (${condition}) { ${t} = ${value}; }`;
  const ranged = (condition: string, value: string): string =>
    `${whole(condition, value)} if (${t} > ${-PRESENT_OVER}) { ${t} = ${MISSING}; }`;
  const pair = `${present(x)} && ${present(y)}`;
  const fallback = (condition: string, value: string, other: string): string =>
    `let ${t} = ${other}; if (${condition}) { ${t} = ${value}; }`;
  switch (operation) {
    case '+':
    case '-':
    case '*':
      return ranged(pair, `${x} ${operation} ${y}`);
    case '/':
      return ranged(`${pair} && ${y} !== 0`, `${x} / ${y}`);
    case 'negate':
      return whole(present(x), `-${x}`);
    case 'nz':
      return whole(`${present(x)} && ${x} !== 0`, x);
    case 'pos':
      return whole(`${x} > 0`, x);
    case 'opt':
      return fallback(present(x), x, '0');
    case 'optIf':
      return `${whole(present(y), '0')} if (${present(x)}) { ${t} = ${x}; }`;
    case 'add':
      return `let ${t} = ${x}; if (${present(y)}) { ${t} = ${y}; if (${present(x)}) { ${t} = ${x} + ${y}; } } if (${t} > ${-PRESENT_OVER}) { ${t} = ${MISSING}; }`;
    case 'avg':
      return `let ${t} = ${x}; if (${present(x)} && ${present(y)}) { ${t} = (${x} + ${y}) / 2; } if (${t} > ${-PRESENT_OVER}) { ${t} = ${MISSING}; }`;
    case 'taxRate':
      return `${whole(pair, '0')} if (${pair} && ${y} > 0) { ${t} = ${x} / ${y}; if (${t} < 0) { ${t} = 0; } if (${t} > 0.5) { ${t} = 0.5; } }`;
    case 'gt':
    case 'lt':
    case 'le': {
      const sign = { gt: '>', lt: '<', le: '<=' }[operation];
      return `${whole(pair, '0')} if (${pair} && ${x} ${sign} ${y}) { ${t} = 1; }`;
    }
    case 'or1':
      return fallback(present(x), x, '1');
    case 'max':
      return `${whole(pair, y)} if (${pair} && ${x} > ${y}) { ${t} = ${x}; }`;
    case 'abs':
      return whole(present(x), `Math.abs(${x})`);
    case 'ln':
    case 'sqrt':
    case 'exp':
      throw new Error(`${operation} is computed on the CPU, not in a kernel`);
  }
}

interface Emitted {
  readonly statements: readonly string[];
  readonly result: string;
}

/** The statements of a formula over variables x0, x1 … in the order of `columns`; equal subtrees are written once. */
function emit(formula: Formula, columns: readonly string[]): Emitted {
  const statements: string[] = [];
  const written = new Map<string, string>();
  const operation = (name: Operation, operands: readonly Formula[]): string => {
    const [x = '0', y = '0'] = operands.map(visit);
    const key = `${name}(${x},${y})`;
    const known = written.get(key);
    if (known) return known;
    const t = `t${written.size}`;
    written.set(key, t);
    statements.push(operationText(name, t, x, y));
    return t;
  };
  const visit = (node: Formula): string => {
    switch (node.node) {
      case 'number': {
        const text = String(Math.fround(node.value));
        return node.value < 0 ? `(${text})` : text;
      }
      case 'column':
        return `x${columns.indexOf(node.id)}`;
      case 'negate':
        return operation('negate', [node.operand]);
      case 'binary':
        return operation(node.operator, [node.left, node.right]);
      case 'call':
        if (node.name === 'rankDesc')
          throw new Error('rankDesc ranks a whole column: compute.ts replaces it by a column of ranks');
        return operation(node.name, node.operands);
    }
  };
  const result = visit(formula);
  return { statements, result };
}

/** A kernel for gpu.js as the text of a function of (a0, a1 …), one resident column per argument, one thread per row. */
export function kernelText(formula: Formula): { text: string; columns: readonly string[] } {
  const columns = formulaColumns(formula);
  const { statements, result } = emit(formula, columns);
  const loads = columns.map((_, index) => `const x${index} = a${index}[this.thread.x];`);
  return {
    columns,
    text: `function(${columns.map((_, index) => `a${index}`).join(', ')}) {\n${[...loads, ...statements, `return ${result};`].join('\n')}\n}`,
  };
}
