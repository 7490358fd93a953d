/** The history that lies beside the page, opened for backtests. */
import { HistoryBacktests } from '../history/backtestHistory.ts';
import { History } from '../history/history.ts';
import { type Fetching, remoteHistory } from '../history/remoteHistory.ts';

/** Folder of a history beside the page's own files. */
const FOLDER = 'history/';

export interface OpenedHistory {
  readonly history: History;
  readonly backtests: HistoryBacktests;
}

/** @param base absolute URL of the page's folder, which ends in a slash */
export async function openRemote(base: string, onProgress: (fetching: Fetching) => void): Promise<OpenedHistory> {
  const history = await History.open(remoteHistory(new URL(FOLDER, base).href, onProgress));
  return { history, backtests: await HistoryBacktests.open(history) };
}
