/** A kind of step in SQL. */
import type { Expression } from './expression.ts';
import type { Rows } from './rows.ts';
import type { Universe } from './universe.ts';

/** A condition: an expression per row, TRUE where it passes, FALSE where it fails, NULL where it lacks a value. */
export interface ConditionSql<S, Inner = never> {
  /** Asks the universe for the columns that it reads, which must happen before any row is left out. Also asks the inner ones of a group. */
  readonly condition: (step: S, universe: Universe, inner: (step: Inner) => Judged) => Judged;
}

/** A condition on the present rows: known from the universe alone, or once the rows are. */
export type Judged = (rows: Rows) => Expression;

/** A step that selects or orders the rows as a whole. */
export interface SelectionSql<S> {
  /** Asks the universe for the columns that it reads; what it returns does the rest with the rows that come in. */
  readonly selection: (step: S, universe: Universe) => (rows: Rows, at: number) => void;
}
