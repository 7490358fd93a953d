import type { RankPart, RankPolicy, RankStep } from '../../engine/steps/rank.ts';
import { decimal } from '../dialect.ts';
import { double, type Expression, float, sql } from '../expression.ts';
import type { SelectionSql } from '../kind.ts';
import type { Universe } from '../universe.ts';
import { percentilesIn, windowsOf } from './percentile.ts';

/** The percentile that a row without a value counts with; null if the row has no score then. */
const STANDS_FOR: Readonly<Record<Exclude<RankPolicy, 'ignore'>, number | null>> = {
  last: null,
  drop: null,
  worst: 0,
  median: 0.5,
};

interface Term {
  readonly sum: Expression;
  readonly weight: Expression;
}

/** In double precision, in the order of the parts, as in kernels/statistics/composite.ts. */
function termOf({ sortOperator, weight, missing }: RankPart, percentile: Expression, { is }: Universe): Term {
  const number = (value: number): string => is.toDouble(decimal(value));
  const own =
    sortOperator === 'Descending'
      ? sql`${number(weight)} * ${double(is, percentile)}`
      : sql`${number(weight)} - ${number(weight)} * ${double(is, percentile)}`;
  const isPresent = sql`${percentile} IS NOT NULL`;
  if (missing === 'ignore')
    return {
      sum: sql`CASE WHEN ${isPresent} THEN ${own} ELSE ${number(0)} END`,
      weight: sql`CASE WHEN ${isPresent} THEN ${number(weight)} ELSE ${number(0)} END`,
    };
  const stands = STANDS_FOR[missing];
  const other = stands === null ? 'NULL' : number(weight * stands);
  return { sum: sql`CASE WHEN ${isPresent} THEN ${own} ELSE ${other} END`, weight: sql`${number(weight)}` };
}

function scoreOf(parts: readonly RankPart[], percentiles: readonly Expression[], universe: Universe): Expression {
  const { is } = universe;
  const terms = parts.flatMap((part, at) => (part.weight > 0 ? [termOf(part, percentiles[at]!, universe)] : []));
  if (terms.length === 0) return { text: is.toFloat('NULL'), stage: 0 };
  const sum = (name: keyof Term): Expression =>
    terms.map((term) => sql`(${term[name]})`).reduce((all, each) => sql`(${all} + ${each})`, sql`${is.toDouble('0')}`);
  const score = sql`${sum('sum')} / nullIf(${sum('weight')}, 0)`;
  return float(is, score);
}

/** Orders by the weighted mean of percentiles among the present rows, best first, rows without one last. */
export const rankSql: SelectionSql<RankStep> = {
  selection({ parts }, universe) {
    const { is } = universe;
    const keys = new Map(parts.map(({ columnId }) => [columnId, universe.key(columnId)]));
    return (rows, at) => {
      const found = percentilesIn([...keys.values()], [], windowsOf(rows), is);
      const byColumn = new Map([...keys.keys()].map((id, at) => [id, found[at]!]));
      const percentiles = parts.map(({ columnId }) => byColumn.get(columnId)!);
      const score = rows.column(scoreOf(parts, percentiles, universe));
      const needed = parts.flatMap(({ missing }, part) => (missing === 'drop' ? [sql`${percentiles[part]!} IS NOT NULL`] : []));
      rows.orderBy(`${score.text} DESC NULLS LAST`);
      if (needed.length === 0) return rows.through(at);
      rows.keep(at, sql`CASE WHEN ${needed.reduce((all, each) => sql`${all} AND ${each}`)} THEN TRUE END`);
    };
  },
};
