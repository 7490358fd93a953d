import type { Condition, GroupFilter } from '../../engine/steps/registry.ts';
import { type Expression, joined, sql } from '../expression.ts';
import type { ConditionSql } from '../kind.ts';

/** SQL's three-valued logic is that of the groups: a member may decide even if another lacks a value. */
function together({ least, members }: GroupFilter, conditions: readonly Expression[]): Expression {
  const bracketed = conditions.map((condition) => sql`(${condition})`);
  if (least === 'any' || least === 'all') return sql`(${joined(bracketed, least === 'any' ? ' OR ' : ' AND ')})`;
  if (members.length === 1) return bracketed[0]!;
  const passed = joined(
    bracketed.map((condition) => sql`CASE WHEN ${condition} THEN 1 ELSE 0 END`),
    ' + ',
  );
  const possible = joined(
    bracketed.map((condition) => sql`CASE WHEN coalesce(${condition}, TRUE) THEN 1 ELSE 0 END`),
    ' + ',
  );
  return sql`CASE WHEN ${passed} >= ${least} THEN TRUE WHEN ${possible} >= ${least} THEN NULL ELSE FALSE END`;
}

export const groupSql: ConditionSql<GroupFilter, Condition> = {
  condition(step, _, inner) {
    const members = step.members.map(inner);
    return (rows) =>
      together(
        step,
        members.map((judge) => judge(rows)),
      );
  },
};
