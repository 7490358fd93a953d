/** User columns: formulas in the language of the catalogue, checked before anything is computed. */
import { otherColumn } from '../../catalogue/catalogue.ts';
import { type Column, isMoney, isText } from '../../catalogue/column.ts';
import { type Formula, FormulaError, formulaColumns, parseFormula } from '../../catalogue/formula.ts';
import { noColumn } from '../../catalogue/retired.ts';
import { type StepOf, stepKind } from '../steps/step.ts';

/** Defines a user column for all steps of the screen by a formula. Keeps the rows. */
export interface LetStep extends StepOf<'let'> {
  readonly columnId: string;
  readonly formula: string;
}

export const { make: letStep, is: isLet } = stepKind<LetStep>('let');

type Steps = readonly StepOf<string>[];

type ColumnOf = (id: string) => Column | undefined;

/** A fault in a formula, at a character from 0. */
export interface FormulaFault {
  readonly id: string;
  readonly message: string;
  readonly at: number;
}

export interface UserColumn {
  readonly column: Column;
  readonly formula: Formula;
}

export interface CheckedFormulas {
  /** Every column comes after those it reads. Faulty formulas, and those that read them, are left out. */
  readonly columns: readonly UserColumn[];
  readonly faults: readonly FormulaFault[];
}

const NAME = /`([^`]+)`|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*)/g;

/** The position at which a formula first names a column. */
function placeOf(text: string, id: string): number {
  for (const match of text.matchAll(NAME)) if ((match[1] ?? match[2]) === id) return match.index;
  return 0;
}

/** Functions whose result has the unit of their operands. */
export const KEEPS_UNIT: readonly string[] = ['nz', 'pos', 'opt', 'optIf', 'add', 'avg', 'or1', 'max', 'abs', 'diff'];

type Call = Extract<Formula, { node: 'call' }>;

/** The operands of a function that keeps the unit whose unit it keeps: `optIf` asks of its second one only whether it is there. */
export function unitOperands({ name, operands }: Call): readonly Formula[] {
  return name === 'optIf' ? operands.slice(0, 1) : operands;
}

/** Of what is added up or compared a plain number takes the unit of the others: 5 beside an amount is an amount. */
function powerOfSum(powers: readonly number[]): number {
  const units = powers.filter((each) => each !== 0);
  return units.length === 0 ? 0 : Math.max(...units);
}

/** US dollars per unit of the row's currency: an amount times it is no longer one of that currency. */
const RATE_COLUMN = 'usdRate';

/** Power of money in the unit of a formula: 1 for an amount of the row's currency, 0 for a plain number. */
export function moneyPower(formula: Formula, columnOf: ColumnOf): number {
  const power = (node: Formula): number => moneyPower(node, columnOf);
  switch (formula.node) {
    case 'number':
      return 0;
    case 'column': {
      if (formula.id === RATE_COLUMN) return -1;
      const column = columnOf(formula.id);
      return column && isMoney(column) ? 1 : 0;
    }
    case 'negate':
      return power(formula.operand);
    case 'binary': {
      const [left, right] = [power(formula.left), power(formula.right)];
      if (formula.operator === '*') return left + right;
      return formula.operator === '/' ? left - right : powerOfSum([left, right]);
    }
    case 'call':
      if (formula.name === 'sqrt') return power(formula.operands[0]!) / 2;
      return KEEPS_UNIT.includes(formula.name) ? powerOfSum(unitOperands(formula).map(power)) : 0;
  }
}

function userColumn({ columnId, formula: text }: LetStep, formula: Formula, columnOf: ColumnOf): UserColumn {
  const plain: Column = { ...otherColumn(columnId), formula: text, source: 'your formula' };
  const isAmount = moneyPower(formula, columnOf) === 1;
  return { column: isAmount ? { ...plain, unit: 'currency', display: 'currency' } : plain, formula };
}

/** Parses and orders the formulas of a screen. `columnOf` knows all other columns. */
export function checkFormulas(steps: Steps, columnOf: ColumnOf): CheckedFormulas {
  const lets = new Map<string, LetStep>();
  const made = new Map<string, UserColumn>();
  const faults: FormulaFault[] = [];
  const done = new Set<string>();
  const open = new Set<string>();
  const known: ColumnOf = (id) => columnOf(id) ?? made.get(id)?.column;

  for (const step of steps.filter(isLet)) {
    const { columnId: id } = step;
    if (columnOf(id)) faults.push({ id, message: `there is already a column ${id}`, at: 0 });
    else if (lets.has(id)) faults.push({ id, message: `${id} is defined twice`, at: 0 });
    else lets.set(id, step);
  }

  /** Checks the columns that a formula reads, visiting other formulas first. */
  const inputFault = (step: LetStep, inputs: readonly string[]): FormulaFault | null => {
    const { columnId: id, formula: text } = step;
    for (const input of inputs) {
      const at = placeOf(text, input);
      if (open.has(input)) return { id, message: `${input} depends on itself`, at };
      if (lets.has(input)) visit(input);
      const column = known(input);
      if (!column) return { id, message: lets.has(input) ? `${input} can't be computed` : noColumn(input), at };
      if (isText(column)) return { id, message: `${input} holds text`, at };
    }
    return null;
  };
  const visit = (id: string): void => {
    const step = lets.get(id);
    if (!step || done.has(id)) return;
    done.add(id);
    open.add(id);
    try {
      const formula = parseFormula(step.formula);
      const fault = inputFault(step, formulaColumns(formula));
      if (fault) faults.push(fault);
      else made.set(id, userColumn(step, formula, known));
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error;
      faults.push({ id, message: error.message, at: error.at });
    }
    open.delete(id);
  };
  for (const id of lets.keys()) visit(id);
  return { columns: [...made.values()], faults };
}

/** Extends `columnOf` by the formulas' columns. */
export function knowingFormulas(steps: Steps, columnOf: ColumnOf): ColumnOf {
  if (!steps.some(isLet)) return columnOf;
  const made = new Map(checkFormulas(steps, columnOf).columns.map(({ column }) => [column.id, column]));
  return (id) => columnOf(id) ?? made.get(id);
}
