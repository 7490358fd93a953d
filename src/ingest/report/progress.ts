/** How far a stage of the ingest is, in lines for people. */

/** How much of a stage is done, in whatever it counts. */
export interface Share {
  readonly done: number;
  readonly of: number;
}

/** Takes a line for every stage, and lines with a share in long ones: those may be shown or passed over. */
export type Progress = (line: string, share?: Share) => void;
