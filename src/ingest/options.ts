/** What an ingest is asked for. */
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isBucketAddress } from '../bucket.ts';
import { DAY_MS, dayOfIso } from './formats/day.ts';
import type { Progress } from './report/progress.ts';
import type { LIMITS, Limits } from './report/quality.ts';
import type { Report } from './report/report.ts';
import type { Requirable } from './sources/mapping.ts';
import type { SourceName } from './sources/sourceName.ts';
import type { ThreadOptions } from './threads/threads.ts';

export interface From {
  readonly source: SourceName;
  /** Folder or file. */
  readonly path: string;
}

export interface IngestOptions {
  /** What is read; several sources are joined. A path alone is a folder of tables. */
  readonly from: string | readonly From[];
  /** Folder or s3:// address that `serve` reads; what is there is replaced in whole once everything is written, and left as it is on an error. */
  readonly out: string;
  /** ISO date; nothing later is used. Today (UTC) by default. */
  readonly asOf?: string;
  /** Path of a mapping.json of the tables elsewhere than in their folder. */
  readonly mapping?: string;
  /** The ECB's reference rates: a .csv or its .zip. */
  readonly rates?: string;
  /** Securities without any row there are dropped, besides those that a mapping requires. */
  readonly require?: readonly Requirable[];
  /** See {@link LIMITS}. */
  readonly limits?: Partial<Limits>;
  /** Publishes whatever the limits say. */
  readonly publishesAnyway?: boolean;
  /** Takes the last close of a Stooq file for an unadjusted one. */
  readonly trustsLastClose?: boolean;
  /** Folder in which finished parts of a source are kept between runs; beside `out` by default. */
  readonly work?: string;
  /** Takes a line for every stage. */
  readonly progress: Progress;
  /** Threads for what takes long; without them all is done on this one. */
  readonly threads?: ThreadOptions | undefined;
  /** Takes the report when a limit has stopped the publication; the error follows. */
  readonly refused?: (report: Report) => Promise<void>;
}

/** The folder in which finished parts of sources are kept, and to which the database spills. */
export function workFolder({ work, out }: IngestOptions): string {
  return work ?? (isBucketAddress(out) ? join(tmpdir(), 'panscreen.work') : `${resolve(out)}.work`);
}

/** The day as of which figures are taken, in days since 1970-01-01. */
export function asOfDayOf(asOf: string | undefined): number {
  const day = asOf === undefined ? Math.floor(Date.now() / DAY_MS) : dayOfIso(asOf);
  if (Number.isNaN(day)) throw new Error(`“${asOf}” is not an ISO date such as 2016-12-31`);
  return day;
}
