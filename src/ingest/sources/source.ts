/** Interface of the sources of an ingest. They deliver rows of the tables in schema.ts, with their own symbols, or a folder of tables. */
import type { Database } from '../formats/duckdb.ts';
import type { Progress } from '../report/progress.ts';
import type { Report } from '../report/report.ts';
import type { ThreadOptions } from '../threads/threads.ts';
import type { KeptStatements } from './filed.ts';
import type { Table } from './schema.ts';
import type { KeptSeries } from './series.ts';
import type { SourceName } from './sourceName.ts';

/** A row by the ids of schema.ts. Dates are days since 1970-01-01. Undefined, null, empty and NaN mean no value. */
export type SourceRow = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Receives what a source reads. */
export interface Intake {
  readonly database: Database;
  /** In days since 1970-01-01. Rows with a later date may be delivered: they are dropped and counted. */
  readonly asOfDay: number;
  readonly progress: Progress;
  /** Counts the row as read. */
  take(table: Table, row: SourceRow): void;
  /** Takes the rows of a query: row number, then the table's columns in order. */
  takeQuery(table: 'statements' | 'prices', sql: string): Promise<void>;
  /** Counts them as rows of `statements`. */
  takeStatements(symbol: string, statements: KeptStatements): void;
  /** Counts its sessions as rows of `prices`. */
  takeSeries(symbol: string, series: KeptSeries): void;
  /** Counts unusable rows. The place names file and row. */
  drop(table: Table, reason: string, place: string, count?: number): void;
  /** Counts a code that the catalogue lacks. */
  unmapped(list: string, code: string): void;
  /** Day of a figure, in days since 1970-01-01; the newest one is reported. */
  dated(day: number): void;
  note(line: string): void;
}

export interface Source {
  readonly name: SourceName;
  readonly path: string;
  /** Files for the database to read; it has access to no others. */
  readonly files: readonly string[];
  /** Delivers everything. Throws with file and position if something can't be read. */
  read(intake: Intake): Promise<void>;
  /** Closes its files; series can't be read afterwards. */
  close?(): void;
}

export interface MakerOptions {
  readonly from: string;
  /** Cache of converted parts. */
  readonly work: string;
  /** In days since 1970-01-01; later filings are ignored. */
  readonly asOfDay: number;
  readonly report: Report;
  readonly progress: Progress;
  /** Worker threads; without them everything runs on this thread. */
  readonly threads?: ThreadOptions | undefined;
}

/** Converts a source's files to a folder of tables, which the caller removes. */
export type TablesMaker = (options: MakerOptions) => Promise<string>;
