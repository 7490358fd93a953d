/** The screen beside the present one, as the engine gets it, and what it says of the two. */

import type { Overlap } from '../../engine/answers/comparison.ts';
import { ScreenTextError } from '../../engine/steps/reader.ts';
import { parseScreen } from '../../engine/steps/text.ts';
import type { Result } from '../../engine/worker/client.ts';
import type { Beside } from '../../engine/worker/protocol.ts';
import { type Fork, held, state, type View } from '../state/store.ts';

/** null when there is none, or when its text can't be read. */
export function besideOf({ against, part }: View): Beside | null {
  if (against === null) return null;
  try {
    return { steps: parseScreen(against), part };
  } catch (error) {
    if (error instanceof ScreenTextError) return null;
    throw error;
  }
}

function forkOf({ version, rowCount, steps, beside }: Result, overlap: Overlap): Fork {
  const sides = new Uint8Array(rowCount);
  for (const row of overlap.both) sides[row] = 3;
  for (const { row } of overlap.onlyA) sides[row] = 1;
  for (const { row } of overlap.onlyB) sides[row] = 2;
  return { version, stepsA: steps, stepsB: beside?.steps ?? [], overlap, sides };
}

let wanted: Result | null = null;

/** Asks what two screens have in common, once their rows are there. What was known of others is dropped. */
export function takeBeside(result: Result, ask: () => Promise<{ version: number; overlap: Overlap | null }>): void {
  wanted = result;
  if (!result.beside) {
    state.fork = null;
    return;
  }
  ask().then(
    ({ version, overlap }) => {
      if (wanted === result && version === result.version) state.fork = overlap && held(forkOf(result, overlap));
    },
    () => {
      // The engine was started again and gives another result.
    },
  );
}
