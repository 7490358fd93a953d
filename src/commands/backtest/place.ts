/** Opens the history of a backtest in a folder, in an object store, or on a server that also screens its dates. */
import type { Column } from '../../catalogue/column.ts';
import { isServerAddress, Server } from '../../clickhouse/client.ts';
import { RemoteBacktests } from '../../clickhouse/remoteBacktest.ts';
import { openRemote } from '../../clickhouse/remoteScreen.ts';
import type { BacktestSource, BiasedHistories } from '../../engine/history/backtestHistory.ts';
import type { History } from '../../engine/history/history.ts';
import type { Hold } from '../../engine/steps/hold.ts';
import { openBiases, openHistoryAt } from '../publishedHistory.ts';
import { serverAddress } from '../push.ts';

export interface OpenedPlace {
  readonly history: History | BacktestSource;
  /** Columns of the newest snapshot. */
  readonly columnOf: (id: string) => Column | undefined;
  /** Biased histories; a server has none. */
  readonly biases: () => Promise<BiasedHistories>;
  readonly close: () => Promise<void>;
}

async function openServer(address: string, hold: Hold): Promise<OpenedPlace> {
  const server = await Server.open(serverAddress(address));
  const close = (): Promise<void> => server.close();
  try {
    const history = await RemoteBacktests.open(await openRemote(server), hold);
    return { history, columnOf: history.columnOf, biases: async () => ({ periodEnd: null, latest: null }), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * @param hold determines the dates requested from a server
 * @throws if there is no history or it can't be read
 */
export async function openPlace(place: string, hold: Hold): Promise<OpenedPlace> {
  if (isServerAddress(place)) return await openServer(place, hold);
  const history = await openHistoryAt(place);
  const newest = await history.table(history.dates.length - 1);
  return { history, columnOf: (id) => newest.column(id), biases: () => openBiases(place), close: async () => {} };
}
