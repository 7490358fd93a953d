/** Measures that conditions compare a column with, and changes between them. */
import { type Column, isText } from '../../catalogue/column.ts';
import { isUpperBound } from '../../engine/steps/operators.ts';
import type { Of, Step } from '../../engine/steps/registry.ts';
import { kindOf } from '../../engine/steps/step.ts';
import { MEASURES, type Measure, pageOfMeasure } from './registry.ts';

export type ColumnCondition = Of<Measure>;

export function measuresOf(column: Column | undefined): readonly Measure[] {
  if (!column || !isText(column)) return MEASURES;
  return MEASURES.filter((measure) => pageOfMeasure(measure).measure?.isOfText);
}

/** Changes the measure of a condition; the side of the bound and the policy for missing values stay. */
export function byMeasure(step: ColumnCondition, measure: Measure, column: Column | undefined): Step {
  const { measure: by } = pageOfMeasure(measure);
  if (kindOf(step) === measure || step.columnId === null || !by) return step;
  const isAtMost = 'operator' in step && isUpperBound(step.operator);
  const kept = 'keepMissing' in step && step.keepMissing ? { keepMissing: true as const } : {};
  return by.make({ columnId: step.columnId, operator: isAtMost ? 'LessThanOrEquals' : 'GreaterThanOrEquals', ...kept }, column);
}
