/**
 * A kind of step in two halves: its text, which the page needs too, and its execution, for the worker and the command line only.
 * Each kind is one module that exports both; registry.ts lists the kinds.
 */
import type { Kept, Pass } from '../../../kernels/loops/filter.ts';
import type { Column } from '../../catalogue/column.ts';
import type { Lineage } from '../answers/lineage.ts';
import type { Table } from '../table/table.ts';
import type { Direction } from './clauses.ts';
import type { Reader } from './reader.ts';

export type ColumnOf = (id: string) => Column | undefined;

/**
 * What a step's effect on a row depends on: nothing (all rows stay as they are), the row alone, the set of input rows, their order
 * (which the step replaces), or both set and order.
 */
export type DependsOn = 'nothing' | 'row' | 'set' | 'order' | 'all';

/** Functions on nested steps, such as the members of a group. */
export interface TextOf<Inner> {
  read(reader: Reader, depth: number): Inner;
  print(step: Inner): string | null;
  columns(step: Inner): readonly string[];
  fault(step: Inner, columnOf: ColumnOf, depth: number): string | null;
  rename(step: Inner, from: string, to: string): Inner;
  dependsOn(step: Inner): DependsOn;
  isUnfinished(step: Inner, columnOf: ColumnOf): boolean;
}

/** A completion, and the text used to test whether the grammar accepts it: `sort `, tested as `sort x asc`. */
export type Piece = readonly [text: string, tried: string];

export interface OrderColumn {
  readonly columnId: string;
  readonly sortOperator: Direction;
}

export interface StepText<S, Inner = unknown> {
  /**
   * Reads a step that begins with a keyword of this kind. Returns null, leaving the reader in place, when there is none.
   * @param depth number of groups around the step
   * @throws ScreenTextError
   */
  readonly read?: (reader: Reader, inner: TextOf<Inner>, depth: number) => S | null;
  /** Like `read`, for a step that begins with its column. */
  readonly readAfterColumn?: (reader: Reader, columnId: string) => S | null;
  /** Operators that may follow the column, for the error message. */
  readonly operators?: readonly string[];
  /** The canonical text; null for a step without effect. */
  readonly print: (step: S, inner: TextOf<Inner>) => string | null;
  /** Ids of the columns that the step reads, in the order named. */
  readonly columns: (step: S, inner: TextOf<Inner>) => readonly string[];
  readonly dependsOn: (step: S, inner: TextOf<Inner>) => DependsOn;
  /** True while a column (empty id) or number (NaN) is still to be chosen, which is not a fault. By default, only an empty column id counts. */
  readonly isUnfinished?: (step: S, columnOf: ColumnOf, inner: TextOf<Inner>) => boolean;
  /** True when edits come in a stream, typed or dragged, so that one undo reverts them all. */
  readonly isTyped?: (step: S) => boolean;
  /** The columns that order the rows after the step, the primary one first. */
  readonly orderedBy?: (step: S) => readonly OrderColumn[];
  /** Completions wherever the grammar accepts them, and after a number or text column. */
  readonly pieces?: readonly Piece[];
  readonly piecesAfter?: { readonly number: readonly Piece[]; readonly text: readonly Piece[] };
  /** What is wrong with a step whose columns all exist, as a sentence for the user; null when nothing is. */
  readonly fault: (step: S, columnOf: ColumnOf, inner: TextOf<Inner>, depth: number) => string | null;
  /** Renames the input column `from` to `to`. */
  readonly rename: (step: S, from: string, to: string, inner: TextOf<Inner>) => S;
}

/** Why a row left at a step. */
export interface StepTrace {
  /** Rank from 1: in the input of a slice, in the group of a top step or issuer, or in the result. */
  readonly rank: number | null;
  /** Rows kept by the slice or, in the row's group, by the top step; or rows of the result. */
  readonly kept: number | null;
  /** The stored number that failed a filter or was ranked too low; null for text, groups and missing numbers. */
  readonly value: number | null;
  /** Columns that make the value missing: inputs that are missing themselves, or out of bounds for a denominator. */
  readonly cause: readonly string[];
}

export const NO_TRACE: StepTrace = { rank: null, kept: null, value: null, cause: [] };

export type Verdict = 'passes' | 'fails' | 'lacks';

/** Details to add to a trace. */
export interface Explanation {
  /** The number that the row needs, money in its own currency; for a percentile filter, the percentile. Null if not applicable. */
  readonly needed: number | null;
  /** Mean-rank percentile (0 … 1) of the row's number, and of the needed one: among all securities, or in the scope of a percentile filter. */
  readonly percentile: number | null;
  readonly neededPercentile: number | null;
  /** Rows it was ranked among at a slice or top step, and by how many places it missed. */
  readonly among: number | null;
  readonly missedBy: number | null;
  /** The lineage of its number, when it left because of flags. */
  readonly lineage: Lineage | null;
  /** The verdict of each member of a group. */
  readonly members: readonly Verdict[];
}

/** A row that a step dropped. */
export interface Departure {
  readonly input: Uint32Array;
  readonly output: Uint32Array;
  readonly row: number;
}

/** A step that selects or orders its input as a whole. */
export interface StepRun<S> {
  /** The rows that remain, in order, and how many were dropped for a missing value. */
  readonly apply: (table: Table, step: S, rows: Uint32Array) => Kept;
  readonly trace: (table: Table, step: S, departure: Departure) => StepTrace;
  readonly explain?: (table: Table, step: S, departure: Departure, found: StepTrace) => Partial<Explanation>;
}

/** Judges a nested condition: a verdict per position of the rows. */
export type Judge<Inner> = (table: Table, step: Inner, rows: Uint32Array) => Uint8Array;

/** A condition: it passes or fails for each row, or lacks a value. */
export interface ConditionRun<S, Inner = never> {
  /** A verdict per position of the rows: FAILS, PASSES or LACKS of kernels/loops/verdicts.ts. The caller applies `keep missing`. */
  readonly judge: (table: Table, step: S, rows: Uint32Array, inner: Judge<Inner>) => Uint8Array;
  /** A loop that filters without verdicts; null when there is none. A mask computed on the GPU may replace the comparison. */
  readonly pass?: (table: Table, step: S, mask?: Uint8Array) => Pass | null;
  readonly explain?: (table: Table, step: S, departure: Departure, inner: Judge<Inner>) => Partial<Explanation>;
}

export function renameColumn<S extends { readonly columnId: string | null }>(step: S, from: string, to: string): S {
  return step.columnId === from ? { ...step, columnId: to } : step;
}
