import type { HistoryFile } from '../../wire/history.ts';

/** Source of a history's uncompressed files. Rejects with a reason for the user. */
export interface HistorySource {
  /** The current `history.json`. */
  manifest(): Promise<string>;
  bytes(file: HistoryFile, path: string): Promise<Uint8Array>;
  text(file: HistoryFile, path: string): Promise<string>;
}
