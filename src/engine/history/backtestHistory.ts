/** A history as a backtest reads it: the columns that a screen names, at every date. */
import { type Backtest, backtest } from '../backtest/backtest.ts';
import type { HistoryView } from '../backtest/selection.ts';
import type { SimulationOptions } from '../backtest/simulate.ts';
import { type HoldStep, isHold } from '../steps/hold.ts';
import { stepColumns } from '../steps/language.ts';
import type { Step } from '../steps/registry.ts';
import type { Table } from '../table/table.ts';
import { ColumnsNotFetched, type History } from './history.ts';

const DAY_MS = 86_400_000;
const ID_COLUMN = 'id';
/** What the benchmarks read. */
const BENCHMARK_COLUMNS = ['type', 'close', 'marketCapitalization'];

export interface BacktestedHistory extends Backtest {
  /** By number of the security. */
  readonly ids: readonly string[];
  /** Days of the market's sessions since 1970-01-01. */
  readonly sessions: Int32Array;
}

/** The numbers of a table's rows in the market; those of no close ever get numbers of their own, without any price. */
function numbersOf(table: Table, numberOf: Map<string, number>): Uint32Array {
  const { codes, labels } = table.text(ID_COLUMN)!;
  const byCode = labels.map((id) => {
    const known = numberOf.get(id) ?? numberOf.size;
    numberOf.set(id, known);
    return known;
  });
  return Uint32Array.from(codes, (code) => byCode[code]!);
}

/** @throws RangeError when the last step is no hold */
export function holdOf(steps: readonly Step[]): HoldStep {
  const last = steps.at(-1);
  if (!last || !isHold(last)) throw new RangeError('a backtest needs a hold as its last step, such as “hold every month”');
  return last;
}

/**
 * Fetches what a screen reads and runs it over all dates.
 * @throws RangeError, BacktestError, and with a reason for the user when files can't be fetched
 */
export async function backtestHistory(
  history: History,
  steps: readonly Step[],
  cashReturn?: SimulationOptions['cashReturn'],
): Promise<BacktestedHistory> {
  const hold = holdOf(steps);
  const { market, numberOf: known } = await history.market();
  const numberOf = new Map(known);
  const columns = new Set([...steps.flatMap((step) => stepColumns(step)), ...BENCHMARK_COLUMNS]);
  const places = [...history.dates.keys()];
  const tables: Table[] = [];
  await history.fetch(columns);
  for (const place of places) tables.push(await history.table(place));
  for (;;) {
    try {
      const securities = tables.map((table) => numbersOf(table, numberOf));
      const histories = [...market.histories];
      const none = new Float64Array(0);
      while (histories.length < numberOf.size)
        histories.push({ days: new Int32Array(0), wealth: none, quotedWealth: none, listings: [] });
      const view: HistoryView = {
        snapshots: Int32Array.from(history.dates, (date) => Date.parse(`${date}T00:00:00Z`) / DAY_MS),
        market: { ...market, histories },
        tableAt: (place) => tables[place]!,
        securitiesAt: (place) => securities[place]!,
      };
      const found = backtest(view, steps.slice(0, -1), hold, cashReturn);
      return { ...found, ids: [...numberOf.keys()], sessions: market.sessions };
    } catch (error) {
      if (!(error instanceof ColumnsNotFetched)) throw error;
      await history.fetch(error.ids);
    }
  }
}
