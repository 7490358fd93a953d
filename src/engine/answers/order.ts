/** Finds adjacent steps that cannot be swapped without changing the result. */
import { applyNext, applyStep, applySteps, outputBehind, type Prefix } from '../run/apply.ts';
import type { DependsOn } from '../steps/kind.ts';
import { dependsOn, sameStep, stepFault } from '../steps/language.ts';
import type { Step } from '../steps/registry.ts';
import type { Table } from '../table/table.ts';
import { withFormulas } from '../table/withFormulas.ts';

/** What swapping a step with the next one does to the result. Never all 0. */
export interface OrderMark {
  /** The first of the two steps, from 0. */
  readonly at: number;
  /** Rows only in the swapped result, only in the current one, and in both at different positions among the common rows. */
  readonly entered: number;
  readonly left: number;
  readonly moved: number;
}

/** A faulty step does nothing. */
function effect(step: Step, table: Table): DependsOn {
  return stepFault(step, (id) => table.column(id)) === null ? dependsOn(step) : 'nothing';
}

/** True when a swap cannot change the result: two row-wise filters, or a sort and a filter on rows or on the set. */
function commute(a: Step, b: Step, table: Table): boolean {
  const effects = [effect(a, table), effect(b, table)];
  if (effects.includes('nothing') || sameStep(a, b)) return true;
  if (effects.includes('all')) return false;
  if (effects.includes('order')) return effects.includes('row') || effects.includes('set');
  return !effects.includes('set');
}

function sameRows(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((row, position) => row === b[position]);
}

/** How `others` differs from `rows`. */
export function difference(rows: Uint32Array, others: Uint32Array, rowCount: number): Omit<OrderMark, 'at'> {
  const isIn = new Uint8Array(rowCount);
  for (const row of rows) isIn[row] = 1;
  for (const row of others) isIn[row]! |= 2;
  const both = (row: number): boolean => isIn[row] === 3;
  const common = rows.filter(both);
  const otherCommon = others.filter(both);
  const moved = common.reduce((sum, row, position) => sum + (row === otherCommon[position] ? 0 : 1), 0);
  return { entered: others.length - common.length, left: rows.length - common.length, moved };
}

/** The positions at which swapping adjacent steps changes the screen's result, in time slices. */
export function* orderWork(
  universe: Table,
  steps: readonly Step[],
  prefix: Prefix | null,
): Generator<undefined, { marks: OrderMark[]; prefix: Prefix }> {
  const table = withFormulas(universe, steps);
  const applied = applySteps(table, steps, prefix);
  const marks: OrderMark[] = [];
  for (let at = 0; at + 1 < steps.length; at++) {
    const [first, second] = [steps[at]!, steps[at + 1]!];
    if (commute(first, second, table)) continue;
    let rows = outputBehind(applied.prefix, at);
    for (const step of [second, first]) rows = applyStep(table, step, rows).rows;
    yield;
    if (sameRows(rows, outputBehind(applied.prefix, at + 2))) continue;
    for (let next = at + 2; next < steps.length; ) {
      const { rows: out, counts } = applyNext(table, steps, rows, next);
      rows = out;
      next += counts.length;
      yield;
    }
    if (!sameRows(rows, applied.rows)) marks.push({ at, ...difference(applied.rows, rows, table.rowCount) });
  }
  return { marks, prefix: applied.prefix };
}

/** Rows that enter and leave when a step is swapped with the next, each in the order of its result. */
export interface Swap {
  readonly entered: Uint32Array;
  readonly left: Uint32Array;
}

export function swapOf(universe: Table, steps: readonly Step[], at: number): Swap {
  const table = withFormulas(universe, steps);
  const [first, second] = [steps[at], steps[at + 1]];
  if (!first || !second) throw new RangeError(`there is no step after step ${at + 1}`);
  const { rows } = applySteps(table, steps, null);
  const { rows: others } = applySteps(table, steps.with(at, second).with(at + 1, first), null);
  const [isBefore, isAfter] = [new Set(rows), new Set(others)];
  return { entered: others.filter((row) => !isBefore.has(row)), left: rows.filter((row) => !isAfter.has(row)) };
}
