import type { SortDirection } from '../catalogue/codes.ts';
import { type CategoricalOperator, isNumericOperator, type NumericOperator } from './operators.ts';
import type { Scope } from './percentile.ts';

/** Most steps of a screen; a longer list is refused with a message. */
export const STEPS_MAX = 64;

/** Keeps the rows whose category is (or is not) among the values. A missing category is the empty text. */
export interface CategoricalFilter {
  readonly operatorType: 'filter';
  readonly columnId: string;
  readonly operator: CategoricalOperator;
  readonly operatorValues: readonly string[];
}

/**
 * Keeps the rows whose stored number meets the bounds. A missing number passes none of the operators.
 * `currency` (ISO 4217) says what the bounds of a money column are in; without it, US dollars.
 */
export interface NumericFilter {
  readonly operatorType: 'filter';
  readonly columnId: string;
  readonly operator: NumericOperator;
  readonly operatorValues: readonly number[];
  readonly currency?: string;
  /** Rows without a value pass too. */
  readonly keepMissing?: true;
}

/** Keeps the rows that have a value in the column, or those that have none. */
export interface PresenceFilter {
  readonly operatorType: 'presence';
  readonly columnId: string;
  readonly keeps: 'missing' | 'present';
}

export type Side = 'GreaterThanOrEquals' | 'LessThanOrEquals';

/**
 * Compares a column with a multiple of another, row by row. Both are compared as stored: a row has one currency, so amounts
 * of money need no rate. Missing when either is.
 */
export interface VersusFilter {
  readonly operatorType: 'versus';
  readonly columnId: string;
  readonly operator: Side;
  readonly factor: number;
  readonly otherId: string;
  readonly keepMissing?: true;
}

export const MEDIAN_SCOPES = ['sector', 'country', 'universe'] as const;
export type MedianScope = (typeof MEDIAN_SCOPES)[number];

/** Compares a column with a multiple of its median among all securities of the row's sector or country, or among all, money in the base currency. */
export interface MedianFilter {
  readonly operatorType: 'median';
  readonly columnId: string;
  readonly operator: Side;
  readonly factor: number;
  readonly scope: MedianScope;
  readonly keepMissing?: true;
}

/** Compares the mean-rank percentile (0 … 1) of a column within a scope. */
export interface PercentileFilter {
  readonly operatorType: 'percentile';
  readonly columnId: string;
  readonly scope: Scope;
  readonly operator: NumericOperator;
  readonly operatorValues: readonly number[];
  readonly keepMissing?: true;
}

/** Keeps the rows whose number has no flag (see flags.ts). Missing where the number is. */
export interface FlagsFilter {
  readonly operatorType: 'flags';
  readonly columnId: string;
}

/**
 * Keeps the rows that meet any, all or at least so many of the members. A member that has no value is not met; a row that fails
 * counts as missing, not as failed, when the members without a value could have made it pass.
 */
export interface GroupFilter {
  readonly operatorType: 'group';
  readonly least: 'any' | 'all' | number;
  readonly members: readonly Condition[];
}

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

export const TOP_SCOPES = ['rows', 'sector', 'country'] as const;
export type TopScope = (typeof TOP_SCOPES)[number];

/**
 * Keeps the rows with the largest (top) or smallest values among those that come in, or among those of the same sector or country,
 * in their present order; as a percentage, of the rows that have a value, rounded up. The first of equal values are kept first;
 * a row without a value is never kept.
 */
export interface TopStep {
  readonly operatorType: 'top';
  readonly columnId: string;
  readonly end: 'top' | 'bottom';
  readonly amount: number;
  readonly isPercentage: boolean;
  readonly scope: TopScope;
}

/** A row without a value: comes last, is left out, counts as the worst, as the middle, or is judged by its other columns. */
export const RANK_POLICIES = ['last', 'drop', 'worst', 'median', 'ignore'] as const;
export type RankPolicy = (typeof RANK_POLICIES)[number];

export interface RankPart {
  readonly columnId: string;
  /** Descending: the larger, the better. */
  readonly sortOperator: Exclude<SortDirection, 'None'>;
  readonly weight: number;
  readonly missing: RankPolicy;
}

/** Orders the rows by the weighted mean of their percentiles among the rows that come in, best first; stable. */
export interface RankStep {
  readonly operatorType: 'rank';
  readonly parts: readonly RankPart[];
}

/** Keeps, of the rows of one issuer that come in, the one that trades most (see issuer.ts), in their present order. */
export interface IssuerStep {
  readonly operatorType: 'issuer';
}

/** A filter whose column has not been chosen yet: ignored. */
export interface EmptyFilter {
  readonly operatorType: 'filter';
  readonly columnId: null;
}

/** Orders the rows; stable, a missing value last in both directions. Direction None leaves the order as it is. */
export interface SortStep {
  readonly operatorType: 'sort';
  readonly columnId: string;
  readonly sortOperator: SortDirection;
}

/**
 * Keeps positions start to end of the present order, both included, counted from 0; or, as a percentage of the n rows that come in,
 * the positions floor(start/100 × n) up to, not including, ceil(end/100 × n). Bounds are clamped.
 */
export interface SliceStep {
  readonly operatorType: 'slice';
  readonly operatorValues: readonly [start: number, end: number];
  readonly sliceIsPercentage: boolean;
}

export type FilterStep = CategoricalFilter | NumericFilter | EmptyFilter;
/** Makes a column of the user's own, known to all steps of the screen: a formula in the language of the catalogue. Leaves the rows as they are. */
export interface LetStep {
  readonly operatorType: 'let';
  readonly columnId: string;
  readonly formula: string;
}

/** The steps that forms edit; the others are edited as text. */
export type PlainStep = FilterStep | SortStep | SliceStep;
export type Step = PlainStep | Condition | TopStep | RankStep | IssuerStep | LetStep;

/** True for a filter whose bounds are numbers. */
export function isNumericFilter(step: Step): step is NumericFilter {
  return step.operatorType === 'filter' && step.columnId !== null && isNumericOperator(step.operator);
}

/** Same step, by value. */
export function sameStep(a: Step, b: Step): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Columns that a step reads, in the order in which it names them. */
export function stepColumns(step: Step): readonly string[] {
  switch (step.operatorType) {
    case 'slice':
    case 'issuer':
    case 'let':
      return [];
    case 'group':
      return step.members.flatMap(stepColumns);
    case 'rank':
      return step.parts.map(({ columnId }) => columnId);
    case 'versus':
      return [step.columnId, step.otherId];
    default:
      return step.columnId === null ? [] : [step.columnId];
  }
}
