import { type Column, isText } from '../../catalogue/column.ts';

/** Operators of a filter step, by the kind of column they apply to (specification, section 5). */
export const CATEGORICAL_OPERATORS = ['Equals', 'NotEquals', 'In', 'NotIn'] as const;
export const NUMERIC_OPERATORS = ['GreaterThanOrEquals', 'LessThanOrEquals', 'Between', 'NotBetween'] as const;
export type CategoricalOperator = (typeof CATEGORICAL_OPERATORS)[number];
export type NumericOperator = (typeof NUMERIC_OPERATORS)[number];
export type Operator = CategoricalOperator | NumericOperator;

/** Number of values that an operator takes: exactly one, exactly two, or any. */
export const OPERATOR_VALUES: Readonly<Record<Operator, 'one' | 'two' | 'list'>> = {
  Equals: 'one',
  NotEquals: 'one',
  In: 'list',
  NotIn: 'list',
  GreaterThanOrEquals: 'one',
  LessThanOrEquals: 'one',
  Between: 'two',
  NotBetween: 'two',
};

export function isNumericOperator(operator: Operator): operator is NumericOperator {
  return (NUMERIC_OPERATORS as readonly Operator[]).includes(operator);
}

/** The operators that a column takes, in the order of a menu. */
export function operatorsOf(column: Column): readonly Operator[] {
  return isText(column) ? CATEGORICAL_OPERATORS : NUMERIC_OPERATORS;
}
