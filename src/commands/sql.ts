import { parseArgs } from 'node:util';
import { columnById, otherColumn } from '../catalogue/catalogue.ts';
import type { Column } from '../catalogue/column.ts';
import { isAsOf } from '../engine/steps/asOf.ts';
import { namedColumns } from '../engine/steps/namedColumns.ts';
import { ScreenTextError } from '../engine/steps/reader.ts';
import type { Step } from '../engine/steps/registry.ts';
import { parseScreen } from '../engine/steps/text.ts';
import { withIds } from '../engine/steps/withIds.ts';
import { CLICKHOUSE } from '../sql/clickhouse.ts';
import type { Dialect } from '../sql/dialect.ts';
import { DUCKDB } from '../sql/duckdb.ts';
import { type Snapshots, screenSql } from '../sql/screen.ts';
import { storedColumns } from '../sql/table.ts';
import { ACCESSION_COLUMN, FILED_COLUMN, ID_COLUMN } from '../wire/history.ts';
import { print } from './print.ts';
import { isoDay, runCommand, UsageError } from './usage.ts';

const HELP = `panscreen sql 'TEXT' [--as-of DATE] [--dialect clickhouse|duckdb] [--columns id,id,…] [--explain]

Prints a screen as an SQL query over the table "universe" that "panscreen push" fills, with one row per snapshot and security. The
query returns the same rows as the page, in the same order (docs/scale.md).

  --as-of DATE    the snapshot at or before a date; the text may begin with it instead. Without either, the newest snapshot
  --dialect       clickhouse (default, since 24.3) or duckdb (since 1.3)
  --columns LIST  column ids; default: symbol, name, country and those in the text
  --explain       the query of the ledger instead: for each step the rows in, the rows out and those without a value

A step that has no exact SQL equivalent is refused by name.

Example: panscreen sql 'as of 2016-03-31 | type = Equity | sort earningsYield desc | rows 1..20' --dialect duckdb
Exit status: 0; 2 when the text or an option can't be read, or a step has no SQL equivalent.
`;

const DIALECTS: readonly Dialect[] = [CLICKHOUSE, DUCKDB];
const DEFAULT_COLUMNS = ['symbol', 'name', 'country'];

/** Columns of every history that the catalogue lacks. */
const OF_HISTORIES: ReadonlyMap<string, Column> = new Map(
  [FILED_COLUMN, ACCESSION_COLUMN, ID_COLUMN].map((id) => [
    id,
    id === FILED_COLUMN ? otherColumn(id) : { ...otherColumn(id), unit: 'text', display: 'text' },
  ]),
);

/** Parses a screen and resolves common names to ids. @throws UsageError */
export function stepsOf(text: string, columnOf: (id: string) => Column | undefined): readonly Step[] {
  try {
    return withIds(parseScreen(text), columnOf);
  } catch (error) {
    if (!(error instanceof ScreenTextError)) throw error;
    throw new UsageError(`the screen can't be read: ${error.message}; character ${error.at + 1}`);
  }
}

function snapshotsOf(steps: readonly Step[], option: string | undefined): Snapshots {
  const [first] = steps;
  const named = first && isAsOf(first) ? first.date : undefined;
  if (option !== undefined && named !== undefined)
    throw new UsageError(`--as-of and “as of ${named}” both name a date: leave one of them out`);
  const date = option === undefined ? named : isoDay('--as-of', option);
  return date === undefined ? { kind: 'newest' } : { kind: 'asOf', date };
}

/** The requested columns, by default some basic ones and those in the steps. */
export function answerColumns(steps: readonly Step[], option: string | undefined): readonly string[] {
  return option?.split(',').map((id) => id.trim()) ?? [...new Set([...DEFAULT_COLUMNS, ...namedColumns(steps)])];
}

/** `panscreen sql`. Resolves to the exit status. */
export function sql(given: string[]): Promise<number> {
  return runCommand('sql', HELP, given, async (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        'as-of': { type: 'string' },
        dialect: { type: 'string', default: CLICKHOUSE.name },
        columns: { type: 'string' },
        explain: { type: 'boolean', default: false },
      },
    });
    const [text, ...more] = positionals;
    if (text === undefined || more.length > 0)
      throw new UsageError('expected one screen text in quotes; see panscreen sql --help');
    const dialect = DIALECTS.find(({ name }) => name === values.dialect);
    if (!dialect) throw new UsageError(`--dialect is clickhouse or duckdb, not ${values.dialect}`);
    const others = [...OF_HISTORIES.values()].map(({ id, unit }) => ({
      name: id,
      kind: unit === 'text' ? ('text' as const) : ('number' as const),
    }));
    const names = new Set(storedColumns(others).map(({ name }) => name));
    const columnOf = (id: string): Column | undefined => columnById(id) ?? OF_HISTORIES.get(id);
    const steps = stepsOf(text, columnOf);
    const columnIds = answerColumns(steps, values.columns);
    try {
      const query = screenSql(steps, {
        dialect,
        columnOf,
        isStored: (id) => names.has(id),
        base: null,
        snapshots: snapshotsOf(steps, values['as-of']),
        columnIds,
      });
      await print(`${values.explain ? query.ledger : query.rows}\n`);
    } catch (error) {
      throw error instanceof RangeError ? new UsageError(error.message) : error;
    }
  });
}
