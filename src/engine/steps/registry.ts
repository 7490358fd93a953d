/** The kinds of steps. A new kind is one module with its two halves, and one line for each half in the tables below. */
import type { LetStep } from '../table/formulas.ts';
import { asOfText } from './asOf.ts';

import {
  type CategoricalFilter,
  type EmptyFilter,
  type FilterStep,
  filterRun,
  filterText,
  type NumericFilter,
} from './filter.ts';

import { type FlagsFilter, flagsRun, flagsText } from './flags.ts';
import { type GroupOf, groupRun, groupText } from './group.ts';
import { holdText } from './hold.ts';
import { issuerRun, issuerText } from './issuer.ts';
import type { ConditionRun, StepRun, StepText } from './kind.ts';
import { letText } from './let.ts';
import { type MedianFilter, medianRun, medianText } from './median.ts';
import { type PercentileFilter, percentileRun, percentileText } from './percentile.ts';
import { type PresenceFilter, presenceRun, presenceText } from './presence.ts';
import { rankRun, rankText } from './rank.ts';
import { sampleRun, sampleText } from './sample.ts';
import { sliceRun, sliceText } from './slice.ts';
import { sortRun, sortText } from './sort.ts';
import type { StepOf } from './step.ts';
import { topRun, topText } from './top.ts';
import { type VersusFilter, versusRun, versusText } from './versus.ts';

export interface GroupFilter extends GroupOf<Condition> {}

/** Passes, fails or is missing for each row, independently of the order. */
export type Condition =
  | CategoricalFilter
  | NumericFilter
  | PresenceFilter
  | VersusFilter
  | MedianFilter
  | PercentileFilter
  | FlagsFilter
  | GroupFilter;

/** Kinds that select or order the rows as a whole. */
const SELECTION_TEXTS = {
  asOf: asOfText,
  sort: sortText,
  slice: sliceText,
  top: topText,
  rank: rankText,
  issuer: issuerText,
  sample: sampleText,
  hold: holdText,
} as const;

type StepOfText<Text> = Text extends StepText<infer S, Condition> ? S : never;
type Selection = StepOfText<(typeof SELECTION_TEXTS)[keyof typeof SELECTION_TEXTS]>;

export type Step = EmptyFilter | Condition | Selection | LetStep;
type Kind<S> = S extends StepOf<infer Name> ? Name : never;
export type StepKind = Kind<Step>;

export type Of<Name extends StepKind> = Name extends 'filter' ? FilterStep : Extract<Step, StepOf<Name>>;

/** Kinds that judge each row, in parsing order: a comparison with a median comes before one with a column. */
export const CONDITION_TEXTS: { readonly [Name in Kind<Condition>]: StepText<Of<Name>, Condition> } = {
  percentile: percentileText,
  group: groupText<Condition>(),
  filter: filterText,
  presence: presenceText,
  flags: flagsText,
  median: medianText,
  versus: versusText,
};

export const TEXTS: { readonly [Name in StepKind]: StepText<Of<Name>, Condition> } = {
  ...SELECTION_TEXTS,
  ...CONDITION_TEXTS,
  let: letText,
};

export const CONDITIONS: { readonly [Name in Kind<Condition>]: ConditionRun<Of<Name>, Condition> } = {
  filter: filterRun,
  presence: presenceRun,
  versus: versusRun,
  median: medianRun,
  percentile: percentileRun,
  flags: flagsRun,
  group: groupRun<Condition>(),
};

/** Without the kinds that leave all rows as they are. */
export const RUNS: { readonly [Name in Exclude<Kind<Selection>, 'asOf' | 'hold'>]: StepRun<Of<Name>> } = {
  sort: sortRun,
  slice: sliceRun,
  top: topRun,
  rank: rankRun,
  issuer: issuerRun,
  sample: sampleRun,
};
