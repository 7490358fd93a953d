/** What a saved screen saw, as the browser's database gives it back: by an older build of the page, or by a disk that has lost a part. */
import { isSnapshot, type Snapshot } from '../../engine/answers/snapshot.ts';
import { printStep } from '../../engine/steps/language.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { parseScreen } from '../../engine/steps/text.ts';

/** The steps as the engine had them, and what they saw. */
export interface SavedResult {
  readonly steps: readonly Step[];
  readonly snapshot: Snapshot;
}

/** A step as the language of screens says it, or one that is not complete; null for what is none. */
function stepOf(value: unknown): Step | null {
  if (typeof value !== 'object' || value === null) return null;
  try {
    const text = printStep(value as Step);
    if (text === null) return value as Step;
    const [step = null, ...more] = parseScreen(text);
    return more.length === 0 ? step : null;
  } catch {
    return null;
  }
}

/** What was found in the database, or null when it is not whole. */
export function readSavedResult(value: unknown): SavedResult | null {
  const { steps: kept, snapshot } = (value ?? {}) as Record<string, unknown>;
  if (!Array.isArray(kept) || !isSnapshot(snapshot)) return null;
  const steps = kept.map(stepOf);
  return steps.every((step) => step !== null) ? { steps, snapshot } : null;
}
