/** The numbers of the text that are varied: their names, and taking another value. */
import { type TextNumber, withNumbers } from '../../engine/backtest/variants.ts';
import { isAsOf } from '../../engine/steps/asOf.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { parsePlacedScreen } from '../../engine/steps/text.ts';
import { columnOf, state } from '../state/store.ts';
import { setActiveSteps } from '../steps/edit.ts';
import { appliedEntries } from '../steps/standing.ts';

/** The step's text before the number, the number, and the text after it. */
export function partsOf(text: string, { at, end, step }: TextNumber): readonly [before: string, number: string, after: string] {
  const span = parsePlacedScreen(text)[step];
  return span ? [text.slice(span.at, at), text.slice(at, end), text.slice(end, span.end)] : ['', text.slice(at, end), ''];
}

/** Applies other values to numbers of the executed steps, as an edit. */
export function takeNumbers(
  steps: readonly Step[],
  changes: readonly { readonly number: TextNumber; readonly value: number }[],
): void {
  const changed = withNumbers(steps, changes);
  if (!changed) return;
  const dated = appliedEntries(state.steps, columnOf).flatMap(({ step }) => (isAsOf(step) ? [step] : []));
  setActiveSteps([...dated, ...changed.steps, changed.hold]);
}
