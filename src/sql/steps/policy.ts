import type { MissingPolicy } from '../../engine/steps/clauses.ts';
import { type Expression, sql } from '../expression.ts';

/** With `keep missing`, rows that lack what a condition compares pass. */
export const withPolicy = (condition: Expression, { keepMissing }: MissingPolicy): Expression =>
  keepMissing ? sql`coalesce(${condition}, TRUE)` : condition;
