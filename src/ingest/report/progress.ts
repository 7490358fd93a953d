/** Completed share of a stage, in any unit. */
export interface Share {
  readonly done: number;
  readonly of: number;
}

/** Called with a line for every stage, and in long stages with lines and shares, which need not be shown. */
export type Progress = (line: string, share?: Share) => void;
