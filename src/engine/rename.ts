/** A column called otherwise, wherever a step speaks of it. */
import { type Formula, formulaColumns, parseFormula } from '../catalogue/formula.ts';
import { printFormula } from '../catalogue/formulaText.ts';
import type { Condition, Step } from './steps.ts';

function inFormula(formula: Formula, from: string, to: string): Formula {
  const within = (part: Formula): Formula => inFormula(part, from, to);
  switch (formula.node) {
    case 'number':
      return formula;
    case 'column':
      return formula.id === from ? { ...formula, id: to } : formula;
    case 'negate':
      return { ...formula, operand: within(formula.operand) };
    case 'binary':
      return { ...formula, left: within(formula.left), right: within(formula.right) };
    case 'call':
      return { ...formula, operands: formula.operands.map(within) };
  }
}

/** The text of a formula that reads `to` where it has read `from`; a text that can't be read stays. */
function inText(text: string, from: string, to: string): string {
  try {
    const formula = parseFormula(text);
    return formulaColumns(formula).includes(from) ? printFormula(inFormula(formula, from, to)) : text;
  } catch {
    // Its form says what is wrong with it.
    return text;
  }
}

/** The step with the column `from` called `to`, as what it reads. The name that a formula gives its own column stays. */
export function renameInput(step: Step, from: string, to: string): Step {
  switch (step.operatorType) {
    case 'slice':
    case 'issuer':
      return step;
    case 'let':
      return { ...step, formula: inText(step.formula, from, to) };
    case 'group':
      return { ...step, members: step.members.map((member) => renameInput(member, from, to) as Condition) };
    case 'rank':
      return { ...step, parts: step.parts.map((part) => (part.columnId === from ? { ...part, columnId: to } : part)) };
    default: {
      const own = step.columnId === from ? ({ ...step, columnId: to } as Step) : step;
      return own.operatorType === 'versus' && own.otherId === from ? { ...own, otherId: to } : own;
    }
  }
}
