import type { FlagsFilter } from '../../engine/steps/flags.ts';
import { sql } from '../expression.ts';
import { isFlagged } from '../flags.ts';
import type { ConditionSql } from '../kind.ts';

export const flagsSql: ConditionSql<FlagsFilter> = {
  condition({ columnId }, universe) {
    const value = universe.number(columnId);
    const flagged = isFlagged(columnId, universe);
    const condition = sql`CASE WHEN ${value} IS NULL THEN NULL WHEN ${flagged} THEN FALSE ELSE TRUE END`;
    return () => condition;
  },
};
