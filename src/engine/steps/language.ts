/** What can be said of a step without a table: its text, its columns, what is wrong with it. Each kind answers for itself. */
import { formulaColumns, parseFormula } from '../../catalogue/formula.ts';
import { noColumn } from '../../catalogue/retired.ts';
import { columnNamed } from '../../catalogue/synonyms.ts';
import { knowingFormulas } from '../table/formulas.ts';
import type { ColumnOf, StepText, TextOf } from './kind.ts';
import { type Reader, readColumn } from './reader.ts';
import { CONDITION_TEXTS, type Condition, type Step, TEXTS } from './registry.ts';

/** Most steps of a screen; a longer list is refused with a message. */
export const STEPS_MAX = 64;

type AnyText = StepText<Step, Condition>;
const textOf = (step: Step): AnyText => TEXTS[step.operatorType] as AnyText;

const ALL = Object.values(TEXTS) as AnyText[];
const OF_CONDITIONS = Object.values(CONDITION_TEXTS) as AnyText[];
const OPERATORS = ALL.flatMap(({ operators }) => operators ?? []).map((sign) => `“${sign}”`);

/** What the kinds ask of the steps within a step. */
const INNER: TextOf<Condition> = {
  read: (reader, depth) => readOneOf(OF_CONDITIONS, reader, depth) as Condition,
  print: (step) => printStep(step),
  columns: (step) => stepColumns(step),
  fault: (step, columnOf, depth) => faultAt(step, columnOf, depth),
  rename: (step, from, to) => renameInput(step, from, to) as Condition,
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

/** One step as text; null for a step that does nothing (an empty filter, a sort in direction None). */
export function printStep(step: Step): string | null {
  return textOf(step).print(step, INNER);
}

/** Columns that a step reads, in the order in which it names them. */
export function stepColumns(step: Step): readonly string[] {
  return textOf(step).columns(step, INNER);
}

function faultAt(step: Step, columnOf: ColumnOf, depth: number): string | null {
  const unknown = stepColumns(step).find((id) => !columnOf(id));
  return unknown === undefined ? textOf(step).fault(step, columnOf, INNER, depth) : noColumn(unknown);
}

/**
 * What is wrong with a step, in the user's language, or null. `columnOf` knows the columns of the catalogue, of the server and of formulas.
 * An empty filter and a sort in direction None are right: they do nothing.
 */
export function stepFault(step: Step, columnOf: ColumnOf): string | null {
  return faultAt(step, columnOf, 0);
}

/** The step with the column `from` called `to`, as what it reads. */
export function renameInput(step: Step, from: string, to: string): Step {
  return textOf(step).rename(step, from, to, INNER);
}

/** The steps with every common name that is no column's id replaced by the id of its column. A name that is known keeps its meaning. */
export function withIds<S extends Step>(steps: readonly S[], columnOf: ColumnOf): readonly S[] {
  const known = knowingFormulas(steps, columnOf);
  const own = new Set(steps.flatMap((step) => (step.operatorType === 'let' ? [step.columnId] : [])));
  return steps.map((step) => {
    let renamed: S = step;
    for (const name of step.operatorType === 'let' ? inputsOf(step.formula) : stepColumns(step)) {
      const id = known(name) || own.has(name) ? undefined : columnNamed(name);
      if (id !== undefined) renamed = renameInput(renamed, name, id) as S;
    }
    return renamed;
  });
}

/** Columns that a formula reads; none of one that can't be read. */
function inputsOf(formula: string): readonly string[] {
  try {
    return formulaColumns(parseFormula(formula));
  } catch {
    // Its fault is told where the step is.
    return [];
  }
}

/** Same step, by value. */
export function sameStep(a: Step, b: Step): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
