import type { PercentileFilter } from '../../engine/steps/percentile.ts';
import type { Dialect } from '../dialect.ts';
import { double, type Expression, float, sql } from '../expression.ts';
import type { ConditionSql } from '../kind.ts';
import type { Rows } from '../rows.ts';
import type { Universe } from '../universe.ts';
import { bounded, withPolicy } from './bounds.ts';

/** The mean-rank percentile from three counts: the rank of the first of equal values, how many are equal, and how many there are. */
function percentileOf(value: Expression, rank: Expression, equal: Expression, count: Expression, is: Dialect): Expression {
  const share = sql`(${double(is, rank)} * 2 - 2 + ${double(is, equal)}) / (2 * ${double(is, count)})`;
  return sql`CASE WHEN ${value} IS NOT NULL THEN ${float(is, share)} END`;
}

export interface Windows {
  readonly columns: (expressions: readonly Expression[]) => readonly Expression[];
  readonly over: (groups: readonly Expression[], order: readonly string[]) => string;
}

/** The percentile of each row's value among the rows that the windows see, for each of the values; NULL without a value. */
export function percentilesIn(
  values: readonly Expression[],
  groups: readonly Expression[],
  { columns, over }: Windows,
  is: Dialect,
): readonly Expression[] {
  const places = columns(
    values.flatMap((value) => [
      { ...value, text: `rank() OVER (${over(groups, [`${value.text} ASC NULLS LAST`])})` },
      { ...value, text: `count(*) OVER (${over([...groups, value], [])})` },
      { ...value, text: `count(${value.text}) OVER (${over(groups, [])})` },
    ]),
  );
  return columns(values.map((value, at) => percentileOf(value, places[3 * at]!, places[3 * at + 1]!, places[3 * at + 2]!, is)));
}

export const windowsOf = (rows: Rows): Windows => ({
  columns: (expressions) => rows.columns(expressions),
  over: (groups, order) => rows.window(groups, order),
});

function inUniverse(
  step: PercentileFilter & { readonly scope: 'universe' | 'sector' | 'country' },
  universe: Universe,
): Expression {
  const { stages, is } = universe;
  const groups = universe.scope(step.scope);
  const windows: Windows = {
    columns: (expressions) => expressions.map((expression) => stages.column(expression)),
    over: (groups, order) =>
      `PARTITION BY ${groups.map(({ text }) => text).join(', ')}${order.length > 0 ? ` ORDER BY ${order.join(', ')}` : ''}`,
  };
  const [percentile] = percentilesIn([universe.key(step.columnId)], groups, windows, is);
  return stages.column(sql`CASE WHEN ${universe.isGrouped(step.scope)} THEN ${percentile!} END`);
}

export const percentileSql: ConditionSql<PercentileFilter> = {
  condition(step, universe) {
    const { is } = universe;
    const bounds = step.operatorValues.map((value) => sql`${is.float(Math.fround(value))}`);
    const judged = (value: Expression): Expression => withPolicy(bounded(value, step.operator, bounds), step);
    const { scope } = step;
    if (scope !== 'rows') {
      const condition = judged(inUniverse({ ...step, scope }, universe));
      return () => condition;
    }
    const value = universe.key(step.columnId);
    return (rows) => judged(percentilesIn([value], [], windowsOf(rows), is)[0]!);
  },
};
