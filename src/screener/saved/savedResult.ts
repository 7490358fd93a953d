/** Validates saved results from the browser's database, which may stem from an older build or be incomplete. */
import { isSnapshot, type Snapshot } from '../../engine/answers/snapshot.ts';
import { printStep } from '../../engine/steps/language.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { parseScreen } from '../../engine/steps/text.ts';

/** The applied steps and their result. */
export interface SavedResult {
  readonly steps: readonly Step[];
  readonly snapshot: Snapshot;
}

/** Validates a step; incomplete steps are accepted. Null when invalid. */
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

/** Null when incomplete. */
export function readSavedResult(value: unknown): SavedResult | null {
  const { steps: kept, snapshot } = (value ?? {}) as Record<string, unknown>;
  if (!Array.isArray(kept) || !isSnapshot(snapshot)) return null;
  const steps = kept.map(stepOf);
  return steps.every((step) => step !== null) ? { steps, snapshot } : null;
}
