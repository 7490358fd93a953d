/** The formulas of W1 in another language: arithmetic is the same everywhere, the four functions that W1 uses are given. */
import { type Formula, parseFormula } from '../../src/catalogue/formula.ts';
import { REFERENCE } from '../reference.ts';

export interface Language {
  column(id: string): string;
  call(name: string, operands: readonly string[]): string;
}

function write(formula: Formula, language: Language): string {
  switch (formula.node) {
    case 'number':
      return String(formula.value);
    case 'column':
      return language.column(formula.id);
    case 'negate':
      return `(-${write(formula.operand, language)})`;
    case 'binary':
      return `(${write(formula.left, language)} ${formula.operator} ${write(formula.right, language)})`;
    case 'call':
      return language.call(
        formula.name,
        formula.operands.map((operand) => write(operand, language)),
      );
  }
}

/** Name of each ratio of W1 and its text. */
export function ratioTexts(language: Language): [name: string, text: string][] {
  return REFERENCE.map(({ formula }, index) => [`ratio${index}`, write(parseFormula(formula), language)]);
}
