/** A screen at one of many dates: how many rows it keeps there, and what becomes of one security. */
import { applySteps, type Prefix } from '../run/apply.ts';
import { stepColumns, stepFault } from '../steps/language.ts';
import type { Step } from '../steps/registry.ts';
import { isSlice, sliceBounds } from '../steps/slice.ts';
import { isSort } from '../steps/sort.ts';
import type { Table } from '../table/table.ts';
import { trace } from './trace.ts';
import { type Fact, factOf } from './traceReport.ts';

/** What became of a security at a date. */
export type Fate =
  /** It was not listed. */
  | { readonly kind: 'absent' }
  /** It is in the result, at a place from 1. */
  | { readonly kind: 'in'; readonly rank: number; readonly row: number }
  /** A step (from 0) removed it; `facts` are its values in the columns that the step reads, `rank` its place (from 1) for one that counts. */
  | {
      readonly kind: 'left';
      readonly step: number;
      readonly row: number;
      readonly facts: readonly Fact[];
      readonly rank: number | null;
    };

/** How many rows the steps keep. Sorts and slices at the end are only counted. */
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

/** The row of a security; null where it is not listed. */
export function rowOfId(table: Table, id: string): number | null {
  const ids = table.text('id');
  const code = ids?.labels.indexOf(id) ?? -1;
  if (!ids || code <= 0) return null;
  const row = ids.codes.indexOf(code);
  return row < 0 ? null : row;
}

/** What becomes of the security of an id. */
export function fateOf(table: Table, steps: readonly Step[], id: string): Fate {
  const row = rowOfId(table, id);
  if (row === null) return { kind: 'absent' };
  const { leftAt, rank } = trace(table, steps, row);
  if (leftAt === null) return { kind: 'in', rank: rank ?? 0, row };
  const columns = [...new Set(stepColumns(steps[leftAt]!))];
  return { kind: 'left', step: leftAt, row, facts: columns.map((column) => factOf(table, column, row)), rank };
}
