/** The steps as text, to read and to edit. */

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

/** Steps at the start, when the address names none: the whole universe, largest first. */
export const START_TEXT = 'sort marketCapitalization desc';

function printable(entries: readonly StepEntry[]): readonly StepEntry[] {
  return entries.filter((entry) => !isUnfinished(entry.step, columnOf) && printStep(entry.step) !== null);
}

/** The canonical text of the steps that are on. Broken ones are in it, unfinished ones are not. */
export function screenText(entries: readonly StepEntry[] = state.steps): string {
  return printScreen(printable(entries).flatMap((entry) => (entry.on ? [entry.step] : [])));
}

/** The steps that are switched off, each with its place among all. */
export function offSteps(entries: readonly StepEntry[]): readonly { index: number; text: string }[] {
  return printable(entries).flatMap((entry, index) => (entry.on ? [] : [{ index, text: printStep(entry.step) ?? '' }]));
}

/** Takes the text as it is being typed: applied when it can be read, kept with its fault when not. */
export function editText(text: string): void {
  state.draft = text;
  try {
    setActiveSteps(knownScreen(text));
    state.textFault = null;
  } catch (error) {
    if (!(error instanceof ScreenTextError)) throw error;
    state.textFault = { message: error.message, at: error.at, fromUrl: false };
  }
}

/** The steps of a text that names only columns that there are, common names replaced by their ids. Throws {@link ScreenTextError}. */
function knownScreen(text: string): readonly Step[] {
  const placed = parsePlacedScreen(text);
  const read = placed.map(({ step }) => step);
  const others = otherColumns(dateOf(read) !== null);
  const sent = (id: string): Column | undefined => columnById(id) ?? others.find((column) => column.id === id);
  const steps = withIds(read, sent);
  // Before the first country has come, nobody knows what the server sends beside the columns of the catalogue.
  if (state.universe.rowCount === 0 || (others.length === 0 && dateOf(read) !== null)) return steps;
  const known = knowingFormulas(steps, sent);
  const own = new Set(steps.flatMap((step) => (isLet(step) ? [step.columnId] : [])));
  for (const [index, { at }] of placed.entries()) {
    const unknown = stepColumns(steps[index]!).find((id) => !known(id) && !own.has(id) && successorOf(id) === undefined);
    if (unknown !== undefined) throw new ScreenTextError(noColumn(unknown), Math.max(at, text.indexOf(unknown, at)));
  }
  return steps;
}

/** The steps that a text stands for when nothing is wrong with any of them; none for other texts. */
export function stepsTyped(text: string): readonly Step[] {
  try {
    const steps = knownScreen(text);
    return steps.some((step) => stepFault(step, columnOf) !== null) ? [] : steps;
  } catch (error) {
    if (!(error instanceof ScreenTextError)) throw error;
    return [];
  }
}

/** Gives columns that steps call by common names their ids, now that it is known which columns the server sends. */
export function nameByIds(): void {
  const steps = withIds(
    state.steps.map(({ step }) => step),
    sentColumnOf,
  );
  if (steps.every((step, index) => step === state.steps[index]?.step)) return;
  setEntries(state.steps.map((entry, index) => ({ ...entry, step: steps[index]! })));
}

/** Ends the edit: the canonical text is shown again. A text that can't be read stays until it is corrected or dismissed. */
export function endTextEdit(): void {
  if (state.textFault === null) state.draft = null;
}

export function dismissText(): void {
  state.draft = null;
  state.textFault = null;
}

/** Takes the screen of an address: text of the steps, and those that are off. */
export function takeScreen(text: string | null, off: readonly { index: number; text: string }[]): void {
  let entries: StepEntry[] = parseScreen(START_TEXT).map((step) => newEntry(step));
  try {
    if (text !== null) entries = parseScreen(text).map((step) => newEntry(step));
  } catch (error) {
    if (!(error instanceof ScreenTextError)) throw error;
    state.draft = text;
    state.textFault = { message: error.message, at: error.at, fromUrl: true };
  }
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
    // A switched-off step that can't be read did nothing before and does nothing now.
    return [];
  }
}
