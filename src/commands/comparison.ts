/** Two screens beside each other, as lines of `panscreen screen --against`. */

import { comparison, type EditEffect } from '../engine/answers/comparison.ts';
import type { TextFormat } from '../engine/answers/export.ts';
import { applySteps } from '../engine/run/apply.ts';
import { printStep } from '../engine/steps/language.ts';
import type { Step } from '../engine/steps/registry.ts';
import type { Table } from '../engine/table/table.ts';
import { type Line, printLines } from './lines.ts';

const NAMING_COLUMNS = ['symbol', 'name', 'country'];
const OVERLAP_COLUMNS = ['in', 'symbol', 'name', 'country', 'leftAt', 'step'] as const;
const EDIT_COLUMNS = ['a', 'b', 'entered', 'left', 'moved'] as const;

/** Which of two screens has each row, in the order of the first, then of the second; the step that dropped it counts from 0. */
export function sides(table: Table, stepsA: readonly Step[], stepsB: readonly Step[], format: TextFormat): string {
  const { both, onlyA, onlyB } = comparison(table, stepsA, stepsB);
  const line = (row: number, side: string, step: number | null, others: readonly Step[]): Line => ({
    in: side,
    ...Object.fromEntries(NAMING_COLUMNS.map((id) => [id, textAt(table, id, row)])),
    leftAt: step,
    step: step === null ? null : printStep(others[step]!),
  });
  const alone = new Map(onlyA.map(({ row, step }) => [row, step]));
  const rowsA = applySteps(table, stepsA, null).rows;
  const shared = new Set(both);
  return printLines(
    OVERLAP_COLUMNS,
    [
      ...Array.from(rowsA, (row) => (shared.has(row) ? line(row, 'both', null, []) : line(row, 'a', alone.get(row)!, stepsB))),
      ...onlyB.map(({ row, step }) => line(row!, 'b', step, stepsA)),
    ],
    format,
  );
}

/** What each edit that leads from the first screen to the second does to the rows of the second. */
export function editEffects(table: Table, stepsA: readonly Step[], stepsB: readonly Step[], format: TextFormat): string {
  const text = (steps: readonly Step[], from: number, to: number): string =>
    steps
      .slice(from, to)
      .map((step) => printStep(step) ?? '')
      .join(' | ');
  const line = ({ fromA, toA, fromB, toB, entered, left, moved }: EditEffect): Line => ({
    a: text(stepsA, fromA, toA),
    b: text(stepsB, fromB, toB),
    entered,
    left,
    moved,
  });
  return printLines(EDIT_COLUMNS, comparison(table, stepsA, stepsB).edits.map(line), format);
}

function textAt(table: Table, id: string, row: number): string {
  const text = table.text(id);
  return text?.labels[text.codes[row]!] ?? '';
}
