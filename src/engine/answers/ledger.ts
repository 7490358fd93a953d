import { applyNext, applySteps, outputBehind, type Prefix } from '../run/apply.ts';
import { runToEnd } from '../run/timeSlices.ts';
import type { Step } from '../steps/registry.ts';
import type { StepCount } from '../steps/stepCount.ts';
import { isLet } from '../table/formulas.ts';
import type { Table } from '../table/table.ts';
import { withFormulas } from '../table/withFormulas.ts';

/** What a step did, and how many rows the whole screen would give if it were not there. */
export interface LedgerLine extends StepCount {
  readonly without: number;
}

/**
 * The ledger of a screen: in = out + failed + missing for every step, and the leave-one-out figure, which equals a real rerun.
 * Each rerun starts behind the step before the one left out.
 */
export function ledger(universe: Table, steps: readonly Step[], prefix: Prefix | null): { lines: LedgerLine[]; prefix: Prefix } {
  return runToEnd(ledgerWork(universe, steps, prefix));
}

/** The same, in pieces: between two of them something else may be done. */
export function* ledgerWork(
  universe: Table,
  steps: readonly Step[],
  prefix: Prefix | null,
): Generator<undefined, { lines: LedgerLine[]; prefix: Prefix }> {
  const table = withFormulas(universe, steps);
  const applied = applySteps(table, steps, prefix);
  const lines: LedgerLine[] = [];
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
    lines.push({ ...applied.counts[left]!, without: rows.length });
  }
  return { lines, prefix: applied.prefix };
}

/** The steps (from 0) without which the screen would have rows, most rows first: what to blame when a result is empty. */
export function emptyingSteps(lines: readonly LedgerLine[]): number[] {
  return lines
    .map(({ without }, step) => ({ without, step }))
    .filter(({ without }) => without > 0)
    .sort((a, b) => b.without - a.without)
    .map(({ step }) => step);
}
