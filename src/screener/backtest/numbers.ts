/** The numbers of the text that are moved: how each is called, and how another value is taken. */
import { type TextNumber, withNumbers } from '../../engine/backtest/variants.ts';
import { isAsOf } from '../../engine/steps/asOf.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { parsePlacedScreen } from '../../engine/steps/text.ts';
import { columnOf, state } from '../state/store.ts';
import { setActiveSteps } from '../steps/edit.ts';
import { appliedEntries } from '../steps/standing.ts';

/** The text of a number's step: what stands before the number, the number, and what stands behind it. */
export function partsOf(text: string, { at, end, step }: TextNumber): readonly [before: string, number: string, after: string] {
  const span = parsePlacedScreen(text)[step];
  return span ? [text.slice(span.at, at), text.slice(at, end), text.slice(end, span.end)] : ['', text.slice(at, end), ''];
}

/** Takes other values for numbers of the steps that were run, as an edit. */
export function takeNumbers(
  steps: readonly Step[],
  changes: readonly { readonly number: TextNumber; readonly value: number }[],
): void {
  const changed = withNumbers(steps, changes);
  if (!changed) return;
  const dated = appliedEntries(state.steps, columnOf).flatMap(({ step }) => (isAsOf(step) ? [step] : []));
  setActiveSteps([...dated, ...changed.steps, changed.hold]);
}
