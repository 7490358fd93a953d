/** Columns by the formulas that they are computed from. */
import { RATIOS } from '../../catalogue/catalogue.ts';
import { type Formula, operandsOf, parseFormula } from '../../catalogue/formula.ts';
import type { Table } from './table.ts';

const FORMULAS: ReadonlyMap<string, Formula> = new Map(RATIOS.map(({ id, formula }) => [id, formula]));

/** The formula that the page computes a column by: a ratio's, or one of the user's own; null for a column that arrives. */
export function formulaOf(table: Table, id: string): Formula | null {
  const known = FORMULAS.get(id);
  if (known) return known;
  const column = table.column(id);
  return column?.kind === 'other' && column.formula !== null ? parseFormula(column.formula) : null;
}

type FormulaAt = (id: string) => Formula | null;

/** Every part of a formula, itself among them; with the formulas of the columns that it reads, each once, when `formulaAt` is given. */
export function* partsOf(formula: Formula, formulaAt: FormulaAt | null, seen: Set<string> = new Set()): Generator<Formula> {
  yield formula;
  for (const operand of operandsOf(formula)) yield* partsOf(operand, formulaAt, seen);
  if (formula.node !== 'column' || formulaAt === null || seen.has(formula.id)) return;
  seen.add(formula.id);
  const own = formulaAt(formula.id);
  if (own) yield* partsOf(own, formulaAt, seen);
}
