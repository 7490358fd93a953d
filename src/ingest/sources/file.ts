/** Finds data files, reads their headers and provides SQL for their columns. */
import { createReadStream } from 'node:fs';
import { basename, isAbsolute, join, relative } from 'node:path';
import { createGunzip } from 'node:zlib';
import { type Database, quoteName, quoteText } from '../formats/duckdb.ts';
import { fileAt } from '../formats/files.ts';
import { placed } from '../formats/placed.ts';

const EXTENSIONS = ['.csv', '.csv.gz', '.parquet'] as const;
const HEADER_CHARS_MAX = 1_000_000;
const DELIMITERS = [',', ';', '\t'] as const;
/** What JavaScript's trim removes (ECMA-262, WhiteSpace and LineTerminator); the database's trim removes only spaces. */
const BLANKS =
  ' \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
/** Earlier years are probably years without a century. */
const [FIRST_DATE, LAST_DATE] = ['1000-01-01', '9999-12-31'];
/** A day with the year first, possibly with a time. The database also reads a day with any text behind it. */
const DATE = quoteText(`[${BLANKS}]*\\d{4}[-/]\\d{1,2}[-/]\\d{1,2}(?:[T ]\\d{1,2}:\\d{2}.*)?[${BLANKS}]*`);

export interface SourceColumn {
  readonly name: string;
  readonly isNumeric: boolean;
}

export interface SourceFile {
  /** Relative path, for messages. */
  readonly name: string;
  readonly columns: readonly SourceColumn[];
  /** SQL for a FROM clause. */
  readonly sql: string;
}

/** Path of a named file below a folder, or null if it doesn't exist. Throws if it is outside the folder or not a data file. */
export async function findNamed(folder: string, name: string): Promise<string | null> {
  const path = join(folder, name);
  const below = relative(folder, path);
  if (below.startsWith('..') || isAbsolute(below) || isAbsolute(name)) throw new Error(`${name} is outside ${folder}`);
  if (!EXTENSIONS.some((extension) => name.endsWith(extension))) throw new Error(`${name} is none of ${EXTENSIONS.join(', ')}`);
  return (await fileAt(path)) ? path : null;
}

/**
 * Path of a table's file in a folder, or null.
 * @param name file name below the folder; by default the table's name with one of the extensions
 * @throws if a named file doesn't exist or is outside the folder, a table has two files, or something other than a file is in its place
 */
export async function findTable(folder: string, table: string, name: string | undefined): Promise<string | null> {
  if (name !== undefined) {
    const path = await findNamed(folder, name);
    if (path === null) throw new Error(`${name}, which the mapping names for ${table}, is not in ${folder}`);
    return path;
  }
  const found: string[] = [];
  for (const extension of EXTENSIONS) {
    const path = join(folder, table + extension);
    if (await fileAt(path)) found.push(path);
  }
  if (found.length > 1) throw new Error(`${folder} has ${found.map((path) => basename(path)).join(' and ')}: keep one of them`);
  return found[0] ?? null;
}

/** Reads a file's header. Throws with the file's name if there is none or it repeats a column. */
export async function openFile(database: Database, path: string, name = basename(path)): Promise<SourceFile> {
  if (path.endsWith('.parquet')) return openParquet(database, path, name);
  const header = await firstLine(path, name);
  const delimiter = DELIMITERS.reduce((best, sign) => (header.split(sign).length > header.split(best).length ? sign : best));
  const names = fieldsOf(header, delimiter);
  const twice = names.find((column, index) => names.findIndex((other) => other.toLowerCase() === column.toLowerCase()) < index);
  if (twice !== undefined) throw new Error(`${name}: the header has the column “${twice}” twice`);
  const columns = names.map((column) => `${quoteText(column)}: 'VARCHAR'`).join(', ');
  return {
    name,
    columns: names.map((column) => ({ name: column, isNumeric: false })),
    sql: `read_csv(${quoteText(path)}, columns = {${columns}}, auto_detect = false, header = true, delim = ${quoteText(delimiter)}, quote = '"', escape = '"')`,
  };
}

async function openParquet(database: Database, path: string, name: string): Promise<SourceFile> {
  const sql = `read_parquet(${quoteText(path)})`;
  const rows = await placed(name, database.rows(`DESCRIBE SELECT * FROM ${sql}`));
  const isNumeric = (type: string): boolean => /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL.*)$/.test(type);
  return { name, sql, columns: rows.map((row) => ({ name: String(row[0]), isNumeric: isNumeric(String(row[1])) })) };
}

/** Header text up to a line break outside quotes. */
async function firstLine(path: string, name: string): Promise<string> {
  const file = createReadStream(path);
  const bytes = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  file.on('error', (error) => bytes.destroy(error));
  const decoder = new TextDecoder('utf-8');
  let text = '';
  try {
    for await (const chunk of bytes) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const line = /^(?:[^"\r\n]|"(?:[^"]|"")*")*(?=[\r\n])/.exec(text)?.[0];
      if (line !== undefined) return line;
      if (text.length > HEADER_CHARS_MAX) throw new Error('the header has no end');
    }
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`, { cause: error });
  } finally {
    file.destroy();
  }
  if (text.trim() === '') throw new Error(`${name} is empty`);
  return text;
}

function fieldsOf(line: string, delimiter: string): string[] {
  const quoted = /^"(?:[^"]|"")*"/;
  const fields: string[] = [];
  let rest = line;
  while (true) {
    const match = quoted.exec(rest)?.[0];
    const end = rest.indexOf(delimiter, match?.length ?? 0);
    const field = end < 0 ? rest : rest.slice(0, end);
    fields.push((match === undefined ? field : match.slice(1, -1).replaceAll('""', '"')).trim() || `column ${fields.length + 1}`);
    if (end < 0) return fields;
    rest = rest.slice(end + delimiter.length);
  }
}

/** Finds a column, preferably with the same letter case. */
export function sourceColumn(file: SourceFile, name: string): SourceColumn | undefined {
  return (
    file.columns.find((column) => column.name === name) ??
    file.columns.find((column) => column.name.toLowerCase() === name.toLowerCase())
  );
}

/** The largest float32, in which columns are published. */
const NUMBER_MAX = (2 - 2 ** -23) * 2 ** 127;
/** Placeholders for a missing number, in any case. One pattern, because the database takes milliseconds to plan a longer condition. */
const NO_NUMBER = quoteText(`[${BLANKS}]*(?:none|null|nan|na|n/a|--?)?[${BLANKS}]*`);
/** Marks an unreadable cell: unlike an empty one, it is not nil. */
export const UNREADABLE = Number.POSITIVE_INFINITY;

/** As some databases write no date. */
const NO_DATE = quoteText('[0/-]+');

/** SQL condition: the cell is neither a date nor a placeholder for none. */
export function isNoDateSql({ name }: SourceColumn): string {
  const text = `CAST(${quoteName(name)} AS VARCHAR)`;
  return `(${quoteName(name)} IS NOT NULL AND ${dateSql(quoteName(name))} IS NULL AND NOT regexp_full_match(${text}, ${NO_NUMBER}, 'i') AND NOT regexp_full_match(${text}, ${NO_DATE}))`;
}

const castSql = ({ name, isNumeric }: SourceColumn): string =>
  isNumeric ? `CAST(${quoteName(name)} AS DOUBLE)` : `TRY_CAST(${quoteName(name)} AS DOUBLE)`;

/** SQL of a column as a number; NULL for text such as “None” and for numbers that are not finite or too large. */
export function numberSql(column: SourceColumn): string {
  const number = castSql(column);
  return `CASE WHEN abs(${number}) <= ${NUMBER_MAX} THEN ${number} END`;
}

/** SQL condition: the cell is a number that is too large. */
export function isTooLargeSql(column: SourceColumn): string {
  return `(abs(${castSql(column)}) > ${NUMBER_MAX} AND NOT isnan(${castSql(column)}))`;
}

/** SQL condition: the cell is neither a number nor a placeholder for none. */
export function isNoNumberSql(column: SourceColumn): string {
  const text = `CAST(${quoteName(column.name)} AS VARCHAR)`;
  return column.isNumeric ? 'FALSE' : `(${castSql(column)} IS NULL AND NOT regexp_full_match(${text}, ${NO_NUMBER}, 'i'))`;
}

/** SQL of a column as a number; {@link UNREADABLE} for anything but a number or a placeholder for none. */
export function readableSql(column: SourceColumn): string {
  const number = castSql(column);
  return `CASE WHEN abs(${number}) <= ${NUMBER_MAX} THEN ${number} WHEN ${isTooLargeSql(column)} OR ${isNoNumberSql(column)} THEN 'inf'::DOUBLE END`;
}

/**
 * SQL of a column as trimmed text; NULL for empty text. A regular expression, since the database's trim with a list of characters takes ten
 * times as long.
 */
export function textSql({ name }: SourceColumn): string {
  return `NULLIF(regexp_replace(CAST(${quoteName(name)} AS VARCHAR), ${quoteText(`^[${BLANKS}]+|[${BLANKS}]+$`)}, '', 'g'), '')`;
}

/** SQL of a text (SQL) as days since 1970-01-01; NULL for anything but an ISO date since the year 1000. */
export function dateSql(text: string): string {
  const cell = `CAST(${text} AS VARCHAR)`;
  const date = `TRY_CAST(${cell} AS DATE)`;
  // The comparison with the printed day spares nearly all cells the slower pattern.
  const isDate = `${date} BETWEEN DATE '${FIRST_DATE}' AND DATE '${LAST_DATE}' AND (CAST(${date} AS VARCHAR) = ${cell} OR regexp_full_match(${cell}, ${DATE}))`;
  return `CASE WHEN ${isDate} THEN date_diff('day', DATE '1970-01-01', ${date}) END`;
}
