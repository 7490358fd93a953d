import type { Multiple } from '../../engine/steps/multiple.ts';
import type { VersusFilter } from '../../engine/steps/versus.ts';
import { type Expression, float, sql } from '../expression.ts';
import type { ConditionSql } from '../kind.ts';
import type { Universe } from '../universe.ts';
import { withPolicy } from './bounds.ts';

/** Compares a value with a multiple of another one, the product rounded to float32. */
export function withMultiple(step: Multiple, value: Expression, other: Expression, { is }: Universe): Expression {
  const limit = float(is, sql`${is.float(Math.fround(step.factor))} * ${other}`);
  return withPolicy(sql`${value} ${step.operator === 'GreaterThanOrEquals' ? '>=' : '<='} ${limit}`, step);
}

export const versusSql: ConditionSql<VersusFilter> = {
  condition(step, universe) {
    const condition = withMultiple(step, universe.number(step.columnId), universe.number(step.otherId), universe);
    return () => condition;
  },
};
