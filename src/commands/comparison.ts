/** Compares two screens for `panscreen screen --against`. */

import { type Comparison, comparison, type EditEffect, type Missed } from '../engine/answers/comparison.ts';
import { comparisonOfDates } from '../engine/answers/datesComparison.ts';
import type { TextFormat } from '../engine/answers/export.ts';
import { applySteps } from '../engine/run/apply.ts';
import { printStep } from '../engine/steps/language.ts';
import type { Step } from '../engine/steps/registry.ts';
import { labelAt, type Table } from '../engine/table/table.ts';
import { type Line, printLines } from './lines.ts';

export const NAMING_COLUMNS = ['symbol', 'name', 'country'];
const OVERLAP_COLUMNS = ['in', 'symbol', 'name', 'country', 'leftAt', 'step'] as const;
const EDIT_COLUMNS = ['a', 'b', 'entered', 'left', 'moved'] as const;
const NOT_LISTED = 'not listed';

/** A screen and the table of its date. */
interface Side {
  readonly table: Table;
  readonly steps: readonly Step[];
}

function compared(a: Side, b: Side): Comparison {
  return a.table.origin?.snapshot === b.table.origin?.snapshot
    ? comparison(a.table, a.steps, b.steps)
    : comparisonOfDates({ ...a, prefix: null }, { ...b, prefix: null });
}

/** Which screen has each row, in the order of the first screen, then of the second. The index of the dropping step counts from 0. */
export function sides(a: Side, b: Side, format: TextFormat): string {
  const { both, onlyA, onlyB } = compared(a, b);
  const line = (side: string, { table }: Side, row: number, step: string | null, leftAt: number | null): Line => ({
    in: side,
    ...Object.fromEntries(NAMING_COLUMNS.map((id) => [id, labelAt(table.text(id), row)])),
    leftAt,
    step,
  });
  const missed = (side: string, of: Side, row: number, { step }: Missed, others: readonly Step[]): Line =>
    line(side, of, row, step === null ? NOT_LISTED : printStep(others[step]!), step);
  const alone = new Map(onlyA.map((each) => [each.row, each]));
  const rowsA = applySteps(a.table, a.steps, null).rows;
  const shared = new Set(both);
  return printLines(
    OVERLAP_COLUMNS,
    [
      ...Array.from(rowsA, (row) =>
        shared.has(row) ? line('both', a, row, null, null) : missed('a', a, row, alone.get(row)!, b.steps),
      ),
      ...onlyB.map((each) => missed('b', each.row === null ? b : a, each.row ?? each.rowB!, each, a.steps)),
    ],
    format,
  );
}

/** The effect of each edit between the first and the second screen. */
export function editEffects(a: Side, b: Side, format: TextFormat): string {
  const text = (steps: readonly Step[], from: number, to: number): string =>
    steps
      .slice(from, to)
      .map((step) => printStep(step) ?? '')
      .join(' | ');
  const line = ({ fromA, toA, fromB, toB, entered, left, moved }: EditEffect): Line => ({
    a: text(a.steps, fromA, toA),
    b: text(b.steps, fromB, toB),
    entered,
    left,
    moved,
  });
  return printLines(EDIT_COLUMNS, compared(a, b).edits.map(line), format);
}
