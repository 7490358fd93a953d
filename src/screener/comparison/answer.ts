/** The compared screen as sent to the engine, and the engine's answer. */

import type { Comparison } from '../../engine/answers/comparison.ts';
import { dateOf } from '../../engine/steps/asOf.ts';
import { ScreenTextError } from '../../engine/steps/reader.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { parseScreen } from '../../engine/steps/text.ts';
import type { Result } from '../../engine/worker/client.ts';
import type { ComparedScreen } from '../../engine/worker/protocol.ts';
import { asRef, presentDate, type ShownComparison, state, type View } from '../state/store.ts';
import { orFault } from '../steps/orFault.ts';

/** Null without a compared screen, or when its text is invalid. */
export function comparedScreenOf({ textB, part }: View): ComparedScreen | null {
  if (textB === null) return null;
  const steps = orFault(() => parseScreen(textB));
  return steps instanceof ScreenTextError || !isComparable(steps) ? null : { steps, part };
}

/** Whether both screens use today's data or both a date of the history: only securities of the history have ids that match across dates. */
export function isComparable(stepsB: readonly Step[]): boolean {
  return (dateOf(stepsB) === null) === (presentDate() === null);
}

function shownComparison({ version, rowCount, steps, comparedScreen }: Result, found: Comparison): ShownComparison {
  const sides = new Uint8Array(rowCount);
  for (const row of found.both) sides[row] = 3;
  for (const { row } of found.onlyA) if (row !== null) sides[row] = 1;
  for (const { row } of found.onlyB) if (row !== null) sides[row] = 2;
  return { version, stepsA: steps, stepsB: comparedScreen?.steps ?? [], found, sides };
}

let wanted: Result | null = null;

/** Requests the comparison after a result. Earlier comparisons are dropped. */
export function takeComparison(result: Result, ask: () => Promise<{ version: number; comparison: Comparison | null }>): void {
  wanted = result;
  if (!result.comparedScreen) {
    state.comparison = null;
    return;
  }
  ask().then(
    ({ version, comparison }) => {
      if (wanted === result && version === result.version)
        state.comparison = comparison && asRef(shownComparison(result, comparison));
    },
    () => {
      // The restarted engine sends another result.
    },
  );
}
