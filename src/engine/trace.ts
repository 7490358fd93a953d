import { evaluateRow } from '../../kernels/row.ts';
import { RATIOS } from '../catalogue/catalogue.ts';
import { type Formula, formulaColumns } from '../catalogue/formula.ts';
import { applySteps } from './apply.ts';
import { isNumericFilter, type Step } from './steps.ts';
import { rankEligible, type Table } from './table.ts';

/** What became of one row in a screen. */
export interface Trace {
  /** Step (from 0) whose output is the first to lack the row; null for a row that is in the result. */
  readonly leftAt: number | null;
  /** Position from 1 among the rows that came into the slice it left at, or in the result. */
  readonly rank: number | null;
  /** Rows that the slice kept, or that the result has. */
  readonly kept: number | null;
  /** The stored number that failed a filter; null for text and for a missing one. */
  readonly value: number | null;
  /** Columns that make the value missing: inputs that are missing themselves, or out of bounds for a denominator. */
  readonly cause: readonly string[];
}

const FORMULAS: ReadonlyMap<string, Formula> = new Map(RATIOS.map(({ id, formula }) => [id, formula]));

/** Columns at the root of a missing value, each once; empty when the value is there. */
export function causeOfMissing(table: Table, id: string, row: number): string[] {
  const causes = new Set<string>();
  const eligible = rankEligible(table);
  const read = (input: string): number => table.numbers(input)?.[row] ?? Number.NaN;
  const isMissing = (formula: Formula): boolean => Number.isNaN(evaluateRow(formula, read));

  const visitColumn = (column: string): void => {
    if (!Number.isNaN(read(column))) return;
    const formula = FORMULAS.get(column);
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
  /** The operands that are missing; where all are there and the value is not, the divisor or what the guard looks at. */
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

/** Rows of a symbol, in the order of the table. */
export function rowsOfSymbol(table: Table, symbol: string): Uint32Array {
  const text = table.text('symbol');
  const code = text?.labels.indexOf(symbol) ?? -1;
  return text && code > 0 ? table.rows.filter((row) => text.codes[row] === code) : new Uint32Array(0);
}

/** Follows one row through a screen. */
export function trace(table: Table, steps: readonly Step[], row: number): Trace {
  const { rows, prefix } = applySteps(table, steps, null);
  const leftAt = prefix.outputs.findIndex((output) => !output.includes(row));
  const step = steps[leftAt];
  if (!step) return { leftAt: null, rank: rows.indexOf(row) + 1, kept: rows.length, value: null, cause: [] };
  if (step.operatorType === 'slice') {
    const input = prefix.outputs[leftAt - 1] ?? table.rows;
    return { leftAt, rank: input.indexOf(row) + 1, kept: prefix.outputs[leftAt]?.length ?? 0, value: null, cause: [] };
  }
  if (!isNumericFilter(step)) return { leftAt, rank: null, kept: null, value: null, cause: [] };
  const value = table.numbers(step.columnId)?.[row] ?? Number.NaN;
  const isMissing = Number.isNaN(value);
  return {
    leftAt,
    rank: null,
    kept: null,
    value: isMissing ? null : value,
    cause: isMissing ? causeOfMissing(table, step.columnId, row) : [],
  };
}
