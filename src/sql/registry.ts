/** Each kind of step in SQL. A kind without an entry is refused by name. */
import type { Condition, Of, Step, StepKind } from '../engine/steps/registry.ts';
import type { ConditionSql, SelectionSql } from './kind.ts';
import { filterSql } from './steps/filter.ts';
import { flagsSql } from './steps/flags.ts';
import { groupSql } from './steps/group.ts';
import { issuerSql } from './steps/issuer.ts';
import { medianSql } from './steps/median.ts';
import { percentileSql } from './steps/percentile.ts';
import { presenceSql } from './steps/presence.ts';
import { rankSql } from './steps/rank.ts';
import { sampleSql } from './steps/sample.ts';
import { sliceSql } from './steps/slice.ts';
import { sortSql } from './steps/sort.ts';
import { topSql } from './steps/top.ts';
import { versusSql } from './steps/versus.ts';

type ConditionKind = Condition['operatorType'];

export const CONDITIONS_SQL: { readonly [Name in ConditionKind]?: ConditionSql<Of<Name>, Condition> } = {
  filter: filterSql,
  presence: presenceSql,
  versus: versusSql,
  median: medianSql,
  percentile: percentileSql,
  flags: flagsSql,
  group: groupSql,
};

/** The rows of a date stay as they are; the condition on the table itself selects the date, and a formula is computed where a step reads it. */
const THROUGH: SelectionSql<Step> = { selection: () => (rows, at) => rows.through(at) };

export const SELECTIONS_SQL: { readonly [Name in Exclude<StepKind, ConditionKind>]?: SelectionSql<Of<Name>> } = {
  sort: sortSql,
  slice: sliceSql,
  top: topSql,
  rank: rankSql,
  issuer: issuerSql,
  sample: sampleSql,
  hold: THROUGH,
  let: THROUGH,
  asOf: THROUGH,
};

export type AnyConditionSql = ConditionSql<Condition, Condition>;
export type AnySelectionSql = SelectionSql<Step>;
