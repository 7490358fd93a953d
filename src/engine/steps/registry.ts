/** The kinds of steps. A new kind is one module with its two halves, and one line in each of the two tables below. */
import type { LetStep } from '../table/formulas.ts';
import { type AsOfStep, asOfRun, asOfText } from './asOf.ts';
import type { CategoricalFilter, EmptyFilter, NumericFilter } from './filter.ts';
import { type FilterStep, filterRun, filterText } from './filter.ts';
import { type FlagsFilter, flagsRun, flagsText } from './flags.ts';
import { type GroupOf, groupRun, groupText } from './group.ts';
import { type IssuerStep, issuerRun, issuerText } from './issuer.ts';
import type { ConditionRun, StepRun, StepText } from './kind.ts';
import { letRun, letText } from './let.ts';
import { type MedianFilter, medianRun, medianText } from './median.ts';
import { type PercentileFilter, percentileRun, percentileText } from './percentile.ts';
import { type PresenceFilter, presenceRun, presenceText } from './presence.ts';
import { type RankStep, rankRun, rankText } from './rank.ts';
import { type SliceStep, sliceRun, sliceText } from './slice.ts';
import { type SortStep, sortRun, sortText } from './sort.ts';
import { type TopStep, topRun, topText } from './top.ts';
import { type VersusFilter, versusRun, versusText } from './versus.ts';

export interface GroupFilter extends GroupOf<Condition> {}

/** What passes, fails or is missing for one row, whatever the order of the rows. */
export type Condition =
  | CategoricalFilter
  | NumericFilter
  | PresenceFilter
  | VersusFilter
  | MedianFilter
  | PercentileFilter
  | FlagsFilter
  | GroupFilter;

export type Step = EmptyFilter | Condition | TopStep | RankStep | IssuerStep | SortStep | SliceStep | LetStep | AsOfStep;
export type StepType = Step['operatorType'];

/** The step of a kind. */
type Of<Type extends StepType> = Type extends 'filter' ? FilterStep : Extract<Step, { readonly operatorType: Type }>;

type Texts<Type extends StepType> = { readonly [Each in Type]: StepText<Of<Each>, Condition> };

/** In the order in which they are tried on a text: a comparison with a median goes before one with a column. */
export const CONDITION_TEXTS: Texts<Condition['operatorType']> = {
  group: groupText<Condition>(),
  percentile: percentileText,
  filter: filterText,
  presence: presenceText,
  flags: flagsText,
  median: medianText,
  versus: versusText,
};

/** All of them, in that order. */
export const TEXTS: Texts<StepType> = {
  let: letText,
  sort: sortText,
  slice: sliceText,
  top: topText,
  rank: rankText,
  issuer: issuerText,
  asOf: asOfText,
  ...CONDITION_TEXTS,
};

/** Kinds that judge each row, and may be members of a group. */
export const CONDITIONS: { readonly [Type in Condition['operatorType']]: ConditionRun<Of<Type>, Condition> } = {
  filter: filterRun,
  presence: presenceRun,
  versus: versusRun,
  median: medianRun,
  percentile: percentileRun,
  flags: flagsRun,
  group: groupRun<Condition>(),
};

/** Kinds that select or order the rows as a whole. */
export const RUNS: { readonly [Type in Exclude<StepType, Condition['operatorType']>]: StepRun<Of<Type>> } = {
  top: topRun,
  rank: rankRun,
  issuer: issuerRun,
  sort: sortRun,
  slice: sliceRun,
  let: letRun,
  asOf: asOfRun,
};
