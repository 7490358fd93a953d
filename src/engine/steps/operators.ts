import { type Column, isText } from '../../catalogue/column.ts';

/** Operators of a filter step, by the kind of column they apply to. */
export const CATEGORICAL_OPERATORS = ['Equals', 'NotEquals', 'In', 'NotIn'] as const;
export const NUMERIC_OPERATORS = [
  'GreaterThanOrEquals',
  'LessThanOrEquals',
  'Between',
  'NotBetween',
  'GreaterThan',
  'LessThan',
] as const;
export type CategoricalOperator = (typeof CATEGORICAL_OPERATORS)[number];
export type NumericOperator = (typeof NUMERIC_OPERATORS)[number];
export type Operator = CategoricalOperator | NumericOperator;

/** Number of values that an operator takes: exactly one, exactly two, or any number. */
export const OPERATOR_VALUES: Readonly<Record<Operator, 'one' | 'two' | 'list'>> = {
  Equals: 'one',
  NotEquals: 'one',
  In: 'list',
  NotIn: 'list',
  GreaterThanOrEquals: 'one',
  LessThanOrEquals: 'one',
  Between: 'two',
  NotBetween: 'two',
  GreaterThan: 'one',
  LessThan: 'one',
};

/** Signs of the operators with one bound, longer ones first for parsing. */
const SIGNS = [
  ['>=', 'GreaterThanOrEquals'],
  ['<=', 'LessThanOrEquals'],
  ['>', 'GreaterThan'],
  ['<', 'LessThan'],
] as const satisfies readonly (readonly [string, NumericOperator])[];

/** The sign of an operator with one bound; undefined for one with two. */
export function signOf(operator: NumericOperator): string | undefined {
  return SIGNS.find(([, each]) => each === operator)?.[0];
}

/** The operator whose sign `take` accepts, or null. */
export function takeSide(take: (sign: string) => boolean): (typeof SIGNS)[number][1] | null {
  return SIGNS.find(([sign]) => take(sign))?.[1] ?? null;
}

/** True for an operator whose only bound is an upper one. */
export function isUpperBound(operator: Operator): boolean {
  return operator === 'LessThanOrEquals' || operator === 'LessThan';
}

export function isNumericOperator(operator: Operator): operator is NumericOperator {
  return (NUMERIC_OPERATORS as readonly Operator[]).includes(operator);
}

/** The operators that a column takes, in menu order. */
export function operatorsOf(column: Column): readonly Operator[] {
  return isText(column) ? CATEGORICAL_OPERATORS : NUMERIC_OPERATORS;
}
