/** A percentage of a count of rows, made whole if it is whole but for rounding: the rule of src/engine/steps/share.ts in SQL. */
import { WHOLE_TOLERANCE } from '../../engine/steps/share.ts';
import { type Dialect, decimal } from '../dialect.ts';
import { double, type Expression, sql } from '../expression.ts';

export function shareOf(percent: number, count: Expression, is: Dialect): Expression {
  const exact = sql`(${is.toDouble(decimal(percent))} * ${double(is, count)} / 100)`;
  const whole = sql`floor(${exact} + 0.5)`;
  return sql`CASE WHEN abs(${exact} - ${whole}) <= ${is.toDouble(decimal(WHOLE_TOLERANCE))} * greatest(${is.toDouble('1')}, abs(${whole})) THEN ${whole} ELSE ${exact} END`;
}
