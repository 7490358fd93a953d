/**
 * The formula language: arithmetic on column ids and a few functions that define missing values.
 * The parsed tree is used by the CPU loops, the kernels, the documentation and tooltips.
 */

/** Functions of the language with their numbers of arguments. */
export const FUNCTIONS = {
  /** x, but missing when x is 0 */
  nz: { arity: 1 },
  /** x when x > 0, else missing */
  pos: { arity: 1 },
  /** x, but 0 when x is missing */
  opt: { arity: 1 },
  /** x; when x is missing, 0 if y is present and missing if y is missing too */
  optIf: { arity: 2 },
  /** x + y, a missing one counting as 0; missing when both are missing */
  add: { arity: 2 },
  /** mean of now and prior; now alone when prior is missing */
  avg: { arity: 2 },
  /** x - y, but 0 when the difference is only rounding: at most x / 2^20 */
  diff: { arity: 2 },
  /** 0 when p <= 0, else t / p limited to 0 … 0.5; missing when either is missing */
  taxRate: { arity: 2 },
  /** 1 when x > y, else 0; missing when either is missing */
  gt: { arity: 2 },
  /** 1 when x < y, else 0; missing when either is missing */
  lt: { arity: 2 },
  /** 1 when x <= y, else 0; missing when either is missing */
  le: { arity: 2 },
  /** x, but 1 when x is missing */
  or1: { arity: 1 },
  /** the larger of the two; missing when either is missing */
  max: { arity: 2 },
  /** natural logarithm; missing when x <= 0 */
  ln: { arity: 1 },
  /** square root; missing when x < 0 */
  sqrt: { arity: 1 },
  /** e to the power of x */
  exp: { arity: 1 },
  /** absolute value */
  abs: { arity: 1 },
  /** rank over the eligible universe, 1 = largest, ties share the best rank */
  rankDesc: { arity: 1 },
} as const satisfies Record<string, { arity: number }>;
export type FunctionName = keyof typeof FUNCTIONS;

/** A difference of two rounded numbers up to this share of them is noise: 2^-20 is 16 units in the last place. */
export const NOISE_SHARE = 2 ** -20;

/**
 * GNP price level (1968 = 100) by which Ohlson's SIZE is deflated; 2024, from the BEA GDP deflator.
 * An error of one percent moves the O-score by 0.004.
 */
export const OHLSON_PRICE_INDEX = 685.135;

/** Named constants that a formula may use. */
export const CONSTANTS: Readonly<Record<string, number>> = { OHLSON_PRICE_INDEX };

export type Formula =
  | { readonly node: 'number'; readonly value: number }
  | { readonly node: 'column'; readonly id: string }
  | { readonly node: 'negate'; readonly operand: Formula }
  | { readonly node: 'binary'; readonly operator: '+' | '-' | '*' | '/'; readonly left: Formula; readonly right: Formula }
  | { readonly node: 'call'; readonly name: FunctionName; readonly operands: readonly Formula[] };

/** A formula that cannot be parsed: what is wrong, and at which character from 0. */
export class FormulaError extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.name = 'FormulaError';
    this.at = at;
  }
}

/** Maximum nesting of parentheses and calls, so that no text can overflow the stack. */
const DEPTH_MAX = 100;

const TOKEN =
  /\s*(?:(?<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?<name>[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*)|`(?<quoted>[^`]+)`|(?<sign>[-+*/(),]))/y;

type Token = { kind: 'number' | 'name' | 'column' | 'sign' | 'end'; text: string; at: number };

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match?.groups) {
      const at = from + (text.slice(from).length - text.slice(from).trimStart().length);
      throw new FormulaError(`unexpected “${text.charAt(at)}”`, at);
    }
    const { number, name, quoted, sign } = match.groups;
    const at = TOKEN.lastIndex - match[0].trimStart().length;
    if (number !== undefined) tokens.push({ kind: 'number', text: number, at });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, at });
    else if (quoted !== undefined) tokens.push({ kind: 'column', text: quoted, at });
    else tokens.push({ kind: 'sign', text: sign ?? '', at });
  }
  tokens.push({ kind: 'end', text: 'the end', at: text.length });
  return tokens;
}

/** Parses a formula. Throws {@link FormulaError}. Column names are checked later, against the catalogue. */
export function parseFormula(text: string): Formula {
  const tokens = tokenize(text);
  let position = 0;
  let depth = 0;
  const peek = (): Token => tokens[position] ?? { kind: 'end', text: 'the end', at: text.length };
  const isSign = (sign: string): boolean => peek().kind === 'sign' && peek().text === sign;
  const expect = (sign: string): void => {
    if (!isSign(sign)) throw new FormulaError(`expected “${sign}”, found “${peek().text}”`, peek().at);
    position++;
  };

  function sum(): Formula {
    if (++depth > DEPTH_MAX) throw new FormulaError(`nested deeper than ${DEPTH_MAX}`, peek().at);
    let left = product();
    while (isSign('+') || isSign('-')) {
      const operator = peek().text as '+' | '-';
      position++;
      left = { node: 'binary', operator, left, right: product() };
    }
    depth--;
    return left;
  }
  function product(): Formula {
    let left = signed();
    while (isSign('*') || isSign('/')) {
      const operator = peek().text as '*' | '/';
      position++;
      left = { node: 'binary', operator, left, right: signed() };
    }
    return left;
  }
  function signed(): Formula {
    if (!isSign('-')) return atom();
    if (++depth > DEPTH_MAX) throw new FormulaError(`nested deeper than ${DEPTH_MAX}`, peek().at);
    position++;
    const operand = signed();
    depth--;
    return operand.node === 'number' ? { node: 'number', value: -operand.value } : { node: 'negate', operand };
  }
  function atom(): Formula {
    const token = peek();
    position++;
    if (token.kind === 'number') {
      const value = Number(token.text);
      if (!Number.isFinite(value)) throw new FormulaError(`${token.text} is too large`, token.at);
      return { node: 'number', value };
    }
    if (token.kind === 'column') return { node: 'column', id: token.text };
    if (token.kind === 'sign' && token.text === '(') {
      const inner = sum();
      expect(')');
      return inner;
    }
    if (token.kind !== 'name') throw new FormulaError(`expected a column, a number or “(”, found “${token.text}”`, token.at);
    if (isSign('(')) return call(token);
    const constant = Object.hasOwn(CONSTANTS, token.text) ? CONSTANTS[token.text] : undefined;
    return constant === undefined ? { node: 'column', id: token.text } : { node: 'number', value: constant };
  }
  function call(token: Token): Formula {
    if (!Object.hasOwn(FUNCTIONS, token.text)) throw new FormulaError(`unknown function “${token.text}”`, token.at);
    const name = token.text as FunctionName;
    expect('(');
    const operands: Formula[] = [];
    do {
      if (operands.length > 0) position++;
      operands.push(sum());
    } while (isSign(','));
    expect(')');
    const { arity } = FUNCTIONS[name];
    if (operands.length !== arity) {
      throw new FormulaError(`${name} takes ${arity} argument${arity === 1 ? '' : 's'}, not ${operands.length}`, token.at);
    }
    return { node: 'call', name, operands };
  }

  const formula = sum();
  if (peek().kind !== 'end') throw new FormulaError(`unexpected “${peek().text}”`, peek().at);
  return formula;
}

/** The numeric literals of a formula with their positions, without signs and named constants. Throws {@link FormulaError}. */
export function formulaNumbers(text: string): { readonly at: number; readonly end: number; readonly value: number }[] {
  return tokenize(text)
    .filter(({ kind }) => kind === 'number')
    .map((token) => ({ at: token.at, end: token.at + token.text.length, value: Number(token.text) }));
}

export type OperationName = FunctionName | '+' | '-' | '*' | '/' | 'negate';

/** What a node does with its operands. */
export function operationOf(formula: Exclude<Formula, { node: 'number' | 'column' }>): OperationName {
  if (formula.node === 'call') return formula.name;
  return formula.node === 'binary' ? formula.operator : formula.node;
}

/** The operands of a formula, from left to right. */
export function operandsOf(formula: Formula): readonly Formula[] {
  if (formula.node === 'negate') return [formula.operand];
  if (formula.node === 'binary') return [formula.left, formula.right];
  return formula.node === 'call' ? formula.operands : [];
}

/** Replaces the nodes for which `replace` returns another; replaced nodes are not visited. */
export function replaceNodes(formula: Formula, replace: (node: Formula) => Formula | null): Formula {
  const replaced = replace(formula);
  if (replaced) return replaced;
  const within = (operand: Formula): Formula => replaceNodes(operand, replace);
  if (formula.node === 'negate') return { ...formula, operand: within(formula.operand) };
  if (formula.node === 'binary') return { ...formula, left: within(formula.left), right: within(formula.right) };
  return formula.node === 'call' ? { ...formula, operands: formula.operands.map(within) } : formula;
}

/** The measures that a formula ranks, in their order in it. */
export function rankedMeasures(formula: Formula): Formula[] {
  const isRank = formula.node === 'call' && formula.name === 'rankDesc';
  return isRank ? [formula.operands[0]!] : operandsOf(formula).flatMap(rankedMeasures);
}

/** Replaces each rankDesc(x) by the column that `idOf` names for x. */
export function withRankColumns(formula: Formula, idOf: (measure: Formula) => string): Formula {
  return replaceNodes(formula, (node) =>
    node.node === 'call' && node.name === 'rankDesc' ? { node: 'column', id: idOf(node.operands[0]!) } : null,
  );
}

/** Ids of the columns that a formula reads, without duplicates, in order of appearance. */
export function formulaColumns(formula: Formula): string[] {
  const ids = new Set<string>();
  const visit = (node: Formula): void => {
    if (node.node === 'column') ids.add(node.id);
    else operandsOf(node).forEach(visit);
  };
  visit(formula);
  return [...ids];
}
