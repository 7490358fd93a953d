/** The rows of a screen between two steps: a subquery per step, and the order of the rows. */
import type { Dialect } from './dialect.ts';
import { type Expression, sql } from './expression.ts';
import type { Stages } from './stages.ts';

/** A column of the present rows: whether each stays; NULL for one that lacks a value. */
const KEEP = '$keep';

interface Judged {
  readonly step: number;
  /** Subquery with the column `$keep`; null if all rows stay. */
  readonly query: string | null;
  /** Subquery of the rows that came in. */
  readonly before: string;
}

export class Rows {
  readonly is: Dialect;
  readonly #stages: Stages;
  readonly #snapshot: Expression;
  readonly #queries: { readonly name: string; readonly text: string }[] = [];
  readonly #judged: Judged[] = [];
  #last: string;
  /** Terms of ORDER BY, most important first. */
  #order: readonly string[];

  constructor(is: Dialect, stages: Stages, from: string, snapshot: Expression, place: Expression) {
    this.is = is;
    this.#stages = stages;
    this.#last = from;
    this.#snapshot = snapshot;
    this.#order = [place.text];
  }

  /** Adds columns over the present rows in one subquery: databases plan long chains of them slowly. */
  columns(expressions: readonly Expression[]): Expression[] {
    const named = expressions.map(({ text }) => ({ text, name: this.is.quote(this.#stages.name()) }));
    this.#add(`SELECT *, ${named.map(({ text, name }) => `${text} AS ${name}`).join(', ')} FROM ${this.#last}`);
    return named.map(({ name }) => ({ text: name, stage: 0 }));
  }

  column(expression: Expression): Expression {
    return this.columns([expression])[0]!;
  }

  #add(text: string): string {
    const name = `rows${this.#queries.length + 1}`;
    this.#queries.push({ name, text });
    this.#last = name;
    return name;
  }

  /** A window over the present rows of each date, or of each group of them. */
  window(groups: readonly Expression[] = [], order: readonly string[] = []): string {
    const parts = `PARTITION BY ${[this.#snapshot, ...groups].map(({ text }) => text).join(', ')}`;
    return order.length === 0 ? parts : `${parts} ORDER BY ${order.join(', ')}`;
  }

  /** The present order, after other terms. */
  ordered(...first: readonly string[]): readonly string[] {
    return [...first, ...this.#order];
  }

  orderBy(...first: readonly string[]): void {
    this.#order = this.ordered(...first);
  }

  /** The number of each row in the present order, from 1, as an expression. */
  numbered(groups: readonly Expression[] = [], ...first: readonly string[]): Expression {
    return sql`row_number() OVER (${this.window(groups, this.ordered(...first))})`;
  }

  keep(step: number, keep: Expression): void {
    const before = this.#last;
    const query = this.#add(`SELECT *, ${keep.text} AS ${this.is.quote(KEEP)} FROM ${before}`);
    const rest = this.is.name === 'clickhouse' ? `* EXCEPT(${this.is.quote(KEEP)})` : `* EXCLUDE (${this.is.quote(KEEP)})`;
    this.#add(`SELECT ${rest} FROM ${query} WHERE ${this.is.quote(KEEP)}`);
    this.#judged.push({ step, query, before });
  }

  /** Records that a step keeps all rows. */
  through(step: number): void {
    this.#judged.push({ step, query: null, before: this.#last });
  }

  get queries(): readonly { readonly name: string; readonly text: string }[] {
    return this.#queries;
  }

  get last(): string {
    return this.#last;
  }

  get order(): readonly string[] {
    return this.#order;
  }

  /** A row per step: its number from 0, rows in, rows out, and rows that left because they lack a value. */
  counts(): string {
    const quoted = this.is.quote(KEEP);
    return this.#judged
      .map(({ step, query, before }) =>
        query === null
          ? `SELECT ${step} AS "step", count(*) AS "in", count(*) AS "out", 0 AS "missing" FROM ${before}`
          : `SELECT ${step} AS "step", count(*) AS "in", coalesce(sum(CASE WHEN ${quoted} THEN 1 ELSE 0 END), 0) AS "out", coalesce(sum(CASE WHEN ${quoted} IS NULL THEN 1 ELSE 0 END), 0) AS "missing" FROM ${query}`,
      )
      .join('\nUNION ALL ');
  }
}
