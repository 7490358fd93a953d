import { isLet } from '../table/formulas.ts';
import { stepColumns } from './language.ts';
import type { Step } from './registry.ts';

/** Columns that the steps name, in order; for a formula, its own column. */
export function namedColumns(steps: readonly Step[]): string[] {
  return [...new Set(steps.flatMap((step) => (isLet(step) ? [step.columnId] : stepColumns(step))))];
}
