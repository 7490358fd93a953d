import { applyNext, applySteps, outputBehind, type Prefix } from '../run/apply.ts';
import { runToEnd } from '../run/timeSlices.ts';
import type { Step } from '../steps/registry.ts';
import type { StepCount } from '../steps/stepCount.ts';
import { isLet } from '../table/formulas.ts';
import type { Table } from '../table/table.ts';
import { withFormulas } from '../table/withFormulas.ts';

/** What a step did, and how many rows the screen would have without it. */
export interface LedgerLine extends StepCount {
  readonly without: number;
  /** Number of rows by which the result without the step differs. A slice at the end hides this from `without`. */
  readonly changed: number;
}

/** Number of rows in only one of two results, the larger of both counts. `isOwn` marks the rows of the first. */
function differing(own: Uint32Array, isOwn: Uint8Array, others: Uint32Array): number {
  let shared = 0;
  for (const row of others) shared += isOwn[row]!;
  return Math.max(own.length, others.length) - shared;
}

/**
 * The ledger of a screen: in = out + failed + missing for every step, and leave-one-out counts, which equal a full rerun's.
 * Each rerun starts from the output of the step before the omitted one.
 */
export function ledger(universe: Table, steps: readonly Step[], prefix: Prefix | null): { lines: LedgerLine[]; prefix: Prefix } {
  return runToEnd(ledgerWork(universe, steps, prefix));
}

/** {@link ledger} in time slices. */
export function* ledgerWork(
  universe: Table,
  steps: readonly Step[],
  prefix: Prefix | null,
): Generator<undefined, { lines: LedgerLine[]; prefix: Prefix }> {
  const table = withFormulas(universe, steps);
  const applied = applySteps(table, steps, prefix);
  const lines: LedgerLine[] = [];
  const isOwn = new Uint8Array(table.rowCount);
  for (const row of applied.rows) isOwn[row] = 1;
  for (const [left, step] of steps.entries()) {
    let rows = outputBehind(applied.prefix, left);
    if (isLet(step)) {
      // Without its formula, the steps that read the column do nothing.
      rows = applySteps(table, steps.toSpliced(left, 1), null).rows;
      yield;
    } else {
      for (let at = left + 1; at < steps.length; ) {
        const applied = applyNext(table, steps, rows, at);
        rows = applied.rows;
        at += applied.counts.length;
        yield;
      }
    }
    lines.push({ ...applied.counts[left]!, without: rows.length, changed: differing(applied.rows, isOwn, rows) });
  }
  return { lines, prefix: applied.prefix };
}
