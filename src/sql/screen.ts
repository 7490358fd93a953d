import { noColumn } from '../catalogue/retired.ts';
import { isAsOf } from '../engine/steps/asOf.ts';
import { printStep, stepFault } from '../engine/steps/language.ts';
import type { Condition, Step } from '../engine/steps/registry.ts';
import { kindOf } from '../engine/steps/step.ts';
import type { Dialect } from './dialect.ts';
import { type Expression, NoSql } from './expression.ts';
import type { Judged } from './kind.ts';
import { type AnyConditionSql, type AnySelectionSql, CONDITIONS_SQL, SELECTIONS_SQL } from './registry.ts';
import { Rows } from './rows.ts';
import { SNAPSHOT, UNIVERSE_TABLE } from './table.ts';
import { Universe, type Universes } from './universe.ts';

/** The snapshots that a query reads: the one at or before a date, the newest, one by its own date, or all of them. */
export type Snapshots =
  | { readonly kind: 'asOf'; readonly date: string }
  | { readonly kind: 'newest' }
  | { readonly kind: 'exact'; readonly date: string }
  | { readonly kind: 'all' };

export interface ScreenSqlOptions extends Universes {
  readonly dialect: Dialect;
  /** Name of the table as the query writes it. */
  readonly table?: string;
  readonly snapshots: Snapshots;
  readonly columnIds: readonly string[];
}

export interface ScreenSql {
  /** The rows of the result in order; each column under its id. */
  readonly rows: string;
  /** A row per step: `step` from 0, and the counts `in`, `out` and `missing`. */
  readonly ledger: string;
}

function refusal(step: Step, why: string): NoSql {
  return new NoSql(`“${printStep(step) ?? kindOf(step)}” can't be said in SQL: ${why}`);
}

/** What a step does to the rows, once the universe knows its columns. */
type Effect = (rows: Rows) => void;

function effectOf(step: Step, at: number, universe: Universe): Effect {
  const selection = SELECTIONS_SQL[kindOf(step) as keyof typeof SELECTIONS_SQL] as AnySelectionSql | undefined;
  if (selection) {
    const run = selection.selection(step, universe);
    return (rows) => run(rows, at);
  }
  const judged = conditionOf(step as Condition, universe);
  return (rows) => rows.keep(at, judged(rows));
}

function conditionOf(step: Condition, universe: Universe): Judged {
  const condition = CONDITIONS_SQL[kindOf(step) as keyof typeof CONDITIONS_SQL] as AnyConditionSql | undefined;
  if (!condition) throw refusal(step, `there is no translation of a step of the kind ${kindOf(step)}`);
  return condition.condition(step, universe, (member) => conditionOf(member, universe));
}

function whereOf(snapshots: Snapshots, table: string, { date, quote }: Dialect): string {
  const column = quote(SNAPSHOT);
  switch (snapshots.kind) {
    case 'all':
      return table;
    case 'exact':
      return `${table} WHERE ${column} = ${date(snapshots.date)}`;
    case 'newest':
      return `${table} WHERE ${column} = (SELECT max(${column}) FROM ${table})`;
    case 'asOf':
      return `${table} WHERE ${column} = (SELECT max(${column}) FROM ${table} WHERE ${column} <= ${date(snapshots.date)})`;
  }
}

function outputOf(ids: readonly string[], universe: Universe): { readonly id: string; readonly value: Expression }[] {
  return ids.map((id) => ({ id, value: universe.isText(id) ? universe.text(id) : universe.number(id) }));
}

/**
 * Translates a screen to SQL. Its date is that of `snapshots`, which the caller takes from an “as of” among the steps.
 * @throws NoSql for a step that can't be translated with the same result, with its text and the reason; RangeError for a faulty one
 */
export function screenSql(steps: readonly Step[], options: ScreenSqlOptions): ScreenSql {
  const { dialect, table = UNIVERSE_TABLE, snapshots, columnIds } = options;
  const universe = new Universe(dialect, steps, options);
  const { snapshot, place } = universe;
  const effects = steps.map((step, at) => {
    const fault = isAsOf(step) ? null : stepFault(step, universe.columnOf);
    if (fault !== null) throw new RangeError(fault);
    try {
      return effectOf(step, at, universe);
    } catch (error) {
      throw error instanceof NoSql && !error.message.startsWith('“') ? refusal(step, error.message) : error;
    }
  });
  const unknown = columnIds.find((id) => !universe.columnOf(id));
  if (unknown !== undefined) throw new RangeError(noColumn(unknown));
  const output = outputOf(columnIds, universe);
  const stages = universe.stages.subqueries(whereOf(snapshots, table, dialect));
  const rows = new Rows(dialect, universe.stages, stages.at(-1)!.name, snapshot, place);
  for (const apply of effects) apply(rows);
  const last = stages.at(-1)!;
  const named = [
    ...stages.map((query) => `${query.name} ${query === last ? dialect.computed : 'AS'} (${query.text})`),
    ...rows.queries.map(({ name, text }) => `${name} ${dialect.computed} (${text})`),
  ];
  const withQueries = `WITH ${named.join(',\n')}\n`;
  const selected = [
    ...(snapshots.kind === 'all' ? [`${snapshot.text} AS ${dialect.quote(` ${SNAPSHOT}`)}`] : []),
    ...output.map(({ id, value }) => `${value.text} AS ${dialect.quote(id)}`),
  ];
  const order = [...(snapshots.kind === 'all' ? [snapshot.text] : []), ...rows.order];
  return {
    rows: `${withQueries}SELECT ${selected.join(', ')} FROM ${rows.last} ORDER BY ${order.join(', ')}${dialect.ending}`,
    ledger: `${withQueries}SELECT * FROM (${rows.counts()}) AS counted ORDER BY "step"${dialect.ending}`,
  };
}
