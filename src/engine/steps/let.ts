/** A step that defines a column of the user's own. */
import { columnById } from '../../catalogue/catalogue.ts';
import { FormulaError, formulaColumns, formulaNumbers, parseFormula } from '../../catalogue/formula.ts';
import { printFormula, renameInFormula } from '../../catalogue/formulaText.ts';
import { checkFormulas, type LetStep, letStep } from '../table/formulas.ts';
import { type ColumnOf, NO_TRACE, type StepRun, type StepText } from './kind.ts';
import { printColumn, readColumn, ScreenTextError, seesColumn } from './reader.ts';

/** Spaces run together, but for those within the names of columns. */
function tidyFormula(text: string): string {
  return text.replace(/`[^`]*`|\s+/g, (match) => (match.startsWith('`') ? match : ' ')).trim();
}

const FORMULA = /(?:`[^`]*`|[^|`])*/y;

/** The text of a formula that reads `to` where it has read `from`; a text that can't be read stays. */
function renamed(text: string, from: string, to: string): string {
  try {
    const formula = parseFormula(text);
    return formulaColumns(formula).includes(from) ? printFormula(renameInFormula(formula, from, to)) : text;
  } catch {
    // Its form says what is wrong with it.
    return text;
  }
}

/** Whether the text is a formula at all; what it reads is for the fault of the step to say. */
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
  /** `columnOf` may already know the column that the formula makes. */
  fault(step, columnOf) {
    const others: ColumnOf = (id) => (id === step.columnId ? columnById(id) : columnOf(id));
    const fault = checkFormulas([step], others).faults[0];
    return fault ? `the formula of ${step.columnId} can't be computed: ${fault.message}` : null;
  },
  /** The name that a formula gives its own column stays. */
  rename: (step, from, to) => ({ ...step, formula: renamed(step.formula, from, to) }),
};

export const letRun: StepRun<LetStep> = {
  apply: (_, __, rows) => ({ rows, missing: 0 }),
  trace: () => NO_TRACE,
};
