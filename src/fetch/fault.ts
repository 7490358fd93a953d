/** Why a file could not be fetched, in one line for the user. */
export class FetchFault extends Error {
  /** What can't be fetched either: all of its owner's files, who refuses us, or anything at all, on a full disk. */
  readonly ends: 'owner' | 'all' | null;

  constructor(message: string, ends: FetchFault['ends'] = null, cause?: unknown) {
    super(message, { cause });
    this.ends = ends;
  }
}
