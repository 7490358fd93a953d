/** What looks wrong in what was read: said in the report, changed by nobody but the one who maps the columns. */

import { NIL_LINES } from '../../catalogue/nil.ts';
import { type Database, quoteName, quoteText } from '../duckdb.ts';
import type { Report } from '../report.ts';
import type { Table } from '../schema.ts';
import { numberSql, type SourceColumn, type SourceFile } from './file.ts';

/** Texts that say that there is no number, in lower case. */
const NO_NUMBER = ['', 'none', 'null', 'nan', 'na', 'n/a', '-', '--'];
/** Amounts that are positive here and that some vendors deliver as negative ones (domain, section 0.3). */
const POSITIVE_IDS = [
  'costOfRevenue',
  'operatingExpenses',
  'interestExpense',
  'capitalExpenditures',
  'dividendPayout',
  'paymentsForRepurchaseOfCommonStock',
  'treasuryStock',
];

/** Reports texts that stand where a number is expected; they count as missing. */
export async function reportUnreadable(
  table: Table,
  file: SourceFile,
  sources: readonly SourceColumn[],
  database: Database,
  report: Report,
): Promise<void> {
  const texts = sources.filter(({ isNumeric }) => !isNumeric);
  if (texts.length === 0) return;
  const marks = NO_NUMBER.map(quoteText).join(', ');
  const counts = texts.map((source) => {
    const text = quoteName(source.name);
    const isUnreadable = `${numberSql(source)} IS NULL AND lower(trim(${text})) NOT IN (${marks})`;
    return `count(*) FILTER (${isUnreadable}), min(${text}) FILTER (${isUnreadable})`;
  });
  const [row = []] = await database.rows(`SELECT ${counts.join(', ')} FROM ${file.sql}`);
  for (const [index, { name }] of texts.entries()) {
    const count = Number(row[2 * index]);
    if (count > 0) {
      report.note(table, `${count} values of ${name} are no numbers and count as missing, such as “${row[2 * index + 1]}”`);
    }
  }
}

/** Reports signs that are likely the wrong way round, and lines that no row has and that count as 0. */
export async function reportStatements(database: Database, report: Report): Promise<void> {
  const positive = POSITIVE_IDS.map((id) => `count(*) FILTER (${quoteName(id)} < 0) > count(*) FILTER (${quoteName(id)} > 0)`);
  const present = NIL_LINES.map((id) => `count(${quoteName(id)}) > 0`);
  const [row = []] = await database.rows(`SELECT ${[...positive, ...present].join(', ')} FROM statements WHERE reason IS NULL`);
  for (const [index, id] of POSITIVE_IDS.entries()) {
    if (row[index] === true) report.note('statements', `${id} is mostly negative and should be positive: map it as “-${id}”`);
  }
  const absent = NIL_LINES.filter((_, index) => row[POSITIVE_IDS.length + index] === false);
  if (absent.length > 0) report.note('statements', `in no row, counted as 0 beside other figures: ${absent.join(', ')}`);
}
