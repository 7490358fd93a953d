/** The source `tables`: a folder of the tables in schema.ts, possibly with other names, which mapping.json maps. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { formulaColumns } from '../../catalogue/formula.ts';
import { PERIOD_KINDS } from '../figures/period.ts';
import { type Cell, Database, quoteName, quoteText } from '../formats/duckdb.ts';
import { folderAt, textAt } from '../formats/files.ts';
import { placed } from '../formats/placed.ts';
import { keptSql } from '../join/carriedRows.ts';
import { Report } from '../report/report.ts';
import { checkDates, checkPoints, reportUnreadable } from './checks.ts';
import {
  dateSql,
  findNamed,
  findTable,
  numberSql,
  openFile,
  readableSql,
  type SourceColumn,
  type SourceFile,
  sourceColumn,
  textSql,
} from './file.ts';
import { formulaSql } from './formula.ts';
import { type Mapping, type Origin, readMapping } from './mapping.ts';
import { TABLE_COLUMNS, TABLES, type Table, type TableColumn } from './schema.ts';
import type { Source } from './source.ts';
import type { SourceName } from './sourceName.ts';

const MAPPING_FILE = 'mapping.json';
/** Files that may be meant as a table, such as Prices.csv. */
const ROWS_NAME = /\.(?:csv|tsv|txt|parquet|xlsx?|json)(?:\.gz)?$/i;
const UNKNOWN_NAMED_MAX = 10;
const MAPPING_BYTES_MAX = 16e6;

/** Vendors' names of the kinds of periods, in lower case. */
const KIND_NAMES: Readonly<Record<string, (typeof PERIOD_KINDS)[number]>> = {
  annual: 'annual',
  year: 'annual',
  yearly: 'annual',
  fy: 'annual',
  quarter: 'quarter',
  quarterly: 'quarter',
  q1: 'quarter',
  q2: 'quarter',
  q3: 'quarter',
  q4: 'quarter',
  half: 'half',
  'semi-annual': 'half',
  semiannual: 'half',
  h1: 'half',
  h2: 'half',
  trailing: 'trailing',
};

/** An open folder of tables. */
export interface Folder {
  readonly database: Database;
  readonly mapping: Mapping;
  readonly files: ReadonlyMap<Table, SourceFile>;
  /** The only symbols to use, or null for all. */
  readonly symbols: ReadonlySet<string> | null;
}

/** Files and mapping of a folder. */
export interface Found {
  readonly folder: string;
  readonly mapping: Mapping;
  readonly paths: ReadonlyMap<Table, string>;
  readonly symbolsPath: string | null;
  readonly files: readonly string[];
}

export async function findFolder(folder: string, mappingPath: string | undefined, note: (line: string) => void): Promise<Found> {
  if (!(await folderAt(folder))) throw new Error(`${folder} is not there`);
  const mapping = await mappingOf(folder, mappingPath);
  const paths = new Map<Table, string>();
  for (const table of TABLES) {
    const path = await findTable(folder, table, mapping.files[table]);
    if (path !== null) paths.set(table, path);
  }
  const symbolsPath = await symbolsPathOf(folder, mapping, note);
  const known = new Set([...paths.values(), ...(symbolsPath ? [symbolsPath] : [])]);
  const unknown = (await readdir(folder)).filter(
    (name) => ROWS_NAME.test(name) && name !== MAPPING_FILE && !known.has(join(folder, name)),
  );
  if (unknown.length > 0) {
    const named = unknown.sort().slice(0, UNKNOWN_NAMED_MAX).join(', ');
    note(
      `not read, since no table has that name: ${named}${unknown.length > UNKNOWN_NAMED_MAX ? `, and ${unknown.length - UNKNOWN_NAMED_MAX} more` : ''}`,
    );
  }
  return { folder, mapping, paths, symbolsPath, files: [...paths.values(), ...(symbolsPath ? [symbolsPath] : [])] };
}

export async function openFound({ mapping, paths, symbolsPath }: Found, database: Database, report: Report): Promise<Folder> {
  const files = new Map<Table, SourceFile>();
  for (const [table, path] of paths) {
    const file = await openFile(database, path);
    files.set(table, file);
    checkColumns(table, file, mapping, report);
    await placed(file.name, checkDates(optionalDates(table, file, mapping), file, database));
    if (table !== 'prices') await placed(file.name, checkPoints(numberColumns(table, file, mapping), file, database));
  }
  const symbols = symbolsPath && mapping.symbols ? await readSymbols(database, symbolsPath, mapping.symbols.column) : null;
  return { database, mapping, files, symbols };
}

/**
 * Opens a folder of tables. The caller closes the database.
 * @param mappingPath a mapping outside the folder
 * @throws with the file's name if securities or a required column is missing, or the mapping can't be read
 */
export async function openFolder(
  folder: string,
  mappingPath: string | undefined,
  report: Report,
  work?: string,
): Promise<Folder> {
  const found = await findFolder(folder, mappingPath, (line) => report.notes.push(line));
  if (!found.paths.has('securities')) throw new Error(`${folder} has no securities.csv, securities.csv.gz or securities.parquet`);
  const database = await Database.open(found.files, work);
  try {
    return await openFound(found, database, report);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Opens a folder of tables to be joined with other sources: any table may be missing.
 * @param name source from which the tables were converted
 * @param path path of that source
 */
export async function openTables(
  folder: string,
  mappingPath: string | undefined,
  name: SourceName = 'tables',
  path: string = folder,
): Promise<Source & { readonly mapping: Mapping }> {
  const notes: string[] = [];
  const found = await findFolder(folder, mappingPath, (line) => notes.push(line));
  if (found.paths.size === 0) throw new Error(`${folder} has none of the tables ${TABLES.join(', ')}`);
  return {
    name,
    path,
    files: found.files,
    mapping: found.mapping,
    async read(intake) {
      const report = new Report();
      const tables = await openFound(found, intake.database, report);
      for (const table of ['securities', 'forecasts', 'rates'] as const) {
        for (const [line, ...cells] of await readTable(tables, table, report)) {
          const row = Object.fromEntries(TABLE_COLUMNS[table].map(({ id }, index) => [id, cells[index]]));
          if (table !== 'rates' && tables.symbols && !tables.symbols.has(String(row.symbol)))
            intake.drop(table, 'not in the list of symbols', `row ${line} ${row.symbol ?? ''}`);
          else intake.take(table, row);
        }
      }
      for (const table of ['statements', 'prices'] as const) {
        const file = tables.files.get(table);
        if (!file) continue;
        await placed(file.name, intake.takeQuery(table, selectSql(table, file, found.mapping)));
        const sources = numberColumns(table, file, found.mapping);
        if (table === 'prices') await checkPricePoints(file, found.mapping, intake.database);
        await placed(file.name, reportUnreadable(table, file, sources, intake.database, report));
      }
      for (const { file, ignoredColumns, notes: lines } of report.tables.values()) {
        if (ignoredColumns.length > 0) notes.push(`${file}: ignored columns: ${ignoredColumns.join(', ')}`);
        notes.push(...lines.map((line) => `${file}: ${line}`));
      }
      for (const line of notes) intake.note(line);
    },
  };
}

async function mappingOf(folder: string, path: string | undefined): Promise<Mapping> {
  const text = await textAt(path ?? join(folder, MAPPING_FILE), MAPPING_BYTES_MAX);
  if (text === null && path !== undefined) throw new Error(`${path} is not there`);
  return readMapping(text ?? '{}', path ?? MAPPING_FILE);
}

async function symbolsPathOf(folder: string, mapping: Mapping, note: (line: string) => void): Promise<string | null> {
  if (mapping.symbols === null) return null;
  const { file } = mapping.symbols;
  const path = await findNamed(folder, file);
  if (path === null) note(`${file}, the mapping's list of symbols, is not in ${folder}: all symbols are carried`);
  return path;
}

async function readSymbols(database: Database, path: string, column: string): Promise<Set<string>> {
  const file = await openFile(database, path);
  const source = sourceColumn(file, column);
  if (!source) throw new Error(`${file.name} has no column ${column}`);
  const rows = await database.rows(`SELECT DISTINCT ${textSql(source)} FROM ${file.sql}`);
  return new Set(rows.flatMap(([symbol]) => (symbol === null ? [] : [String(symbol)])));
}

function originOf(table: Table, id: string, file: SourceFile, mapping: Mapping): Origin | undefined {
  const origin = mapping.origins[table].get(id);
  const names = origin?.from === 'column' ? [origin.name] : origin?.from === 'formula' ? formulaColumns(origin.formula) : [];
  if (origin && names.every((name) => sourceColumn(file, name))) return origin;
  return sourceColumn(file, id) ? { from: 'column', name: id, negated: false } : undefined;
}

/** Throws if a required column is missing. Reports unused columns, and mapped columns that the file lacks. */
function checkColumns(table: Table, file: SourceFile, mapping: Mapping, report: Report): void {
  const { ignoredColumns, notes } = report.open(table, file.name);
  const used = new Set<string>();
  for (const { id, isRequired, orId } of TABLE_COLUMNS[table]) {
    const origin = originOf(table, id, file, mapping);
    if (!origin && isRequired && !(orId && originOf(table, 'id', file, mapping))) {
      throw new Error(`${file.name} has no column ${id}; it has ${file.columns.map(({ name }) => name).join(', ')}`);
    }
    if (origin?.from === 'column') used.add(origin.name.toLowerCase());
    if (origin?.from === 'formula') for (const name of formulaColumns(origin.formula)) used.add(name.toLowerCase());
    const mapped = mapping.origins[table].get(id);
    if (mapped && mapped !== origin) notes.push(`the mapping of ${id} names a column that ${file.name} does not have`);
  }
  ignoredColumns.push(...file.columns.flatMap(({ name }) => (used.has(name.toLowerCase()) ? [] : [name])));
}

function numberOriginSql(origin: Origin, file: SourceFile, isStatement: boolean): string {
  const columnSql = (name: string, read = numberSql): string => {
    const source = sourceColumn(file, name);
    if (!source) throw new Error(`${file.name} has no column ${name}`);
    return read(source);
  };
  if (origin.from === 'constant') return `CAST(${Number(origin.value)} AS DOUBLE)`;
  if (origin.from === 'formula') return formulaSql(origin.formula, (name) => columnSql(name));
  // An empty cell of a statement may be nil, an unreadable one is not.
  const number = columnSql(origin.name, isStatement ? readableSql : numberSql);
  return origin.negated ? `(CASE WHEN isinf(${number}) THEN ${number} ELSE -(${number}) END)` : `(${number})`;
}

/** SQL of a table's column; a typed NULL if nothing fills it. */
function columnSql(table: Table, { id, type }: TableColumn, file: SourceFile, mapping: Mapping): string {
  const origin = originOf(table, id, file, mapping);
  const sqlType = { text: 'VARCHAR', number: 'DOUBLE', date: 'BIGINT' }[type];
  if (!origin) return `CAST(NULL AS ${sqlType})`;
  if (type === 'number') return numberOriginSql(origin, file, table === 'statements');
  if (origin.from === 'constant') {
    const text = quoteText(String(origin.value));
    return type === 'text' ? text : dateSql(text);
  }
  const source = origin.from === 'column' ? sourceColumn(file, origin.name) : undefined;
  if (!source) throw new Error(`${table}: ${id} can't be filled by a formula`);
  return type === 'text' ? textSql(source) : dateSql(quoteName(source.name));
}

/** SELECT of a table's rows with the table's column names and row numbers, counted from 1 without the header. */
export function selectSql(table: Table, file: SourceFile, mapping: Mapping): string {
  const columns = TABLE_COLUMNS[table].map((column) => `${columnSql(table, column, file, mapping)} AS ${quoteName(column.id)}`);
  return `SELECT row_number() OVER () AS line, ${columns.join(', ')} FROM ${file.sql}`;
}

/** All rows of a small table: row number, then the table's columns in order. Empty if the folder has no such file. */
export async function readTable({ database, mapping, files }: Folder, table: Table, report: Report): Promise<Cell[][]> {
  const file = files.get(table);
  if (!file) return [];
  const rows = await placed(file.name, database.rows(`${selectSql(table, file, mapping)} ORDER BY line`));
  const tableReport = report.tables.get(table);
  if (tableReport) tableReport.readCount = rows.length;
  await placed(file.name, reportUnreadable(table, file, numberColumns(table, file, mapping), database, report));
  return rows;
}

/**
 * Stages a large table in the database: its columns, securityIndex, and the reason for dropped rows. Needs the table `kept`
 * (carriedRows.ts).
 * @param reasons SQL conditions by reason; the first true one wins
 */
export async function stageTable(
  { database, mapping, files }: Folder,
  table: 'statements' | 'prices',
  reasons: Readonly<Record<string, string>>,
  report: Report,
): Promise<boolean> {
  const file = files.get(table);
  if (!file) return false;
  const dayId = table === 'statements' ? 'periodEnd' : 'date';
  const kept = keptSql('own.symbol', 'own.exchange');
  const allReasons = {
    'no symbol': 'source.symbol IS NULL',
    ...kept.reasons,
    ...reasons,
  };
  const cases = Object.entries(allReasons).map(([reason, condition]) => `WHEN ${condition} THEN ${quoteText(reason)}`);
  await placed(
    file.name,
    database.run(
      `CREATE TABLE ${table} AS SELECT source.*, 0 AS source, CASE ${cases.join(' ')} END AS reason
       FROM (SELECT own.*, ${kept.securityIndex} AS securityIndex FROM (${selectSql(table, file, mapping)}) AS own ${kept.joins}) AS source`,
    ),
  );
  const counts = await database.rows(
    `SELECT reason, count(*),
       arg_min('row ' || line || ' ' || COALESCE(symbol, '') || COALESCE(' ' || (DATE '1970-01-01' + CAST(${quoteName(dayId)} AS INTEGER)), ''), line, 3)
     FROM ${table} GROUP BY reason ORDER BY reason`,
  );
  for (const [reason, count, examples] of counts as [string | null, number, unknown][]) {
    const tableReport = report.tables.get(table);
    if (tableReport) tableReport.readCount += count;
    if (reason !== null) report.drop(table, reason, (examples as string[]).map(String), count);
  }
  const sparse = await sparseSources(table, file, mapping, database);
  if (table === 'prices' && sparse.length > 0) await checkPricePoints(file, mapping, database);
  await placed(file.name, reportUnreadable(table, file, sparse, database, report));
  return true;
}

/** Numeric columns of a table with the file's columns that fill them. */
function numberSources(table: Table, file: SourceFile, mapping: Mapping): (readonly [id: string, source: SourceColumn])[] {
  return TABLE_COLUMNS[table].flatMap(({ id, type }) => {
    const origin = type === 'number' ? originOf(table, id, file, mapping) : undefined;
    const source = origin?.from === 'column' ? sourceColumn(file, origin.name) : undefined;
    return source ? [[id, source] as const] : [];
  });
}

const numberColumns = (table: Table, file: SourceFile, mapping: Mapping): SourceColumn[] =>
  numberSources(table, file, mapping).map(([, source]) => source);

/** As for the other tables when they are opened; prices are many, and only a file with gaps can have decimal commas. */
export async function checkPricePoints(file: SourceFile, mapping: Mapping, database: Database): Promise<void> {
  await placed(file.name, checkPoints(numberColumns('prices', file, mapping), file, database));
}

/** Columns of the file that fill dates which a row may lack. */
function optionalDates(table: Table, file: SourceFile, mapping: Mapping): SourceColumn[] {
  return TABLE_COLUMNS[table].flatMap(({ id, type, isRequired }) => {
    const origin = type === 'date' && !isRequired ? originOf(table, id, file, mapping) : undefined;
    const source = origin?.from === 'column' ? sourceColumn(file, origin.name) : undefined;
    return source ? [source] : [];
  });
}

/** Those with missing values: complete columns need no check, which would read a large file again. */
async function sparseSources(table: Table, file: SourceFile, mapping: Mapping, database: Database): Promise<SourceColumn[]> {
  const sources = numberSources(table, file, mapping);
  const counts = sources.map(([id]) => `count(*) FILTER (isfinite(${quoteName(id)})) < count(*)`);
  const [row = []] = await database.rows(`SELECT ${['NULL', ...counts].join(', ')} FROM ${table}`);
  return sources.flatMap(([, source], index) => (row[index + 1] === true ? [source] : []));
}

/** SQL of a period's kind (an index in PERIOD_KINDS) from a text column; NULL for an unknown one. */
export function kindSql(column: string): string {
  const cases = Object.entries(KIND_NAMES).map(([name, kind]) => `WHEN ${quoteText(name)} THEN ${PERIOD_KINDS.indexOf(kind)}`);
  return `CASE lower(${column}) ${cases.join(' ')} END`;
}
