import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isBucketAddress } from '../bucket.ts';
import { DAY_MS, dayOfIso } from './formats/day.ts';
import type { Progress } from './report/progress.ts';
import type { Limits } from './report/quality.ts';
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
  /** Several sources are joined. A plain path is a folder of tables. */
  readonly from: string | readonly From[];
  /** Folder or s3:// address that `serve` reads. Replaced as a whole once everything is written, and unchanged after an error. */
  readonly out: string;
  /** ISO date; nothing later is used. Today (UTC) by default. */
  readonly asOf?: string;
  /** Path of a mapping.json outside the folder of tables. */
  readonly mapping?: string;
  /** The ECB's reference rates: a .csv or its .zip. */
  readonly rates?: string;
  /** Drops securities without rows in these tables, in addition to those that a mapping requires. */
  readonly require?: readonly Requirable[];
  readonly limits?: Partial<Limits>;
  /** Publishes even if a limit is exceeded. */
  readonly publishesAnyway?: boolean;
  /** Treats the last close of a Stooq file as unadjusted. */
  readonly trustsLastClose?: boolean;
  /** Cache of converted sources; next to `out` by default. */
  readonly work?: string;
  readonly progress: Progress;
  /** Worker threads; without them everything runs on this thread. */
  readonly threads?: ThreadOptions | undefined;
  /** Called with the report before the error when a limit prevents publication. */
  readonly refused?: (report: Report) => Promise<void>;
}

/** Folder for cached parts and the database's spill files. */
export function workFolder({ work, out }: IngestOptions): string {
  return work ?? (isBucketAddress(out) ? join(tmpdir(), 'panscreen.work') : `${resolve(out)}.work`);
}

/** In days since 1970-01-01. */
export function asOfDayOf(asOf: string | undefined): number {
  const day = asOf === undefined ? Math.floor(Date.now() / DAY_MS) : dayOfIso(asOf);
  if (Number.isNaN(day)) throw new Error(`“${asOf}” is not an ISO date such as 2016-12-31`);
  return day;
}
