/** Category filters, inclusive or exclusive. */
import type { CategoricalFilter, FilterStep } from '../../engine/steps/filter.ts';
import type { CategoricalOperator } from '../../engine/steps/operators.ts';

export function isCategorical(step: FilterStep): step is CategoricalFilter {
  return step.columnId !== null && ['Equals', 'NotEquals', 'In', 'NotIn'].includes(step.operator);
}

export function isNegative(operator: CategoricalOperator): boolean {
  return operator === 'NotEquals' || operator === 'NotIn';
}

/** One value becomes equality, several a list. */
export function withValues(step: CategoricalFilter, operatorValues: readonly string[], negative: boolean): CategoricalFilter {
  const isList = operatorValues.length > 1;
  const operator = negative ? (isList ? 'NotIn' : 'NotEquals') : isList ? 'In' : 'Equals';
  return { ...step, operator, operatorValues };
}
