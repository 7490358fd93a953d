/** Checks that several kinds of steps share. Each returns a sentence for the user, or null. */
import { isText } from '../../catalogue/column.ts';
import type { ColumnOf } from './kind.ts';
import { type NumericOperator, OPERATOR_VALUES } from './operators.ts';

/** The first text column, where numbers are needed. */
export function textFault(ids: readonly string[], columnOf: ColumnOf): string | null {
  const id = ids.find((each) => isText(columnOf(each)!));
  return id === undefined ? null : `${id} holds text: it has no numbers to compare`;
}

export function factorFault(factor: number): string | null {
  return Number.isFinite(factor) ? null : 'the factor is not a number';
}

/** A wrong number of bounds, or bounds that are not numbers. */
export function boundsFault(name: string, operator: NumericOperator, values: readonly number[]): string | null {
  const wanted = OPERATOR_VALUES[operator] === 'two' ? 2 : 1;
  if (values.length !== wanted) return `${operator} takes ${wanted} number${wanted === 1 ? '' : 's'}`;
  return values.some((value) => !Number.isFinite(value)) ? `a bound of ${name} is not a number` : null;
}
