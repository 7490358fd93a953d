/** Executes steps by their kind. */
import { filterRows, type Kept, type Pass } from '../../../kernels/loops/filter.ts';
import { keepMissingValues, keepPassing, LACKS } from '../../../kernels/loops/verdicts.ts';
import { causeOfMissing, isWithoutGroup } from '../answers/missingCause.ts';
import { isTextColumn, type Table } from '../table/table.ts';
import { isGroup } from './group.ts';
import type { ConditionRun, Departure, Explanation, StepRun, StepTrace } from './kind.ts';
import { NO_TRACE } from './kind.ts';
import { dependsOn, stepColumns } from './language.ts';
import { CONDITIONS, type Condition, RUNS, type Step } from './registry.ts';
import { kindOf } from './step.ts';

type AnyCondition = ConditionRun<Condition, Condition>;

const isCondition = (step: Step): step is Condition => Object.hasOwn(CONDITIONS, kindOf(step));
const conditionOf = (step: Condition): AnyCondition => CONDITIONS[kindOf(step)] as AnyCondition;
const runOf = (step: Step): StepRun<Step> => RUNS[kindOf(step) as keyof typeof RUNS] as StepRun<Step>;

/** A verdict per position of the rows: FAILS, PASSES or LACKS. */
export function judge(table: Table, step: Condition, rows: Uint32Array): Uint8Array {
  const verdicts = conditionOf(step).judge(table, step, rows, judge);
  return 'keepMissing' in step && step.keepMissing ? keepMissingValues(verdicts) : verdicts;
}

/** The loop of a filter that needs no verdicts; null when there is none. `mask` replaces a numeric filter. */
export function passOf(table: Table, step: Step, mask?: Uint8Array): Pass | null {
  if (!isCondition(step) || ('keepMissing' in step && step.keepMissing)) return null;
  return conditionOf(step).pass?.(table, step, mask) ?? null;
}

/** The rows that remain, in order, and how many were dropped for a missing value. */
export function rowsAfter(table: Table, step: Step, rows: Uint32Array): Kept {
  if (!isCondition(step)) return runOf(step).apply(table, step, rows);
  const pass = passOf(table, step);
  if (!pass) return keepPassing(judge(table, step, rows), rows);
  const { rows: kept, passed } = filterRows(rows, [pass]);
  return { rows: kept, missing: passed[0]!.missing };
}

/** Columns whose missing value made a condition fail for a row. */
function causesOf(table: Table, condition: Condition, row: number): string[] {
  if (isGroup(condition)) {
    const lacking = condition.members.filter((member) => judge(table, member, Uint32Array.of(row))[0] === LACKS);
    return [...new Set(lacking.flatMap((member) => causesOf(table, member, row)))];
  }
  const causes = stepColumns(condition).flatMap((id) => (isTextColumn(table, id) ? [id] : causeOfMissing(table, id, row)));
  if (causes.length > 0) return [...new Set(causes)];
  // The value is present, but what it is compared with is missing.
  return 'scope' in condition && isWithoutGroup(table, condition.scope, row) ? [condition.scope] : ['usdRate'];
}

/** Why a row left at a step. */
export function traceAt(table: Table, step: Step, departure: Departure): StepTrace {
  if (dependsOn(step) === 'nothing') return NO_TRACE;
  if (!isCondition(step)) return runOf(step).trace(table, step, departure);
  const { input, row } = departure;
  const number = 'columnId' in step ? table.numbers(step.columnId)?.[row] : undefined;
  const value = number === undefined || Number.isNaN(number) ? null : number;
  const lacks = judge(table, step, input)[input.indexOf(row)] === LACKS;
  return { ...NO_TRACE, value, cause: lacks ? causesOf(table, step, row) : [] };
}

/** Details to add to a trace. For a row that lacks a value, only the verdicts of a group's members are known. */
export function explanationAt(table: Table, step: Step, departure: Departure, found: StepTrace): Partial<Explanation> {
  if (dependsOn(step) === 'nothing') return {};
  if (!isCondition(step)) return runOf(step).explain?.(table, step, departure, found) ?? {};
  if (found.cause.length > 0 && !isGroup(step)) return {};
  return conditionOf(step).explain?.(table, step, departure, judge) ?? {};
}
