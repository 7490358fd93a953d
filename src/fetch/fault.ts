/** Why a file could not be downloaded, in one line for the user. */
export class FetchFault extends Error {
  /** What else can't be downloaded: all files of an owner that refuses requests, or, with a full disk, everything. */
  readonly ends: 'owner' | 'all' | null;

  constructor(message: string, ends: FetchFault['ends'] = null, cause?: unknown) {
    super(message, { cause });
    this.ends = ends;
  }
}
