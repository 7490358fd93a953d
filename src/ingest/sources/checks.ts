/** Checks that report suspicious input without changing it. */

import { NIL_FLOWS, NIL_LINES } from '../../catalogue/nil.ts';
import { type Database, quoteName, quoteText } from '../formats/duckdb.ts';
import type { Quality } from '../report/quality.ts';
import type { Report } from '../report/report.ts';
import { isNoDateSql, isNoNumberSql, isTooLargeSql, type SourceColumn, type SourceFile } from './file.ts';
import { POSITIVE_IDS, StatementSigns } from './filed.ts';
import { TABLE_COLUMNS, type Table } from './schema.ts';
import { BAR_TOLERANCE } from './series.ts';

/** Reports cells of numeric columns that are not numbers or are too large; they count as missing. */
export async function reportUnreadable(
  table: Table,
  file: SourceFile,
  sources: readonly SourceColumn[],
  database: Database,
  report: Report,
): Promise<void> {
  const texts = await unreadable(
    sources.filter(({ isNumeric }) => !isNumeric),
    file,
    database,
  );
  const numbers = await tooLarge(
    sources.filter(({ isNumeric }) => isNumeric),
    file,
    database,
  );
  for (const { name } of sources)
    for (const { finding, count, example } of [...(texts.get(name) ?? []), ...(numbers.get(name) ?? [])])
      report.note(table, `${count} values of ${name} are ${finding} and count as missing, such as “${example}”`);
}

/** The first cell of some columns that meets a condition, with its place; null for none. */
async function firstCell(
  columns: readonly SourceColumn[],
  { sql }: SourceFile,
  condition: (column: SourceColumn) => string,
  database: Database,
): Promise<{ readonly place: string; readonly cell: string } | null> {
  if (columns.length === 0) return null;
  const cell: SourceColumn = { name: 'cell', isNumeric: false };
  const cells = columns.map((column) => `CAST(${quoteName(column.name)} AS VARCHAR)`);
  const [row] = await database.rows(
    `SELECT line, place, cell FROM
       (SELECT line, unnest([${[...columns.keys()].join(', ')}]) AS place, unnest([${cells.join(', ')}]) AS cell
        FROM (SELECT row_number() OVER () AS line, * FROM ${sql}))
     WHERE ${condition(cell)} ORDER BY line, place LIMIT 1`,
  );
  return row ? { place: `row ${row[0]}: ${columns[Number(row[1])]!.name}`, cell: String(row[2]) } : null;
}

/**
 * Throws if a cell of an optional date is not empty and no date: a filing of an unknown day would count as public, and a rate without a
 * day would apply to all days.
 */
export async function checkDates(columns: readonly SourceColumn[], file: SourceFile, database: Database): Promise<void> {
  const found = await firstCell(columns, file, isNoDateSql, database);
  if (found) throw new Error(`${found.place} has “${found.cell}”, which is not a date such as 2016-12-31`);
}

/** A number with a decimal comma or with points between thousands, and one that may be meant so: 1.234,5 and 1.234. */
const DECIMAL_COMMA = String.raw`\s*[-+]?(?:\d{1,3}(?:\.\d{3})+,\d*|\d{1,3}(?:\.\d{3}){2,}|\d+,(?:\d{1,2}|\d{4,}))\s*`;
const MAY_BE_GROUPED = String.raw`\s*[-+]?[1-9]\d{0,2}\.\d{3}\s*`;

/** Throws if a file writes 1.234,5 and 1.234: the latter would be read as 1.2. */
export async function checkPoints(columns: readonly SourceColumn[], file: SourceFile, database: Database): Promise<void> {
  const texts = columns.filter(({ isNumeric }) => !isNumeric);
  const matching = (pattern: string) => (column: SourceColumn) =>
    `regexp_full_match(${quoteName(column.name)}, ${quoteText(pattern)})`;
  const comma = await firstCell(texts, file, matching(DECIMAL_COMMA), database);
  const doubtful = comma && (await firstCell(texts, file, matching(MAY_BE_GROUPED), database));
  if (doubtful)
    throw new Error(
      `${doubtful.place} has “${doubtful.cell}”, and ${comma.place} “${comma.cell}”: write numbers with a decimal point and no other signs, such as 1234.5`,
    );
}

interface Finding {
  readonly finding: 'not numbers' | 'too large';
  readonly count: number;
  readonly example: string;
}

/** Checks text columns. Stacks their cells so that the database plans the conditions once, not per column. */
async function unreadable(
  sources: readonly SourceColumn[],
  { sql }: SourceFile,
  database: Database,
): Promise<Map<string, Finding[]>> {
  const found = new Map<string, Finding[]>();
  if (sources.length === 0) return found;
  const cell: SourceColumn = { name: 'cell', isNumeric: false };
  const cells = sources.map(({ name }) => `CAST(${quoteName(name)} AS VARCHAR)`);
  const rows = await database.rows(
    `SELECT place, isNoNumber, count(*), min(cell) FROM
       (SELECT place, cell, ${isNoNumberSql(cell)} AS isNoNumber, ${isTooLargeSql(cell)} AS isTooLarge FROM
         (SELECT unnest([${[...sources.keys()].join(', ')}]) AS place, unnest([${cells.join(', ')}]) AS cell FROM ${sql}))
     WHERE isNoNumber OR isTooLarge GROUP BY place, isNoNumber ORDER BY place, isNoNumber DESC`,
  );
  for (const [place, isNoNumber, count, example] of rows) {
    const { name } = sources[Number(place)]!;
    const finding = isNoNumber === true ? 'not numbers' : 'too large';
    found.set(name, [...(found.get(name) ?? []), { finding, count: Number(count), example: String(example) }]);
  }
  return found;
}

/** Checks numeric columns. */
async function tooLarge(
  sources: readonly SourceColumn[],
  { sql }: SourceFile,
  database: Database,
): Promise<Map<string, Finding[]>> {
  if (sources.length === 0) return new Map();
  const counts = sources.map((source) => {
    const condition = isTooLargeSql(source);
    return `count(*) FILTER (${condition}), min(CAST(${quoteName(source.name)} AS VARCHAR)) FILTER (${condition})`;
  });
  const [row = []] = await database.rows(`SELECT ${counts.join(', ')} FROM ${sql}`);
  const findingOf = (at: number): Finding => ({
    finding: 'too large',
    count: Number(row[2 * at]),
    example: String(row[2 * at + 1]),
  });
  return new Map(sources.flatMap(({ name }, at) => (Number(row[2 * at]) > 0 ? [[name, [findingOf(at)]]] : [])));
}

/**
 * Reports likely reversed signs, and lines that no row has and that count as 0.
 * @param signs of statements outside the database; those in the database are added
 */
export async function reportStatements(database: Database, report: Report, signs = new StatementSigns()): Promise<void> {
  const excess = POSITIVE_IDS.map((id) => `count(*) FILTER (${quoteName(id)} < 0) - count(*) FILTER (${quoteName(id)} > 0)`);
  const present = NIL_LINES.map((id) => `count(${quoteName(id)}) > 0`);
  const [row = []] = await database.rows(`SELECT ${[...excess, ...present].join(', ')} FROM statements WHERE reason IS NULL`);
  for (const index of POSITIVE_IDS.keys()) signs.excess[index]! += Number(row[index]);
  for (const index of NIL_LINES.keys()) if (row[POSITIVE_IDS.length + index] === true) signs.isThere[index] = true;
  signs.report(report);
}

/** Among this many companies some pay dividends and all invest: a line that none of them has is one that the source lacks. */
const COMPANIES_MIN = 20;

/** Lines of the cash flow statement that count as 0 although the sources lack them. */
export async function unknownNilLines(database: Database): Promise<readonly string[]> {
  const present = NIL_FLOWS.map((id) => `count(${quoteName(id)}) > 0`);
  const [row = []] = await database.rows(
    `SELECT count(DISTINCT symbol), ${present.join(', ')} FROM statements WHERE reason IS NULL AND operatingCashflow IS NOT NULL`,
  );
  return Number(row[0]) < COMPANIES_MIN ? [] : NIL_FLOWS.filter((_, index) => row[index + 1] !== true);
}

const BAR_EXAMPLES = 10;

/** Counts price bars whose open or close is outside high and low. */
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

/** Counts values by source and column. */
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
