import { type Formula, replaceNodes } from './formula.ts';

const BARE = /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*$/;
const STRENGTH = { '+': 1, '-': 1, '*': 2, '/': 2 } as const;

interface Part {
  readonly text: string;
  /** Binding strength: 3 never needs brackets. */
  readonly strength: 1 | 2 | 3;
}

function part(formula: Formula): Part {
  switch (formula.node) {
    case 'number':
      return { text: String(formula.value), strength: formula.value < 0 ? 2 : 3 };
    case 'column':
      return { text: BARE.test(formula.id) ? formula.id : `\`${formula.id}\``, strength: 3 };
    case 'negate':
      return { text: `-${within(part(formula.operand), 3)}`, strength: 2 };
    case 'call':
      return { text: `${formula.name}(${formula.operands.map(printFormula).join(', ')})`, strength: 3 };
    case 'binary': {
      const strength = STRENGTH[formula.operator];
      const left = within(part(formula.left), strength);
      return { text: `${left} ${formula.operator} ${within(part(formula.right), strength === 1 ? 2 : 3)}`, strength };
    }
  }
}

function within({ text, strength }: Part, atLeast: number): string {
  return strength >= atLeast ? text : `(${text})`;
}

/** A formula as text that reads back as the same tree. */
export function printFormula(formula: Formula): string {
  return part(formula).text;
}

/** Renames a column in a formula. */
export function renameInFormula(formula: Formula, from: string, to: string): Formula {
  return replaceNodes(formula, (node) => (node.node === 'column' && node.id === from ? { ...node, id: to } : null));
}
