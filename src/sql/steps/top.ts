import type { TopStep } from '../../engine/steps/top.ts';
import { type Expression, sql } from '../expression.ts';
import type { SelectionSql } from '../kind.ts';
import { shareOf } from './share.ts';

/** Keeps the largest or smallest values among the present rows or those of a group; of equal ones, the first rows. */
export const topSql: SelectionSql<TopStep> = {
  selection({ columnId, end, amount, isPercentage, scope }, universe) {
    const { is } = universe;
    const key = universe.key(columnId);
    const groups = scope === 'rows' ? [] : [universe.text(scope)];
    const isRanked = scope === 'rows' ? sql`${key} IS NOT NULL` : sql`${key} IS NOT NULL AND ${universe.isGrouped(scope)}`;
    return (rows, at) => {
      const place = rows.numbered(groups, `${key.text} ${end === 'top' ? 'DESC' : 'ASC'} NULLS LAST`);
      if (!isPercentage) return rows.keep(at, sql`CASE WHEN ${isRanked} THEN ${rows.column(place)} <= ${amount} END`);
      const among = sql`count(${key}) OVER (${rows.window(groups)})`;
      const [number, present] = rows.columns([place, among]) as [Expression, Expression];
      rows.keep(at, sql`CASE WHEN ${isRanked} THEN ${number} <= ceil(${shareOf(amount, present, is)}) END`);
    };
  },
};
