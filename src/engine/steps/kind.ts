/**
 * What a kind of step is, in two halves: its text, which the page needs too, and its execution, which only the worker and the command
 * line need. A kind is one module that exports both; registry.ts lists the kinds.
 */
import type { Kept, Pass } from '../../../kernels/loops/filter.ts';
import type { Column } from '../../catalogue/column.ts';
import type { Lineage } from '../answers/lineage.ts';
import type { Table } from '../table/table.ts';
import type { Direction } from './clauses.ts';
import type { Reader } from './reader.ts';

export type ColumnOf = (id: string) => Column | undefined;

/**
 * What the effect of a step on a row depends on: nothing (the step leaves all rows as they are), the row alone, the set of rows that
 * come in, their order in the sense that the step replaces it, or set and order both.
 */
export type DependsOn = 'nothing' | 'row' | 'set' | 'order' | 'all';

/** What the functions of a kind may ask of the steps within a step, such as the members of a group. */
export interface TextOf<Inner> {
  read(reader: Reader, depth: number): Inner;
  print(step: Inner): string | null;
  columns(step: Inner): readonly string[];
  fault(step: Inner, columnOf: ColumnOf, depth: number): string | null;
  rename(step: Inner, from: string, to: string): Inner;
  dependsOn(step: Inner): DependsOn;
  isUnfinished(step: Inner, columnOf: ColumnOf): boolean;
}

/** What may be typed, and what is put in its place to try whether the grammar takes it there: `sort `, tried as `sort x asc`. */
export type Piece = readonly [text: string, tried: string];

export interface OrderColumn {
  readonly columnId: string;
  readonly sortOperator: Direction;
}

export interface StepText<S, Inner = unknown> {
  /**
   * Reads a step that begins with a keyword of this kind. Returns null, and leaves the reader where it was, when none does.
   * @param depth number of groups around the step
   * @throws ScreenTextError
   */
  readonly read?: (reader: Reader, inner: TextOf<Inner>, depth: number) => S | null;
  /** As `read`, for a step that begins with its column. */
  readonly readAfterColumn?: (reader: Reader, columnId: string) => S | null;
  /** What may follow the column, for the error message. */
  readonly operators?: readonly string[];
  /** The canonical text; null for a step that does nothing. */
  readonly print: (step: S, inner: TextOf<Inner>) => string | null;
  /** Ids of the columns that the step reads, in the order in which it names them. */
  readonly columns: (step: S, inner: TextOf<Inner>) => readonly string[];
  readonly dependsOn: (step: S, inner: TextOf<Inner>) => DependsOn;
  /** Whether a column (an empty id) or a number (NaN) has not been chosen yet: no fault. Left out, a column without an id counts alone. */
  readonly isUnfinished?: (step: S, columnOf: ColumnOf, inner: TextOf<Inner>) => boolean;
  /** Whether edits of it come in a stream, as numbers and texts are typed or dragged: one undo takes them all back. */
  readonly isTyped?: (step: S) => boolean;
  /** The columns that the rows are ordered by behind the step, the one that counts most first. */
  readonly orderedBy?: (step: S) => readonly OrderColumn[];
  /** What completion offers: where the grammar takes it, and behind a column of numbers or of text. */
  readonly pieces?: readonly Piece[];
  readonly piecesAfter?: { readonly number: readonly Piece[]; readonly text: readonly Piece[] };
  /** What is wrong with a step whose columns all exist, as a sentence for the user; null when nothing is. */
  readonly fault: (step: S, columnOf: ColumnOf, inner: TextOf<Inner>, depth: number) => string | null;
  /** The step with the column `from` called `to`, as an input. */
  readonly rename: (step: S, from: string, to: string, inner: TextOf<Inner>) => S;
}

/** Why a row left at a step. */
export interface StepTrace {
  /** Position from 1 among the rows that came into the slice it left at, among its group at a top step or its issuer, or in the result. */
  readonly rank: number | null;
  /** Rows that the slice, or the top step of this group, kept, or that the result has. */
  readonly kept: number | null;
  /** The stored number that failed a filter or was ranked too low; null for text, for groups and for a missing one. */
  readonly value: number | null;
  /** Columns that make the value missing: inputs that are missing themselves, or out of bounds for a denominator. */
  readonly cause: readonly string[];
}

export const NO_TRACE: StepTrace = { rank: null, kept: null, value: null, cause: [] };

export type Verdict = 'passes' | 'fails' | 'lacks';

/** What there is to add to a trace. */
export interface Explanation {
  /** The number that the row would have to reach, money in the row's currency; of a percentile filter, the percentile. Null where there is none. */
  readonly needed: number | null;
  /** Mean-rank percentile (0 … 1) of the row's number, and of the needed one: among all securities, or in the scope of a percentile filter. */
  readonly percentile: number | null;
  readonly neededPercentile: number | null;
  /** Rows that it was ranked among at a slice or a top step, and how many places it missed what was kept by. */
  readonly among: number | null;
  readonly missedBy: number | null;
  /** Where it left because its number has flags: that number with its lineage. */
  readonly lineage: Lineage | null;
  /** The verdict of each member of a group. */
  readonly members: readonly Verdict[];
}

/** A row that came into a step and left at it. */
export interface Departure {
  readonly input: Uint32Array;
  readonly output: Uint32Array;
  readonly row: number;
}

/** A step that selects or orders the rows that come in as a whole. */
export interface StepRun<S> {
  /** The rows that remain, in order, and how many left for want of a value. */
  readonly apply: (table: Table, step: S, rows: Uint32Array) => Kept;
  readonly trace: (table: Table, step: S, departure: Departure) => StepTrace;
  readonly explain?: (table: Table, step: S, departure: Departure, found: StepTrace) => Partial<Explanation>;
}

/** Judges a condition within a condition: a verdict per position of the rows. */
export type Judge<Inner> = (table: Table, step: Inner, rows: Uint32Array) => Uint8Array;

/** A condition: it passes or fails for each row, or lacks a value. */
export interface ConditionRun<S, Inner = never> {
  /** A verdict per position of the rows: FAILS, PASSES or LACKS of kernels/loops/verdicts.ts. The policy `keep missing` is applied by the caller. */
  readonly judge: (table: Table, step: S, rows: Uint32Array, inner: Judge<Inner>) => Uint8Array;
  /** A loop that filters without verdicts; null where there is none. A mask of a graphics card may stand for the comparison. */
  readonly pass?: (table: Table, step: S, mask?: Uint8Array) => Pass | null;
  readonly explain?: (table: Table, step: S, departure: Departure, inner: Judge<Inner>) => Partial<Explanation>;
}

/** Renames the column of a step that names one. */
export function renameColumn<S extends { readonly columnId: string | null }>(step: S, from: string, to: string): S {
  return step.columnId === from ? { ...step, columnId: to } : step;
}
