/** Filters of a column of text, which keep some categories or leave them out. */
import type { CategoricalFilter, FilterStep } from '../../engine/steps/filter.ts';
import type { CategoricalOperator } from '../../engine/steps/operators.ts';

export function isCategorical(step: FilterStep): step is CategoricalFilter {
  return step.columnId !== null && ['Equals', 'NotEquals', 'In', 'NotIn'].includes(step.operator);
}

export function isNegative(operator: CategoricalOperator): boolean {
  return operator === 'NotEquals' || operator === 'NotIn';
}

/** One value is equality, several are a list. */
export function withValues(step: CategoricalFilter, operatorValues: readonly string[], negative: boolean): CategoricalFilter {
  const isList = operatorValues.length > 1;
  const operator = negative ? (isList ? 'NotIn' : 'NotEquals') : isList ? 'In' : 'Equals';
  return { ...step, operator, operatorValues };
}
