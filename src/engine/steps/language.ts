/** What is known of a step without a table: its text, columns and faults, delegated to its kind. */
import { noColumn } from '../../catalogue/retired.ts';
import type { ColumnOf, DependsOn, OrderColumn, StepText, TextOf } from './kind.ts';
import { type Reader, readColumn } from './reader.ts';
import { CONDITION_TEXTS, type Condition, type Step, TEXTS } from './registry.ts';
import { kindOf } from './step.ts';

/** Most steps of a screen; a longer list is refused with a message. */
export const STEPS_MAX = 64;

type AnyText = StepText<Step, Condition>;
const textOf = (step: Step): AnyText => TEXTS[kindOf(step)] as AnyText;

const ALL = Object.values(TEXTS) as AnyText[];
const OF_CONDITIONS = Object.values(CONDITION_TEXTS) as AnyText[];
const OPERATORS = ALL.flatMap(({ operators }) => operators ?? []).map((sign) => `“${sign}”`);

const INNER: TextOf<Condition> = {
  read: (reader, depth) => readOneOf(OF_CONDITIONS, reader, depth) as Condition,
  print: (step) => printStep(step),
  columns: (step) => stepColumns(step),
  fault: (step, columnOf, depth) => faultAt(step, columnOf, depth),
  rename: (step, from, to) => renameInput(step, from, to) as Condition,
  dependsOn: (step) => dependsOn(step),
  isUnfinished: (step, columnOf) => isUnfinished(step, columnOf),
};

function readOneOf(kinds: readonly AnyText[], reader: Reader, depth: number): Step {
  const from = reader.at;
  for (const { read } of kinds) {
    const step = read?.(reader, INNER, depth);
    if (step) return step;
    reader.at = from;
  }
  const columnId = readColumn(reader);
  const behind = reader.at;
  for (const { readAfterColumn } of kinds) {
    const step = readAfterColumn?.(reader, columnId);
    if (step) return step;
    reader.at = behind;
  }
  throw reader.expected(`${OPERATORS.join(', ')} or “not”`);
}

/** Reads one step. Throws ScreenTextError. */
export function readStep(reader: Reader): Step {
  return readOneOf(ALL, reader, 0);
}

/** One step as text; null for a step without effect (an empty filter, a sort in direction None). */
export function printStep(step: Step): string | null {
  return textOf(step).print(step, INNER);
}

/** Columns that a step reads, in the order named. */
export function stepColumns(step: Step): readonly string[] {
  return textOf(step).columns(step, INNER);
}

function faultAt(step: Step, columnOf: ColumnOf, depth: number): string | null {
  const unknown = stepColumns(step).find((id) => !columnOf(id));
  return unknown === undefined ? textOf(step).fault(step, columnOf, INNER, depth) : noColumn(unknown);
}

/**
 * What is wrong with a step, in the user's language, or null. `columnOf` knows the columns of the catalogue, the server and formulas.
 * An empty filter and a sort in direction None are valid: they have no effect.
 */
export function stepFault(step: Step, columnOf: ColumnOf): string | null {
  return faultAt(step, columnOf, 0);
}

/** Renames the input column `from` to `to`. */
export function renameInput(step: Step, from: string, to: string): Step {
  return textOf(step).rename(step, from, to, INNER);
}

export function dependsOn(step: Step): DependsOn {
  return textOf(step).dependsOn(step, INNER);
}

/** True for a step that judges each row by itself, or has no effect, and keeps the order. */
export function isRowWise(step: Step): boolean {
  const dependence = dependsOn(step);
  return dependence === 'row' || dependence === 'nothing';
}

/** True while a step waits for a column or value, which is not a fault. */
export function isUnfinished(step: Step, columnOf: ColumnOf): boolean {
  return textOf(step).isUnfinished?.(step, columnOf, INNER) ?? stepColumns(step).includes('');
}

/** True when edits of the step come in a stream. */
export function isTyped(step: Step): boolean {
  return textOf(step).isTyped?.(step) ?? false;
}

/** The columns that order the rows after the step, the primary one first; none when it keeps the order. */
export function orderedBy(step: Step): readonly OrderColumn[] {
  return textOf(step).orderedBy?.(step) ?? [];
}

/** Completions of all kinds. */
export const PIECES = ALL.flatMap(({ pieces }) => pieces ?? []);
export const PIECES_AFTER = {
  number: ALL.flatMap(({ piecesAfter }) => piecesAfter?.number ?? []),
  text: ALL.flatMap(({ piecesAfter }) => piecesAfter?.text ?? []),
} as const;

/** Compares by value. */
export function sameStep(a: Step, b: Step): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
