import type { SortDirection } from '../catalogue/codes.ts';
import { type Column, isMoney, isText } from '../catalogue/column.ts';
import { type CategoricalOperator, isNumericOperator, type NumericOperator, OPERATOR_VALUES, operatorsOf } from './operators.ts';

/** Most steps of a screen; a longer list is refused with a message. */
export const STEPS_MAX = 64;

/** Keeps the rows whose category is (or is not) among the values. A missing category is the empty text. */
export interface CategoricalFilter {
  readonly operatorType: 'filter';
  readonly columnId: string;
  readonly operator: CategoricalOperator;
  readonly operatorValues: readonly string[];
}

/**
 * Keeps the rows whose stored number meets the bounds. A missing number passes none of the operators.
 * `currency` (ISO 4217) says what the bounds of a money column are in; without it, US dollars.
 */
export interface NumericFilter {
  readonly operatorType: 'filter';
  readonly columnId: string;
  readonly operator: NumericOperator;
  readonly operatorValues: readonly number[];
  readonly currency?: string;
}

/** A filter whose column has not been chosen yet: ignored. */
export interface EmptyFilter {
  readonly operatorType: 'filter';
  readonly columnId: null;
}

/** Orders the rows; stable, a missing value last in both directions. Direction None leaves the order as it is. */
export interface SortStep {
  readonly operatorType: 'sort';
  readonly columnId: string;
  readonly sortOperator: SortDirection;
}

/**
 * Keeps positions start to end of the present order, both included, counted from 0; or, as a percentage of the n rows that come in,
 * the positions floor(start/100 × n) up to, not including, ceil(end/100 × n). Bounds are clamped.
 */
export interface SliceStep {
  readonly operatorType: 'slice';
  readonly operatorValues: readonly [start: number, end: number];
  readonly sliceIsPercentage: boolean;
}

export type FilterStep = CategoricalFilter | NumericFilter | EmptyFilter;
export type Step = FilterStep | SortStep | SliceStep;

/** True for a filter whose bounds are numbers. */
export function isNumericFilter(step: Step): step is NumericFilter {
  return step.operatorType === 'filter' && step.columnId !== null && isNumericOperator(step.operator);
}

/** Same step, by value. */
export function sameStep(a: Step, b: Step): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/**
 * What is wrong with a step, in the user's language, or null. `columnOf` knows the columns of the catalogue and of the server.
 * An empty filter and a sort in direction None are right: they do nothing.
 */
export function stepFault(step: Step, columnOf: (id: string) => Column | undefined): string | null {
  if (step.operatorType === 'slice') {
    const [start, end] = step.operatorValues;
    if (!Number.isFinite(start) || !Number.isFinite(end)) return 'a slice needs two numbers';
    return start > end ? `the slice starts at ${start}, after its end ${end}` : null;
  }
  if (step.columnId === null) return null;
  const column = columnOf(step.columnId);
  if (!column) return `there is no column ${step.columnId}`;
  if (step.operatorType === 'sort') return null;
  if (!operatorsOf(column).includes(step.operator)) {
    return `${column.id} holds ${isText(column) ? 'text' : 'numbers'}: ${step.operator} does not apply`;
  }
  if (isNumericFilter(step)) {
    const wanted = OPERATOR_VALUES[step.operator] === 'two' ? 2 : 1;
    if (step.operatorValues.length !== wanted) return `${step.operator} takes ${wanted} number${wanted === 1 ? '' : 's'}`;
    if (step.operatorValues.some((value) => !Number.isFinite(value))) return `a bound of ${column.id} is not a number`;
    if (step.currency !== undefined && !isMoney(column))
      return `${column.id} is no amount of money, so ${step.currency} does not apply`;
    return null;
  }
  return OPERATOR_VALUES[step.operator] === 'one' && step.operatorValues.length !== 1 ? `${step.operator} takes one value` : null;
}
