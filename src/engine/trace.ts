import { evaluateRow } from '../../kernels/row.ts';
import { MISSING_KEY, numberKeys, sortByKeys } from '../../kernels/sort.ts';
import { LACKS } from '../../kernels/verdicts.ts';
import { type Formula, formulaColumns } from '../catalogue/formula.ts';
import { applySteps, outputBehind, outputsOf } from './apply.ts';
import { withFormulas } from './computed.ts';
import { judge } from './conditions.ts';
import { compareListings, issuers } from './issuer.ts';
import { numbersOf } from './numbers.ts';
import { groupsOf, type Scope } from './percentile.ts';
import { topLimit } from './ranked.ts';
import { type Condition, type Step, stepColumns, type TopStep } from './steps.ts';
import { isTextColumn, rankEligible, type Table } from './table.ts';
import { formulaOf } from './unfold.ts';

/** What became of one row in a screen. */
export interface Trace {
  /** Step (from 0) whose output is the first to lack the row; null for a row that is in the result. */
  readonly leftAt: number | null;
  /** Position from 1 among the rows that came into the slice it left at, among its group at a top step or its issuer, or in the result. */
  readonly rank: number | null;
  /** Rows that the slice, or the top step of this group, kept, or that the result has. */
  readonly kept: number | null;
  /** The stored number that failed a filter or was ranked too low; null for text, for groups and for a missing one. */
  readonly value: number | null;
  /** Columns that make the value missing: inputs that are missing themselves, or out of bounds for a denominator. */
  readonly cause: readonly string[];
}

/** Columns at the root of a missing value, each once; empty when the value is there. */
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
  const code = text?.labels.indexOf(symbol);
  return text && symbol !== '' ? table.rows.filter((row) => text.codes[row] === code) : new Uint32Array(0);
}

const NOTHING = { rank: null, kept: null, value: null, cause: [] } as const;

/** Columns whose value a condition lacks for a row. */
function causesOf(table: Table, condition: Condition, row: number): string[] {
  if (condition.operatorType === 'group') {
    const lacking = condition.members.filter((member) => judge(table, member, Uint32Array.of(row))[0] === LACKS);
    return [...new Set(lacking.flatMap((member) => causesOf(table, member, row)))];
  }
  const causes = stepColumns(condition).flatMap((id) => (isTextColumn(table, id) ? [id] : causeOfMissing(table, id, row)));
  if (causes.length > 0) return [...new Set(causes)];
  // The value is there: what it is compared with is not.
  return 'scope' in condition && isWithoutGroup(table, condition.scope, row) ? [condition.scope] : ['usdRate'];
}

function isWithoutGroup(table: Table, scope: Scope, row: number): boolean {
  return (scope === 'sector' || scope === 'country') && (table.text(scope)?.codes[row] ?? 0) === 0;
}

function traceCondition(table: Table, step: Condition, input: Uint32Array, row: number): Omit<Trace, 'leftAt'> {
  const number = step.operatorType === 'group' ? undefined : table.numbers(step.columnId)?.[row];
  const value = number === undefined || Number.isNaN(number) ? null : number;
  const lacks = judge(table, step, input)[input.indexOf(row)] === LACKS;
  return { ...NOTHING, value, cause: lacks ? causesOf(table, step, row) : [] };
}

/** Rank among the rows of the same group that have a value, the first of equal ones first. */
function traceTop(table: Table, step: TopStep, input: Uint32Array, row: number): Omit<Trace, 'leftAt'> {
  const { values, rates } = numbersOf(table, step.columnId);
  const codes = step.scope === 'rows' ? null : groupsOf(table, step.scope).codes;
  const value = Number.isNaN(values[row]!) ? null : values[row]!;
  const keyOf = (each: number): number => numberKeys(values, rates, Uint32Array.of(each), step.end === 'top')[0]!;
  if (keyOf(row) === MISSING_KEY) {
    const causes = causeOfMissing(table, step.columnId, row);
    return { ...NOTHING, value, cause: causes.length > 0 ? causes : ['usdRate'] };
  }
  if (isWithoutGroup(table, step.scope, row)) return { ...NOTHING, value, cause: [step.scope] };
  const rivals = input.filter((each) => codes === null || codes[each] === codes[row]);
  const keys = numberKeys(values, rates, rivals, step.end === 'top');
  const order = sortByKeys(rivals, keys);
  const present = keys.reduce((sum, key) => sum + (key === MISSING_KEY ? 0 : 1), 0);
  return { ...NOTHING, rank: order.indexOf(row) + 1, kept: topLimit(step, present), value };
}

/** Rank among the present rows of its issuer, of which one is kept. */
function traceIssuer(table: Table, input: Uint32Array, row: number): Omit<Trace, 'leftAt'> {
  const issuer = issuers(table);
  const rivals = input.filter((each) => issuer[each] === issuer[row]).sort(compareListings(table));
  return { ...NOTHING, rank: rivals.indexOf(row) + 1, kept: 1 };
}

/** What a step says of a row that came in and left at it. */
export function traceStep(table: Table, step: Step, input: Uint32Array, output: Uint32Array, row: number): Omit<Trace, 'leftAt'> {
  switch (step.operatorType) {
    case 'slice':
      return { ...NOTHING, rank: input.indexOf(row) + 1, kept: output.length };
    case 'top':
      return traceTop(table, step, input, row);
    case 'rank': {
      const needed = step.parts.filter(({ missing }) => missing === 'drop');
      return { ...NOTHING, cause: [...new Set(needed.flatMap(({ columnId }) => causeOfMissing(table, columnId, row)))] };
    }
    case 'issuer':
      return traceIssuer(table, input, row);
    case 'sort':
    case 'let':
      return NOTHING;
    default:
      return step.operatorType === 'filter' && step.columnId === null ? NOTHING : traceCondition(table, step, input, row);
  }
}

/** Follows one row through a screen. */
export function trace(universe: Table, steps: readonly Step[], row: number): Trace {
  const table = withFormulas(universe, steps);
  const { rows, prefix } = applySteps(table, steps, null);
  const leftAt = outputsOf(prefix).findIndex((output) => !output.includes(row));
  const step = steps[leftAt];
  if (!step) return { leftAt: null, rank: rows.indexOf(row) + 1, kept: rows.length, value: null, cause: [] };
  return { leftAt, ...traceStep(table, step, outputBehind(prefix, leftAt), outputBehind(prefix, leftAt + 1), row) };
}
