import type { MedianFilter } from '../../engine/steps/median.ts';
import { sql } from '../expression.ts';
import type { ConditionSql } from '../kind.ts';
import { withMultiple } from './versus.ts';

/** Compares with the exact median of the row's group in the whole universe of the date. */
export const medianSql: ConditionSql<MedianFilter> = {
  condition(step, universe) {
    const value = universe.key(step.columnId);
    const median = universe.median(value, step.scope);
    const own = universe.stages.column(sql`CASE WHEN ${universe.isGrouped(step.scope)} THEN ${median} END`);
    const condition = withMultiple(step, value, own, universe);
    return () => condition;
  },
};
