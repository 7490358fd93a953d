/** What every source of an ingest hands over: rows of the same intermediate tables (schema.ts), under its own symbols, or a folder of them. */
import type { Database } from '../formats/duckdb.ts';
import type { Progress } from '../report/progress.ts';
import type { Report } from '../report/report.ts';
import type { ThreadOptions } from '../threads/threads.ts';
import type { KeptStatements } from './filed.ts';
import type { Table } from './schema.ts';
import type { KeptSeries } from './series.ts';
import type { SourceName } from './sourceName.ts';

/** A row by the ids of schema.ts. A date is in days since 1970-01-01. Absent, null, empty and NaN all mean that there is no value. */
export type SourceRow = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Where a source puts what it reads. */
export interface Intake {
  readonly database: Database;
  /** Nothing later is used, in days since 1970-01-01. Rows with a later date may be handed over: they are dropped and counted. */
  readonly asOfDay: number;
  /** Shows how far it is. */
  readonly progress: Progress;
  /** Takes a row over and counts it as read. */
  take(table: Table, row: SourceRow): void;
  /** Takes the rows of a query: the row's number, then the table's columns in order. */
  takeQuery(table: 'statements' | 'prices', sql: string): Promise<void>;
  /** Takes the statements of a symbol over and counts them as rows of `statements`. */
  takeStatements(symbol: string, statements: KeptStatements): void;
  /** Takes the sessions of a symbol over and counts them as rows of `prices`. */
  takeSeries(symbol: string, series: KeptSeries): void;
  /** Counts rows that were read and can't be used. The place names file and row. */
  drop(table: Table, reason: string, place: string, count?: number): void;
  /** Counts a code of the source that none of our closed lists has. */
  unmapped(list: string, code: string): void;
  /** The day of the newest figure that the source has, in days since 1970-01-01. */
  dated(day: number): void;
  /** Adds a line to the report. */
  note(line: string): void;
}

/** An opened source. */
export interface Source {
  readonly name: SourceName;
  /** The folder or file that it reads. */
  readonly path: string;
  /** Files that the database itself reads; it can't see any other. */
  readonly files: readonly string[];
  /** Hands everything over. Throws with the file and the place in it when something can't be read. */
  read(intake: Intake): Promise<void>;
  /** Lets go of its files: the series that it has handed over can't be read any more. */
  close?(): void;
}

export interface MakerOptions {
  /** Folder of the source's files. */
  readonly from: string;
  /** Folder in which finished parts are kept between runs. */
  readonly work: string;
  /** In days since 1970-01-01; nothing filed later is used. */
  readonly asOfDay: number;
  readonly report: Report;
  /** Takes a line for every stage. */
  readonly progress: Progress;
  /** Threads for what takes long; without them all is done on this one. */
  readonly threads?: ThreadOptions | undefined;
}

/** A source that makes a folder of tables of its files. Resolves to the folder, which the caller removes when it has read it. */
export type TablesMaker = (options: MakerOptions) => Promise<string>;
