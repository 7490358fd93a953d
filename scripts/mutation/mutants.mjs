/** Mutants of a TypeScript file: single faults that a test should detect. */
import { parseSync } from 'vite';

const BINARY = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
};
const CALLED = { min: 'max', max: 'min', some: 'every', every: 'some', floor: 'ceil', ceil: 'floor' };
const FORMULA_OPERATORS = { '+': '-', '-': '+', '*': '/', '/': '*' };

/** @typedef {{ start: number, end: number, text: string }} Change */

/**
 * Changes at a node: positions in the file and the replacement.
 * @type {Record<string, (node: any, text: string) => Change[]>}
 */
const CHANGES = {
  BinaryExpression: operator,
  LogicalExpression: (node, text) =>
    node.operator === '??' ? [{ start: node.start, end: node.end, text: slice(text, node.left) }] : operator(node, text),
  UnaryExpression: (node, text) =>
    node.operator === '!' || node.operator === '-'
      ? [{ start: node.start, end: node.end, text: slice(text, node.argument) }]
      : [],
  ConditionalExpression: (node, text) =>
    [node.consequent, node.alternate].map((branch) => ({ start: node.start, end: node.end, text: `(${slice(text, branch)})` })),
  IfStatement: (node) => ['true', 'false'].map((value) => ({ start: node.test.start, end: node.test.end, text: value })),
  ExpressionStatement: (node) => (node.directive ? [] : [{ start: node.start, end: node.end, text: ';' }]),
  Literal: (node) => {
    if (typeof node.value === 'boolean') return [{ start: node.start, end: node.end, text: String(!node.value) }];
    return typeof node.value === 'number' ? [{ start: node.start, end: node.end, text: `(${node.raw} + 1)` }] : [];
  },
  CallExpression: ({ callee }) => {
    const other = callee.type === 'MemberExpression' && !callee.computed && CALLED[callee.property.name];
    return other ? [{ start: callee.property.start, end: callee.property.end, text: other }] : [];
  },
  Property: ({ key, value }, text) => {
    if (key.name !== 'formula' || value.type !== 'Literal') return [];
    return [...slice(text, value).matchAll(/ ([-+*/]) /g)].map((match) => {
      const start = value.start + match.index + 1;
      return { start, end: start + 1, text: FORMULA_OPERATORS[match[1]] };
    });
  },
};

function slice(text, { start, end }) {
  return text.slice(start, end);
}

function operator({ left, right, operator: sign }, text) {
  if (!(sign in BINARY)) return [];
  const start = text.indexOf(sign, left.end);
  // String concatenation isn't arithmetic, and after a bracket or comment the operator may be another one.
  if ([left, right].some(({ type, value }) => type === 'TemplateLiteral' || typeof value === 'string') && sign === '+') return [];
  return start < right.start ? [{ start, end: start + sign.length, text: BINARY[sign] }] : [];
}

/** Type annotations of an expression, which is visited. */
const ONLY_TYPED = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'];

/** The expression that must be evaluated for a mutant of the node to have an effect. */
function siteOf(node) {
  const { start, end } =
    { IfStatement: node.test, ExpressionStatement: node.expression, Property: node.value }[node.type] ?? node;
  return { start, end };
}

/** Skips types, keys and errors. */
function isLeftAlone(node, parent) {
  if (node.type.startsWith('TS') && !ONLY_TYPED.includes(node.type)) return true;
  if (node.type === 'ThrowStatement') return true;
  return parent !== null && parent.type === 'Property' && parent.key === node;
}

export function mutantsOf(file, text) {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const found = [];
  const walk = (node, parent) => {
    if (Array.isArray(node)) for (const each of node) walk(each, parent);
    if (!node || typeof node.type !== 'string' || isLeftAlone(node, parent)) return;
    for (const change of CHANGES[node.type]?.(node, text) ?? []) {
      const line = text.slice(0, change.start).split('\n').length;
      const code = text.split('\n')[line - 1].trim();
      found.push({ file, ...change, line, code, was: slice(text, change), site: siteOf(node) });
    }
    for (const [key, value] of Object.entries(node))
      if (value && typeof value === 'object' && key !== 'parent') walk(value, node);
  };
  walk(program.body, null);
  return found.sort((a, b) => a.start - b.start);
}

export function mutated(text, { start, end, text: instead }) {
  return text.slice(0, start) + instead + text.slice(end);
}

export function siteName({ file, site }) {
  return `${file}:${site.start}-${site.end}`;
}

/** Instruments each site to set globalThis.reached at the index of its name in `names`. */
export function marked(text, mutants, names) {
  const sites = new Map(mutants.map((mutant) => [siteName(mutant), mutant.site]));
  const inserts = [...sites].flatMap(([name, { start, end }]) => [
    { at: start, length: end - start, text: `(globalThis.reached[${names.push(name) - 1}] = 1, ` },
    { at: end, length: Number.POSITIVE_INFINITY, text: ')' },
  ]);
  // Closing brackets first; of several opening at one position, the longest.
  inserts.sort((a, b) => a.at - b.at || (a.length === b.length ? 0 : b.length - a.length));
  let from = 0;
  let made = '';
  for (const { at, text: inserted } of inserts) {
    made += text.slice(from, at) + inserted;
    from = at;
  }
  return made + text.slice(from);
}
