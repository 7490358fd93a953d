import { evaluateRow } from '../../../kernels/loops/row.ts';
import { type Formula, formulaColumns } from '../../catalogue/formula.ts';
import { formulaOf } from '../table/formulaOf.ts';
import { rankEligible, type Table } from '../table/table.ts';
import type { Scope } from './percentile.ts';

/** Columns that cause a value to be missing, without duplicates; empty when it is present. */
export function causeOfMissing(table: Table, id: string, row: number): string[] {
  const causes = new Set<string>();
  const eligible = rankEligible(table);
  const read = (input: string): number => table.numbers(input)?.[row] ?? Number.NaN;
  const isMissing = (formula: Formula): boolean => Number.isNaN(evaluateRow(formula, read));

  const visitColumn = (column: string): void => {
    if (!Number.isNaN(read(column))) return;
    const formula = formulaOf(table, column);
    if (formula) visit(formula);
    else causes.add(column);
  };
  const visit = (formula: Formula): void => {
    if (formula.node === 'column') visitColumn(formula.id);
    else if (formula.node === 'negate') visit(formula.operand);
    else if (formula.node === 'binary') blame([formula.left, formula.right], [formula.right]);
    else if (formula.node === 'call' && formula.name === 'rankDesc') visitRank(formula.operands[0]!);
    else if (formula.node === 'call') blame(formula.operands, formula.operands);
  };
  /** Blames the missing operands; if none is missing, the divisor or what the guard checks. */
  const blame = (operands: readonly Formula[], guarded: readonly Formula[]): void => {
    const absent = operands.filter(isMissing);
    absent.forEach(visit);
    if (absent.length > 0) return;
    for (const column of guarded.flatMap(formulaColumns)) causes.add(column);
  };
  const visitRank = (measure: Formula): void => {
    if (isMissing(measure)) visit(measure);
    else if (eligible[row] !== 1) for (const column of ['type', 'sector', 'isAdr']) causes.add(column);
  };
  visitColumn(id);
  return [...causes];
}

/** True for a row without a group in the scope. */
export function isWithoutGroup(table: Table, scope: Scope, row: number): boolean {
  return (scope === 'sector' || scope === 'country') && (table.text(scope)?.codes[row] ?? 0) === 0;
}
