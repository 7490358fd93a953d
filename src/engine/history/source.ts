import type { HistoryFile } from '../../wire/history.ts';

/** Where the files of a history come from, plain. Rejects with a reason for the user. */
export interface HistorySource {
  /** `history.json` as it is now. */
  manifest(): Promise<string>;
  bytes(file: HistoryFile, path: string): Promise<Uint8Array>;
  text(file: HistoryFile, path: string): Promise<string>;
}
