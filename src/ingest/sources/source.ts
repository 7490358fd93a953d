/** What every source of files other than a folder of tables does: it makes such a folder of them. */
import type { Report } from '../report.ts';

export interface SourceOptions {
  /** Folder of the source's files. */
  readonly from: string;
  /** Folder in which finished parts are kept between runs. */
  readonly work: string;
  /** In days since 1970-01-01; nothing filed later is used. */
  readonly asOfDay: number;
  readonly report: Report;
  /** Takes a line for every stage. */
  readonly progress: (line: string) => void;
}

/** Resolves to the folder of the tables, which the caller removes when it has read them. */
export type Source = (options: SourceOptions) => Promise<string>;
