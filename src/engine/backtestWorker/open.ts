/** Opens the history that is served with the page, for backtests. */
import { type BiasedHistories, HistoryBacktests } from '../history/backtestHistory.ts';
import { History } from '../history/history.ts';
import { type Fetching, NoHistory, remoteHistory } from '../history/remoteHistory.ts';

/** Folder of the history next to the page's files, and its subfolders with look-ahead data. */
const FOLDER = 'history/';
const BIASES = { periodEnd: 'biases/periodEnd/', latest: 'biases/latest/' } as const satisfies Record<
  keyof BiasedHistories,
  string
>;

export interface OpenedHistory {
  readonly history: History;
  /** Over the dates before the hold-out, and over all of them. */
  readonly shut: HistoryBacktests;
  readonly open: () => Promise<HistoryBacktests>;
}

/** @param base absolute URL of the page's folder, which ends in a slash */
export async function openRemote(base: string, onProgress: (fetching: Fetching) => void): Promise<OpenedHistory> {
  const at = (folder: string): Promise<History> => History.open(remoteHistory(new URL(folder, base).href, onProgress));
  const ifThere = (folder: string): Promise<History | null> =>
    at(folder).catch((error: unknown) => {
      if (error instanceof NoHistory) return null;
      throw error;
    });
  const history = await at(FOLDER);
  const biases: BiasedHistories = {
    periodEnd: await ifThere(FOLDER + BIASES.periodEnd),
    latest: await ifThere(FOLDER + BIASES.latest),
  };
  const shut = await HistoryBacktests.open(history, { biases, shutsHoldOut: true });
  let open: Promise<HistoryBacktests> | null = null;
  return {
    history,
    shut,
    open() {
      open ??= shut.holdOut === null ? Promise.resolve(shut) : HistoryBacktests.open(history, { biases });
      return open;
    },
  };
}
