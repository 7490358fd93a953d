/** Columns by the formulas that they are computed from. */
import { RATIOS } from '../../catalogue/catalogue.ts';
import { type Formula, operandsOf, parseFormula } from '../../catalogue/formula.ts';
import type { Table } from './table.ts';

const FORMULAS: ReadonlyMap<string, Formula> = new Map(RATIOS.map(({ id, formula }) => [id, formula]));

/** The formula of a ratio or user column; null for a raw column. */
export function formulaOf(table: Table, id: string): Formula | null {
  const known = FORMULAS.get(id);
  if (known) return known;
  const column = table.column(id);
  return column?.kind === 'other' && column.formula !== null ? parseFormula(column.formula) : null;
}

type FormulaAt = (id: string) => Formula | null;

/** Every part of a formula, including itself and, when `formulaAt` is given, the formulas of the columns it reads, each once. */
export function* partsOf(formula: Formula, formulaAt: FormulaAt | null, seen: Set<string> = new Set()): Generator<Formula> {
  yield formula;
  for (const operand of operandsOf(formula)) yield* partsOf(operand, formulaAt, seen);
  if (formula.node !== 'column' || formulaAt === null || seen.has(formula.id)) return;
  seen.add(formula.id);
  const own = formulaAt(formula.id);
  if (own) yield* partsOf(own, formulaAt, seen);
}
