/** The steps as text. */

import { columnById } from '../../catalogue/catalogue.ts';
import type { Column } from '../../catalogue/column.ts';
import { noColumn, successorOf } from '../../catalogue/retired.ts';
import { dateOf } from '../../engine/steps/asOf.ts';
import { isUnfinished, printStep, stepColumns, stepFault } from '../../engine/steps/language.ts';
import { ScreenTextError } from '../../engine/steps/reader.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { parsePlacedScreen, parseScreen, printScreen } from '../../engine/steps/text.ts';
import { withIds } from '../../engine/steps/withIds.ts';
import { isLet, knowingFormulas } from '../../engine/table/formulas.ts';
import { columnOf, otherColumns, type StepEntry, sentColumnOf, state } from '../state/store.ts';
import { newEntry, setActiveSteps, setEntries } from './edit.ts';
import { orFault } from './orFault.ts';

/** Default screen: the whole universe by size. */
export const START_TEXT = 'sort marketCapitalization desc';

function printable(entries: readonly StepEntry[]): readonly StepEntry[] {
  return entries.filter((entry) => !isUnfinished(entry.step, columnOf) && printStep(entry.step) !== null);
}

/** Canonical text of the enabled steps, including invalid but not unfinished ones. */
export function screenText(entries: readonly StepEntry[] = state.steps): string {
  return printScreen(printable(entries).flatMap((entry) => (entry.on ? [entry.step] : [])));
}

/** Disabled steps with their index among all. */
export function offSteps(entries: readonly StepEntry[]): readonly { index: number; text: string }[] {
  return printable(entries).flatMap((entry, index) => (entry.on ? [] : [{ index, text: printStep(entry.step) ?? '' }]));
}

/** Applies typed text if valid, otherwise stores it with its error. */
export function editText(text: string): void {
  state.draft = text;
  const steps = orFault(() => knownScreen(text));
  if (steps instanceof ScreenTextError) state.textFault = { message: steps.message, at: steps.at, fromUrl: false };
  else {
    setActiveSteps(steps);
    state.textFault = null;
  }
}

/** Parses a text, replaces common names by ids and rejects unknown columns. Throws {@link ScreenTextError}. */
function knownScreen(text: string): readonly Step[] {
  const placed = parsePlacedScreen(text);
  const read = placed.map(({ step }) => step);
  const others = otherColumns(dateOf(read) !== null);
  const sent = (id: string): Column | undefined => columnById(id) ?? others.find((column) => column.id === id);
  const steps = withIds(read, sent);
  // Additional server columns are unknown until the first country is loaded.
  if (state.universe.rowCount === 0 || (others.length === 0 && dateOf(read) !== null)) return steps;
  const known = knowingFormulas(steps, sent);
  const own = new Set(steps.flatMap((step) => (isLet(step) ? [step.columnId] : [])));
  for (const [index, { at }] of placed.entries()) {
    const unknown = stepColumns(steps[index]!).find((id) => !known(id) && !own.has(id) && successorOf(id) === undefined);
    if (unknown !== undefined) throw new ScreenTextError(noColumn(unknown), Math.max(at, text.indexOf(unknown, at)));
  }
  return steps;
}

/** The steps of a fully valid text; else none. */
export function stepsTyped(text: string): readonly Step[] {
  const steps = orFault(() => knownScreen(text));
  return steps instanceof ScreenTextError || steps.some((step) => stepFault(step, columnOf) !== null) ? [] : steps;
}

/** Replaces common names by ids once the server's columns are known. */
export function nameByIds(): void {
  const steps = withIds(
    state.steps.map(({ step }) => step),
    sentColumnOf,
  );
  if (steps.every((step, index) => step === state.steps[index]?.step)) return;
  setEntries(state.steps.map((entry, index) => ({ ...entry, step: steps[index]! })));
}

/** Ends the edit and shows the canonical text. An invalid text stays until corrected or dismissed. */
export function endTextEdit(): void {
  if (state.textFault === null) state.draft = null;
}

export function dismissText(): void {
  state.draft = null;
  state.textFault = null;
}

/** Applies the screen of an address: enabled and disabled steps. */
export function takeScreen(text: string | null, off: readonly { index: number; text: string }[]): void {
  const read = orFault(() => parseScreen(text ?? START_TEXT));
  if (read instanceof ScreenTextError) {
    state.draft = text;
    state.textFault = { message: read.message, at: read.at, fromUrl: true };
  }
  const entries = (read instanceof ScreenTextError ? parseScreen(START_TEXT) : read).map((step) => newEntry(step));
  for (const { index, text: offText } of off) {
    const [step] = parseOff(offText);
    if (step) entries.splice(Math.min(index, entries.length), 0, newEntry(step, false));
  }
  setEntries(entries);
}

function parseOff(text: string) {
  try {
    return parseScreen(text);
  } catch {
    // An unreadable disabled step had no effect anyway.
    return [];
  }
}
