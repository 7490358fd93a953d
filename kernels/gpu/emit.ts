/**
 * Kernel texts of formula trees for gpu.js. They are text because a minified function silently compiles to a wrong kernel.
 * The arithmetic is that of loops.ts, but missing is a finite number, because kernels cannot test for NaN.
 */
import {
  type Formula,
  type FunctionName,
  formulaColumns,
  NOISE_SHARE,
  type OperationName,
  operandsOf,
  operationOf,
  replaceNodes,
} from '../../src/catalogue/formula.ts';
import { ARGUMENT_ARRAYS_MAX } from './device.ts';

/** A missing value inside kernels; compare only with PRESENT_OVER. */
export const MISSING = Math.fround(-3.4028234e38);
/** A value inside a kernel is present when greater than this, and in range when less than its negative. */
export const PRESENT_OVER = Math.fround(-3.4028e38);
/** The smallest normal float32: GPUs treat smaller numbers as zero, and other back ends follow. */
export const SMALLEST_NORMAL = 2 ** -126;
/** Functions that differ between graphics drivers: computed on the CPU, as columns that kernels read. */
export const HOST_FUNCTIONS: ReadonlySet<FunctionName> = new Set<FunctionName>(['ln', 'exp', 'sqrt']);

type Operation = Exclude<OperationName, 'rankDesc'>;

/** Statements that declare `t` as an operation on x and y. Inputs and results are always finite. */
function operationText(operation: Operation, t: string, x: string, y: string): string {
  const present = (name: string): string => `${name} > ${PRESENT_OVER}`;
  const whole = (condition: string, value: string): string => `let ${t} = ${MISSING}; if (${condition}) { ${t} = ${value}; }`;
  const ranged = (condition: string, value: string): string =>
    `${whole(condition, value)} if (${t} > ${-PRESENT_OVER}) { ${t} = ${MISSING}; }`;
  const flushed = `if (${t} < ${SMALLEST_NORMAL} && ${t} > ${-SMALLEST_NORMAL}) { ${t} = 0; }`;
  const pair = `${present(x)} && ${present(y)}`;
  const fallback = (condition: string, value: string, other: string): string =>
    `let ${t} = ${other}; if (${condition}) { ${t} = ${value}; }`;
  switch (operation) {
    case '+':
    case '-':
      return `${ranged(pair, `${x} ${operation} ${y}`)} ${flushed}`;
    case '*':
      return `${ranged(pair, `${x} * ${y}`)} ${flushed}`;
    case '/':
      return `${ranged(`${pair} && ${y} !== 0`, `${x} / ${y}`)} ${flushed}`;
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
      return `let ${t} = ${x}; if (${present(y)}) { ${t} = ${y}; if (${present(x)}) { ${t} = ${x} + ${y}; } } if (${t} > ${-PRESENT_OVER}) { ${t} = ${MISSING}; } ${flushed}`;
    case 'avg':
      return `let ${t} = ${x}; if (${present(x)} && ${present(y)}) { ${t} = (${x} + ${y}) / 2; } if (${t} > ${-PRESENT_OVER}) { ${t} = ${MISSING}; } ${flushed}`;
    case 'diff':
      return `${ranged(pair, `${x} - ${y}`)} if (${present(t)} && Math.abs(${t}) <= Math.abs(${x}) * ${NOISE_SHARE}) { ${t} = 0; } ${flushed}`;
    case 'taxRate':
      return `${whole(pair, '0')} if (${pair} && ${y} > 0) { ${t} = ${x} / ${y}; if (${t} < ${SMALLEST_NORMAL}) { ${t} = 0; } if (${t} > 0.5) { ${t} = 0.5; } }`;
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
  readonly numbers: readonly number[];
}

/** The statements of a formula over variables x0, x1 … in the order of `columns`; equal subtrees are written once. */
function emit(formula: Formula, columns: readonly string[]): Emitted {
  const statements: string[] = [];
  const numbers: number[] = [];
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
    if (node.node === 'number') {
      const number = Math.fround(node.value);
      if (!numbers.includes(number)) numbers.push(number);
      return `k${numbers.indexOf(number)}`;
    }
    if (node.node === 'column') return `x${columns.indexOf(node.id)}`;
    const name = operationOf(node);
    if (name === 'rankDesc') throw new Error('rankDesc ranks a whole column: compute.ts replaces it by a column of ranks');
    return operation(name, operandsOf(node));
  };
  const result = visit(formula);
  return { statements, result, numbers };
}

/** A kernel and its arguments: columns, then numbers. */
export interface Kernel {
  readonly text: string;
  readonly columns: readonly string[];
  readonly numbers: readonly number[];
}

/**
 * A kernel for gpu.js as the text of a function of (a0, a1 … k0, k1 …): one resident column per a, one thread per row.
 * Numbers are arguments too, because graphics drivers turn a division by a literal into a less exact product, and so that formulas
 * of the same shape share a kernel.
 */
export function kernelText(formula: Formula): Kernel {
  const columns = formulaColumns(formula);
  const { statements, result, numbers } = emit(formula, columns);
  const names = [...columns.map((_, index) => `a${index}`), ...numbers.map((_, index) => `k${index}`)];
  const loads = columns.map((_, index) => `const x${index} = a${index}[this.thread.x];`);
  return {
    columns,
    numbers,
    text: `function(${names.join(', ')}) {\n${[...loads, ...statements, `return ${result};`].join('\n')}\n}`,
  };
}

/** One kernel of a formula: reads columns of the catalogue or the host, or results of earlier steps. */
export interface KernelStep extends Kernel {
  readonly id: string;
  readonly formula: Formula;
}

/** A formula split into kernels that read few enough columns, and the columns that the CPU has to compute first. */
export interface KernelPlan {
  readonly steps: readonly KernelStep[];
  readonly hostColumns: readonly { readonly id: string; readonly formula: Formula }[];
}

/** The largest proper part of a formula that reads at most `most` columns and computes something. */
function largestPart(formula: Formula, most: number): Formula | null {
  let best: Formula | null = null;
  let bestCount = 0;
  const visit = (node: Formula): void => {
    const count = formulaColumns(node).length;
    const fits = count <= most && node.node !== 'column' && node.node !== 'number' && count > 0;
    if (fits && count > bestCount) {
      best = node;
      bestCount = count;
    }
    if (!fits) operandsOf(node).forEach(visit);
  };
  operandsOf(formula).forEach(visit);
  return best;
}

/** Splits a formula into kernels. `id` names the result of the last one; the others and the host's columns derive their names from it. */
export function kernelPlan(id: string, formula: Formula, columnsMax = ARGUMENT_ARRAYS_MAX): KernelPlan {
  const hostColumns: { id: string; formula: Formula }[] = [];
  let rest = replaceNodes(formula, (node) => {
    if (node.node !== 'call' || !HOST_FUNCTIONS.has(node.name)) return null;
    const hostId = `${id} host ${hostColumns.length}`;
    hostColumns.push({ id: hostId, formula: node });
    return { node: 'column', id: hostId };
  });
  const steps: KernelStep[] = [];
  while (formulaColumns(rest).length > columnsMax) {
    const part = largestPart(rest, columnsMax);
    if (!part) throw new Error(`the formula of ${id} can't be cut into kernels of ${columnsMax} columns`);
    const stepId = `${id} part ${steps.length}`;
    steps.push({ id: stepId, formula: part, ...kernelText(part) });
    rest = replaceNodes(rest, (node) => (node === part ? { node: 'column', id: stepId } : null));
  }
  steps.push({ id, formula: rest, ...kernelText(rest) });
  return { steps, hostColumns };
}
