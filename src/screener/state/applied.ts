/** Keeps the engine in step with the steps of the state: the one place that asks it to apply them. */
import { sameStep } from '../../engine/steps/language.ts';
import type { Step } from '../../engine/steps/registry.ts';
import type { ComparedScreen } from '../../engine/worker/protocol.ts';
import { takeScreenColumns } from '../columns/screenColumns.ts';
import { comparedScreenOf } from '../comparison/answer.ts';
import { appliedEntries } from '../steps/standing.ts';
import { applySteps } from './engine.ts';
import { columnOf, state } from './store.ts';

interface Applied {
  readonly steps: readonly Step[];
  readonly keys: readonly number[];
  readonly stepCount: number;
  readonly comparedScreen: ComparedScreen | null;
}

let applied: Applied | null = null;

/** Applies the steps that are on, unless the engine has been asked for the same. */
export function apply(): void {
  takeScreenColumns();
  const entries = appliedEntries(state.steps, columnOf);
  const steps = entries.map((entry) => entry.step);
  const keys = entries.map((entry) => entry.key);
  const stepCount = keys.indexOf(state.travelKey ?? Number.NaN) + 1 || keys.length;
  const comparedScreen = comparedScreenOf(state.view);
  const before = applied && isSame(applied, steps, keys) ? applied : null;
  if (before?.stepCount === stepCount && JSON.stringify(before.comparedScreen) === JSON.stringify(comparedScreen)) return;
  // The same list for the same steps: what is known of them stays.
  applied = { ...(before ?? { steps, keys }), stepCount, comparedScreen };
  applySteps(applied.steps, applied.keys, stepCount, comparedScreen);
}

function isSame(before: NonNullable<typeof applied>, steps: readonly Step[], keys: readonly number[]): boolean {
  if (before.keys.length !== keys.length || keys.some((key, index) => key !== before.keys[index])) return false;
  return steps.every((step, index) => {
    const old = before.steps[index];
    return old !== undefined && sameStep(step, old);
  });
}
