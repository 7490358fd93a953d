/** A file of rows: where it lies, the names in its header, and how the database reads it. */
import { createReadStream } from 'node:fs';
import { basename, isAbsolute, join, relative } from 'node:path';
import { createGunzip } from 'node:zlib';
import { type Database, quoteName, quoteText } from '../formats/duckdb.ts';
import { fileAt } from '../formats/files.ts';

const EXTENSIONS = ['.csv', '.csv.gz', '.parquet'] as const;
const HEADER_CHARS_MAX = 1_000_000;
const DELIMITERS = [',', ';', '\t'] as const;
/** What JavaScript's trim takes for blank (ECMA-262, WhiteSpace and LineTerminator); the database's own takes spaces alone. */
const BLANKS =
  ' \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
/** Years of fewer digits are likelier years without their century. */
const FIRST_DATE = '1000-01-01';

export interface SourceColumn {
  readonly name: string;
  /** Numbers need no reading of text. */
  readonly isNumeric: boolean;
}

export interface SourceFile {
  /** Name below the folder, for messages. */
  readonly name: string;
  readonly columns: readonly SourceColumn[];
  /** The rows, as SQL that stands behind FROM. */
  readonly sql: string;
}

/** Path of a named file below a folder, or null when it isn't there. Throws when it lies outside, or is something else than a file of rows. */
export async function findNamed(folder: string, name: string): Promise<string | null> {
  const path = join(folder, name);
  const below = relative(folder, path);
  if (below.startsWith('..') || isAbsolute(below) || isAbsolute(name)) throw new Error(`${name} is outside ${folder}`);
  if (!EXTENSIONS.some((extension) => name.endsWith(extension))) throw new Error(`${name} is none of ${EXTENSIONS.join(', ')}`);
  return (await fileAt(path)) ? path : null;
}

/**
 * Path of a table's file in a folder, or null.
 * @param name a file name below the folder, or undefined for the table's own name with one of the extensions
 * @throws when a named file isn't there or lies outside, when a table has two files, and when something else is in a file's place
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

/** Reads the header of a file. Throws with the file's name when it has none, or names a column twice. */
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
  const rows = await database.rows(`DESCRIBE SELECT * FROM ${sql}`).catch((error: Error) => {
    throw new Error(`${name}: ${error.message}`, { cause: error });
  });
  const isNumeric = (type: string): boolean => /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL.*)$/.test(type);
  return { name, sql, columns: rows.map((row) => ({ name: String(row[0]), isNumeric: isNumeric(String(row[1])) })) };
}

/** The header's text up to a line break outside of quotes. */
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

/** The column of a file by name, letter case aside, or undefined. */
export function sourceColumn(file: SourceFile, name: string): SourceColumn | undefined {
  return (
    file.columns.find((column) => column.name === name) ??
    file.columns.find((column) => column.name.toLowerCase() === name.toLowerCase())
  );
}

/** Columns travel as 32-bit numbers: what is beyond the largest of them is none. */
const NUMBER_MAX = (2 - 2 ** -23) * 2 ** 127;
/** What a cell says where it holds no number, letter case aside. One pattern: the database takes milliseconds to plan a longer condition. */
const NO_NUMBER = quoteText(`[${BLANKS}]*(?:none|null|nan|na|n/a|--?)?[${BLANKS}]*`);
/** Stands for a cell with something in it that can't be read: it is not nil, as an empty one may be. */
export const UNREADABLE = Number.POSITIVE_INFINITY;

const castSql = ({ name, isNumeric }: SourceColumn): string =>
  isNumeric ? `CAST(${quoteName(name)} AS DOUBLE)` : `TRY_CAST(${quoteName(name)} AS DOUBLE)`;

/** The column as a number, NULL where it holds none: text such as “None”, what is not finite, and what is too large. */
export function numberSql(column: SourceColumn): string {
  const number = castSql(column);
  return `CASE WHEN abs(${number}) <= ${NUMBER_MAX} THEN ${number} END`;
}

/** Whether a cell holds a number that is too large, as a condition. */
export function isTooLargeSql(column: SourceColumn): string {
  return `(abs(${castSql(column)}) > ${NUMBER_MAX} AND NOT isnan(${castSql(column)}))`;
}

/** Whether a cell holds a text that is neither a number nor says that there is none, as a condition. */
export function isNoNumberSql(column: SourceColumn): string {
  const text = `CAST(${quoteName(column.name)} AS VARCHAR)`;
  return column.isNumeric ? 'FALSE' : `(${castSql(column)} IS NULL AND NOT regexp_full_match(${text}, ${NO_NUMBER}, 'i'))`;
}

/** The column as a number, {@link UNREADABLE} where a cell holds something else than a number or the word for none. */
export function readableSql(column: SourceColumn): string {
  const number = castSql(column);
  return `CASE WHEN abs(${number}) <= ${NUMBER_MAX} THEN ${number} WHEN ${isTooLargeSql(column)} OR ${isNoNumberSql(column)} THEN 'inf'::DOUBLE END`;
}

/**
 * The column as text without blanks around it, NULL where nothing is left. An expression, since the database's trim with a list of signs
 * takes ten times as long.
 */
export function textSql({ name }: SourceColumn): string {
  return `NULLIF(regexp_replace(CAST(${quoteName(name)} AS VARCHAR), ${quoteText(`^[${BLANKS}]+|[${BLANKS}]+$`)}, '', 'g'), '')`;
}

/** A text, itself SQL, as days since 1970-01-01, NULL where it holds no ISO date, or one before the year 1000. */
export function dateSql(text: string): string {
  const date = `TRY_CAST(CAST(${text} AS VARCHAR) AS DATE)`;
  return `CASE WHEN ${date} >= DATE '${FIRST_DATE}' THEN date_diff('day', DATE '1970-01-01', ${date}) END`;
}
