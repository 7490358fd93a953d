/** The mutants of a TypeScript text: each is one small fault that a test should notice. */
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
 * What may be changed at a node: positions in the whole text and what stands there instead.
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
  // Text joined by + isn't arithmetic, and behind a bracket or a comment the sign may be another's.
  if ([left, right].some(({ type, value }) => type === 'TemplateLiteral' || typeof value === 'string') && sign === '+') return [];
  return start < right.start ? [{ start, end: start + sign.length, text: BINARY[sign] }] : [];
}

/** A key that is a number, the step of a loop and what an error says are left alone: the last two would only hang or change words. */
function isLeftAlone(node, parent) {
  if (node.type.startsWith('TS') && node.type !== 'TSAsExpression' && node.type !== 'TSNonNullExpression') return true;
  if (node.type === 'ThrowStatement') return true;
  return parent !== null && parent.type === 'Property' && parent.key === node;
}

/** All mutants of a file's text, in the order of the text. */
export function mutantsOf(file, text) {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const found = [];
  const walk = (node, parent) => {
    if (Array.isArray(node)) for (const each of node) walk(each, parent);
    if (!node || typeof node.type !== 'string' || isLeftAlone(node, parent)) return;
    for (const change of CHANGES[node.type]?.(node, text) ?? []) {
      found.push({ file, ...change, line: text.slice(0, change.start).split('\n').length, was: slice(text, change) });
    }
    for (const [key, value] of Object.entries(node))
      if (value && typeof value === 'object' && key !== 'parent') walk(value, node);
  };
  walk(program.body, null);
  return found.sort((a, b) => a.start - b.start);
}

/** The text with that mutant in it. */
export function mutated(text, { start, end, text: instead }) {
  return text.slice(0, start) + instead + text.slice(end);
}
