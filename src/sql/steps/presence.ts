import type { PresenceFilter } from '../../engine/steps/presence.ts';
import { sql } from '../expression.ts';
import type { ConditionSql } from '../kind.ts';

/** A row without a value lacks what `is present` needs; a row with one fails `is missing`. */
export const presenceSql: ConditionSql<PresenceFilter> = {
  condition({ columnId, keeps }, universe) {
    const isMissing = universe.isText(columnId)
      ? sql`${universe.text(columnId)} = ''`
      : sql`${universe.number(columnId)} IS NULL`;
    const condition = keeps === 'missing' ? isMissing : sql`CASE WHEN ${isMissing} THEN NULL ELSE TRUE END`;
    return () => condition;
  },
};
