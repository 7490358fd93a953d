/** A screen at one of many dates: its row count and the fate of one security. */
import { applySteps, type Prefix } from '../run/apply.ts';
import { stepColumns, stepFault } from '../steps/language.ts';
import type { Step } from '../steps/registry.ts';
import { isSlice, sliceBounds } from '../steps/slice.ts';
import { isSort } from '../steps/sort.ts';
import { labelAt, type Table } from '../table/table.ts';
import { trace } from './trace.ts';
import { type Fact, factOf } from './traceReport.ts';

export type Fate =
  /** Not listed. */
  | { readonly kind: 'absent' }
  /** In the result, at a rank from 1. */
  | { readonly kind: 'in'; readonly rank: number; readonly row: number }
  /** Removed by a zero-based step. `facts` are its values in the step's columns; `rank` is its rank from 1 for steps that count rows. */
  | {
      readonly kind: 'left';
      readonly step: number;
      readonly row: number;
      readonly facts: readonly Fact[];
      /** Of its amounts at the date. */
      readonly currency: string;
      readonly rank: number | null;
    };

/** The number of rows that the steps keep. Trailing sorts and slices are computed from the count alone. */
export function keptCount(table: Table, steps: readonly Step[], prefix: Prefix | null): { kept: number; prefix: Prefix } {
  let end = steps.length;
  while (end > 0 && isCounted(table, steps[end - 1]!)) end--;
  const applied = applySteps(table, steps.slice(0, end), prefix);
  let kept = applied.rows.length;
  for (const step of steps.slice(end)) {
    if (!isSlice(step)) continue;
    const [from, to] = sliceBounds(step, kept);
    kept = Math.max(0, to - from);
  }
  return { kept, prefix: applied.prefix };
}

const isCounted = (table: Table, step: Step): boolean =>
  (isSort(step) || isSlice(step)) && stepFault(step, (id) => table.column(id)) === null;

/** Returns null when the security is not listed. */
export function rowOfId(table: Table, id: string): number | null {
  const ids = table.text('id');
  const code = ids?.labels.indexOf(id) ?? -1;
  if (!ids || code <= 0) return null;
  const row = ids.codes.indexOf(code);
  return row < 0 ? null : row;
}

export function fateOf(table: Table, steps: readonly Step[], id: string): Fate {
  const row = rowOfId(table, id);
  if (row === null) return { kind: 'absent' };
  const { leftAt, rank } = trace(table, steps, row);
  if (leftAt === null) return { kind: 'in', rank: rank ?? 0, row };
  const columns = [...new Set(stepColumns(steps[leftAt]!))];
  const facts = columns.map((column) => factOf(table, column, row));
  return { kind: 'left', step: leftAt, row, facts, currency: labelAt(table.text('currency'), row), rank };
}
