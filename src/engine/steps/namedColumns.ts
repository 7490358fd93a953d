import { isLet } from '../table/formulas.ts';
import { stepColumns } from './language.ts';
import type { Step } from './registry.ts';

/** Columns that the steps of a screen name, in their order; of a formula the one it makes. */
export function namedColumns(steps: readonly Step[]): string[] {
  return [...new Set(steps.flatMap((step) => (isLet(step) ? [step.columnId] : stepColumns(step))))];
}
