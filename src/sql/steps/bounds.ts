import type { MissingPolicy } from '../../engine/steps/clauses.ts';
import type { NumericOperator } from '../../engine/steps/operators.ts';
import { type Expression, sql } from '../expression.ts';

export function bounded(value: Expression, operator: NumericOperator, [first, second]: readonly Expression[]): Expression {
  switch (operator) {
    case 'GreaterThanOrEquals':
      return sql`${value} >= ${first!}`;
    case 'LessThanOrEquals':
      return sql`${value} <= ${first!}`;
    case 'GreaterThan':
      return sql`${value} > ${first!}`;
    case 'LessThan':
      return sql`${value} < ${first!}`;
    case 'Between':
      return sql`(${value} >= ${first!} AND ${value} <= ${second!})`;
    case 'NotBetween':
      return sql`(${value} < ${first!} OR ${value} > ${second!})`;
  }
}

/** With `keep missing`, rows that lack what a condition compares pass. */
export const withPolicy = (condition: Expression, { keepMissing }: MissingPolicy): Expression =>
  keepMissing ? sql`coalesce(${condition}, TRUE)` : condition;
