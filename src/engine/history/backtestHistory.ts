/** A history as backtests read it: the columns that a screen names, at every date. */
import { type Backtest, backtest } from '../backtest/backtest.ts';
import { BENCHMARK_COLUMNS } from '../backtest/benchmarks.ts';
import type { HistoryView } from '../backtest/historyView.ts';
import type { Market } from '../backtest/market.ts';
import { BacktestRunner } from '../backtest/runner.ts';
import type { SimulationOptions } from '../backtest/simulate.ts';
import { type HoldStep, isHold } from '../steps/hold.ts';
import { stepColumns } from '../steps/language.ts';
import type { Step } from '../steps/registry.ts';
import type { Table } from '../table/table.ts';
import { ColumnsNotFetched, type History } from './history.ts';

const DAY_MS = 86_400_000;
const ID_COLUMN = 'id';

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

/** The market with a security for each number: those without any close have no prices. */
function withUnpriced(market: Market, count: number): Market {
  const none = new Float64Array(0);
  const histories = [...market.histories];
  while (histories.length < count) histories.push({ days: new Int32Array(0), wealth: none, quotedWealth: none, listings: [] });
  return { ...market, histories };
}

/** Backtests over one history. */
export class HistoryBacktests {
  readonly runner: BacktestRunner;
  /** Ids of the securities by their number. */
  readonly ids: readonly string[];
  readonly #history: History;

  private constructor(history: History, runner: BacktestRunner, ids: readonly string[]) {
    this.#history = history;
    this.runner = runner;
    this.ids = ids;
  }

  /** Fetches the sessions and the ids. Rejects, with a reason for the user, when files can't be fetched. */
  static async open(history: History, cashReturn?: SimulationOptions['cashReturn']): Promise<HistoryBacktests> {
    const { market, numberOf: known } = await history.market();
    const numberOf = new Map(known);
    const tables: Table[] = [];
    await history.fetch([ID_COLUMN]);
    for (const place of history.dates.keys()) tables.push(await history.table(place));
    const securities = tables.map((table) => numbersOf(table, numberOf));
    const view: HistoryView = {
      snapshots: Int32Array.from(history.dates, (date) => Date.parse(`${date}T00:00:00Z`) / DAY_MS),
      market: withUnpriced(market, numberOf.size),
      tableAt: (place) => tables[place]!,
      securitiesAt: (place) => securities[place]!,
    };
    return new HistoryBacktests(history, new BacktestRunner(view, cashReturn), [...numberOf.keys()]);
  }

  /** What some work over the runner answers; the columns that it turns out to read are fetched first. Rejects as {@link open}, and with what the work throws. */
  async ask<Answer>(steps: readonly Step[], work: (runner: BacktestRunner) => Answer): Promise<Answer> {
    await this.#history.fetch(new Set([...steps.flatMap((step) => stepColumns(step)), ...BENCHMARK_COLUMNS]));
    for (;;) {
      try {
        return work(this.runner);
      } catch (error) {
        if (!(error instanceof ColumnsNotFetched)) throw error;
        await this.#history.fetch(error.ids);
      }
    }
  }

  /** A screen that ends in a hold. @throws RangeError, BacktestError */
  async backtest(steps: readonly Step[]): Promise<Backtest> {
    const hold = holdOf(steps);
    return await this.ask(steps, (runner) => backtest(runner, steps.slice(0, -1), hold));
  }
}
