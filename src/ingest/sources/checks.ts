/** What looks wrong in what was read: said in the report, changed by nobody but the one who maps the columns. */

import { NIL_LINES } from '../../catalogue/nil.ts';
import { type Database, quoteName } from '../formats/duckdb.ts';
import type { Quality } from '../report/quality.ts';
import type { Report } from '../report/report.ts';
import { isNoNumberSql, isTooLargeSql, type SourceColumn, type SourceFile } from './file.ts';
import { POSITIVE_IDS, StatementSigns } from './filed.ts';
import { TABLE_COLUMNS, type Table } from './schema.ts';

/** Reports cells that stand where a number is expected and hold none, or one that is too large; they count as missing. */
export async function reportUnreadable(
  table: Table,
  file: SourceFile,
  sources: readonly SourceColumn[],
  database: Database,
  report: Report,
): Promise<void> {
  if (sources.length === 0) return;
  const findings = sources.flatMap((source) => [
    { condition: isNoNumberSql(source), finding: `values of ${source.name} are no numbers and count as missing`, source },
    { condition: isTooLargeSql(source), finding: `values of ${source.name} are too large and count as missing`, source },
  ]);
  const counts = findings.map(
    ({ condition, source: { name } }) =>
      `count(*) FILTER (${condition}), min(CAST(${quoteName(name)} AS VARCHAR)) FILTER (${condition})`,
  );
  const [row = []] = await database.rows(`SELECT ${counts.join(', ')} FROM ${file.sql}`);
  for (const [index, { finding }] of findings.entries()) {
    const count = Number(row[2 * index]);
    if (count > 0) report.note(table, `${count} ${finding}, such as “${row[2 * index + 1]}”`);
  }
}

/**
 * Reports signs that are likely the wrong way round, and lines that no row has and that count as 0.
 * @param signs of statements that are not in the database; those that are there are added
 */
export async function reportStatements(database: Database, report: Report, signs = new StatementSigns()): Promise<void> {
  const excess = POSITIVE_IDS.map((id) => `count(*) FILTER (${quoteName(id)} < 0) - count(*) FILTER (${quoteName(id)} > 0)`);
  const present = NIL_LINES.map((id) => `count(${quoteName(id)}) > 0`);
  const [row = []] = await database.rows(`SELECT ${[...excess, ...present].join(', ')} FROM statements WHERE reason IS NULL`);
  for (const index of POSITIVE_IDS.keys()) signs.excess[index]! += Number(row[index]);
  for (const index of NIL_LINES.keys()) if (row[POSITIVE_IDS.length + index] === true) signs.isThere[index] = true;
  signs.report(report);
}

/** A price is outside of the bar by more than this share: adjusted prices are rounded. */
const BAR_TOLERANCE = 0.001;
const BAR_EXAMPLES = 10;

/** Counts price bars whose open or close lies outside of high and low. */
export async function reportBars(database: Database, quality: Quality): Promise<void> {
  const close = 'COALESCE(close, adjClose)';
  const outside = [`high < low * (1 - ${BAR_TOLERANCE})`];
  for (const price of [close, '"open"']) {
    outside.push(
      `(${price} > 0 AND ${price} > high * (1 + ${BAR_TOLERANCE}))`,
      `(${price} > 0 AND ${price} < low * (1 - ${BAR_TOLERANCE}))`,
    );
  }
  const isOutside = `(${outside.join(' OR ')})`;
  const [row = []] = await database.rows(
    `SELECT count(*), count(*) FILTER (${isOutside}),
       arg_min(symbol || ' ' || (DATE '1970-01-01' + CAST("date" AS INTEGER)) || ': close ' || ${close} || ', high ' || high || ', low ' || low, line, ${BAR_EXAMPLES}) FILTER (${isOutside})
     FROM prices WHERE reason IS NULL AND high > 0 AND low > 0`,
  );
  const { bars } = quality.findings;
  bars.checkedCount += Number(row[0]);
  bars.foundCount += Number(row[1]);
  if (Array.isArray(row[2])) bars.examples.push(...(row[2] as unknown[]).map(String));
}

/** Counts the values of each column that each source brings. */
export async function reportValues(
  database: Database,
  has: Readonly<Record<'statements' | 'prices', boolean>>,
  quality: Quality,
): Promise<void> {
  for (const table of ['statements', 'prices'] as const) {
    if (!has[table]) continue;
    const ids = TABLE_COLUMNS[table].flatMap(({ id, type }) => (type === 'number' ? [id] : []));
    const rows = await database.rows(
      `SELECT source, ${ids.map((id) => `count(*) FILTER (isfinite(${quoteName(id)}))`).join(', ')} FROM ${table} WHERE reason IS NULL GROUP BY source ORDER BY source`,
    );
    for (const [place, ...counts] of rows) {
      const { values } = quality.sources[Number(place)]!;
      for (const [index, id] of ids.entries()) if (Number(counts[index]) > 0) values.set(id, Number(counts[index]));
    }
  }
}
