/** A step that defines a user column. */
import { columnById } from '../../catalogue/catalogue.ts';
import { FormulaError, formulaColumns, formulaNumbers, parseFormula } from '../../catalogue/formula.ts';
import { printFormula, renameInFormula } from '../../catalogue/formulaText.ts';
import { checkFormulas, type LetStep, letStep } from '../table/formulas.ts';
import type { ColumnOf, StepText } from './kind.ts';
import { printColumn, readColumn, ScreenTextError, seesColumn } from './reader.ts';

/** Collapses spaces, except within the names of columns. */
function tidyFormula(text: string): string {
  return text.replace(/`[^`]*`|\s+/g, (match) => (match.startsWith('`') ? match : ' ')).trim();
}

const FORMULA = /(?:`[^`]*`|[^|`])*/y;

/** Renames a column in a formula's text; an invalid text stays. */
function renamed(text: string, from: string, to: string): string {
  try {
    const formula = parseFormula(text);
    return formulaColumns(formula).includes(from) ? printFormula(renameInFormula(formula, from, to)) : text;
  } catch {
    // The form shows what is wrong.
    return text;
  }
}

/** True for a valid formula, whether or not its columns exist. */
function isFormula(text: string): boolean {
  try {
    parseFormula(text);
    return true;
  } catch {
    // The form shows where and why.
    return false;
  }
}

export const letText: StepText<LetStep> = {
  read(reader) {
    const from = reader.at;
    if (!reader.takeWord('let') || !seesColumn(reader)) {
      reader.at = from;
      return null;
    }
    const columnId = readColumn(reader);
    reader.need('=');
    reader.skipSpace();
    const at = reader.at;
    const text = reader.take(FORMULA) ?? '';
    try {
      parseFormula(text.trimEnd());
      for (const number of formulaNumbers(text)) reader.numbers.push({ ...number, at: at + number.at, end: at + number.end });
    } catch (error) {
      throw error instanceof FormulaError ? new ScreenTextError(error.message, at + error.at) : error;
    }
    return letStep({ columnId, formula: tidyFormula(text) });
  },
  print: ({ columnId, formula }) => `let ${printColumn(columnId)} = ${formula}`,
  columns: () => [],
  dependsOn: () => 'nothing',
  isUnfinished: ({ columnId, formula }) => columnId === '' || !isFormula(formula),
  isTyped: () => true,
  pieces: [['let ', 'let x = 1']],
  /** `columnOf` may already know the formula's own column. */
  fault(step, columnOf) {
    const others: ColumnOf = (id) => (id === step.columnId ? columnById(id) : columnOf(id));
    const fault = checkFormulas([step], others).faults[0];
    return fault ? `the formula of ${step.columnId} can't be computed: ${fault.message}` : null;
  },
  /** The formula's own name stays. */
  rename: (step, from, to) => ({ ...step, formula: renamed(step.formula, from, to) }),
};
