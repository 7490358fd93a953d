import { applyStep, applySteps, type Prefix } from './apply.ts';
import type { StepCount } from './protocol.ts';
import type { Step } from './steps.ts';
import type { Table } from './table.ts';

/** What a step did, and how many rows the whole screen would give if it were not there. */
export interface LedgerLine extends StepCount {
  readonly without: number;
}

/**
 * The ledger of a screen: in = out + failed + missing for every step, and the leave-one-out figure, which equals a real rerun.
 * Each rerun starts behind the step before the one left out.
 */
export function ledger(table: Table, steps: readonly Step[], prefix: Prefix | null): { lines: LedgerLine[]; prefix: Prefix } {
  const applied = applySteps(table, steps, prefix);
  const lines = steps.map((_, left) => {
    let rows = applied.prefix.outputs[left - 1] ?? table.rows;
    for (const step of steps.slice(left + 1)) rows = applyStep(table, step, rows).rows;
    return { ...applied.counts[left]!, without: rows.length };
  });
  return { lines, prefix: applied.prefix };
}
