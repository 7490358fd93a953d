/** A history as backtests read it: the columns of a screen at every date. */
import { type Backtest, backtest } from '../backtest/backtest.ts';
import { BENCHMARK_COLUMNS } from '../backtest/benchmarks.ts';
import type { HistoryView } from '../backtest/historyView.ts';
import { holdOutFrom, viewBefore } from '../backtest/holdOut.ts';
import type { Market } from '../backtest/market.ts';
import { BacktestError, BacktestRunner } from '../backtest/runner.ts';
import type { SimulationOptions } from '../backtest/simulate.ts';
import type { BiasedViews } from '../backtest/waterfall.ts';
import { type HoldStep, isHold, printDate } from '../steps/hold.ts';
import { stepColumns } from '../steps/language.ts';
import type { Step } from '../steps/registry.ts';
import type { Table } from '../table/table.ts';
import { ColumnsNotFetched, type History } from './history.ts';

const DAY_MS = 86_400_000;
const ID_COLUMN = 'id';

/** Security numbers of a table's rows. Securities without any close get new numbers, added to `numberOf`. */
function numbersOf(table: Table, numberOf: Map<string, number>): Uint32Array {
  const { codes, labels } = table.text(ID_COLUMN)!;
  const byCode = labels.map((id) => {
    const known = numberOf.get(id) ?? numberOf.size;
    numberOf.set(id, known);
    return known;
  });
  return Uint32Array.from(codes, (code) => byCode[code]!);
}

/** @throws RangeError when the last step is not a hold */
export function holdOf(steps: readonly Step[]): HoldStep {
  const last = steps.at(-1);
  if (!last || !isHold(last)) throw new RangeError('a backtest needs a hold as its last step, such as “hold every month”');
  return last;
}

/** Extends the market to `count` securities; the added ones have no prices. */
function withUnpriced(market: Market, count: number): Market {
  const none = new Float64Array(0);
  const histories = [...market.histories];
  while (histories.length < count) histories.push({ days: new Int32Array(0), wealth: none, quotedWealth: none, listings: [] });
  return { ...market, histories };
}

/** The same history with look-ahead figures; null when not available. */
export type BiasedHistories = Readonly<Record<keyof BiasedViews, History | null>>;

const NO_BIASES: BiasedHistories = { periodEnd: null, latest: null };

/** The last years of the history; see holdOut.ts. */
export interface HoldOut {
  /** First day, since 1970-01-01. */
  readonly from: number;
  readonly isOpen: boolean;
}

export interface BacktestsOptions {
  readonly cashReturn?: SimulationOptions['cashReturn'] | undefined;
  readonly biases?: BiasedHistories;
  /** Hides the hold-out. Without this, the caller keeps it closed and counts the looks. */
  readonly shutsHoldOut?: boolean;
}

type Snapshots = Omit<HistoryView, 'market'>;

/** A history whose columns are stored elsewhere, such as in a database. */
export interface BacktestSource extends Pick<History, 'dates' | 'manifest' | 'fetch' | 'market'> {
  /** @param numberOf security numbers by id; missing ones are added */
  snapshots(numberOf: Map<string, number>): Promise<Snapshots>;
}

/** Thrown by a view for data that it does not have yet: fetch it and try again. */
export class NotFetched extends Error {
  readonly fetch: () => Promise<void>;
  constructor(fetch: () => Promise<void>) {
    super('not fetched');
    this.fetch = fetch;
  }
}

interface Opened {
  readonly view: HistoryView;
  readonly ids: readonly string[];
  readonly biased: BiasedViews;
}

async function datesOf(history: History, numberOf: Map<string, number>): Promise<Snapshots> {
  const tables: Table[] = [];
  await history.fetch([ID_COLUMN]);
  for (const place of history.dates.keys()) tables.push(await history.table(place));
  const securities = tables.map((table) => numbersOf(table, numberOf));
  return {
    snapshots: Int32Array.from(history.dates, (date) => Date.parse(`${date}T00:00:00Z`) / DAY_MS),
    tableAt: (place: number): Table => tables[place]!,
    securitiesAt: (place: number): Uint32Array => securities[place]!,
  };
}

async function viewsOf(history: History | BacktestSource, biases: BiasedHistories): Promise<Opened> {
  const { market, numberOf: known } = await history.market();
  const numberOf = new Map(known);
  const own = 'snapshots' in history ? await history.snapshots(numberOf) : await datesOf(history, numberOf);
  // Snapshots of different dates cannot be compared.
  const fits = (biased: History | null) => biased !== null && biased.dates.join() === history.dates.join();
  const biased = async (name: keyof BiasedViews) => (fits(biases[name]) ? await datesOf(biases[name]!, numberOf) : null);
  const [periodEnd, latest] = [await biased('periodEnd'), await biased('latest')];
  const full = withUnpriced(market, numberOf.size);
  return {
    view: { ...own, market: full },
    ids: [...numberOf.keys()],
    biased: {
      periodEnd: periodEnd && { ...periodEnd, market: full },
      latest: latest && { ...latest, market: full },
    },
  };
}

export class HistoryBacktests {
  readonly runner: BacktestRunner;
  /** Ids of the securities by their number. */
  readonly ids: readonly string[];
  /** Look-ahead views for the bias waterfall. */
  readonly biased: BiasedViews;
  readonly holdOut: HoldOut | null;
  readonly #histories: readonly Pick<History, 'fetch'>[];

  private constructor(
    histories: readonly Pick<History, 'fetch'>[],
    runner: BacktestRunner,
    { ids, biased }: Opened,
    holdOut: HoldOut | null,
  ) {
    this.#histories = histories;
    this.holdOut = holdOut;
    this.runner = runner;
    this.ids = ids;
    this.biased = biased;
  }

  /** Fetches the sessions and the ids. Rejects, with a reason for the user, when files can't be fetched. */
  static async open(
    history: History | BacktestSource,
    { cashReturn, biases = NO_BIASES, shutsHoldOut = false }: BacktestsOptions = {},
  ): Promise<HistoryBacktests> {
    const opened = await viewsOf(history, biases);
    const from = holdOutFrom(opened.view.snapshots);
    const holdOut = from === null ? null : { from, isOpen: !shutsHoldOut };
    const seen = (view: HistoryView): HistoryView => (holdOut && shutsHoldOut ? viewBefore(view, holdOut.from) : view);
    const { periodEnd, latest } = opened.biased;
    const biased = { periodEnd: periodEnd && seen(periodEnd), latest: latest && seen(latest) };
    const histories = [history, biases.periodEnd, biases.latest].filter((each) => each !== null);
    const runner = new BacktestRunner(seen(opened.view), cashReturn);
    return new HistoryBacktests(histories, runner, { ...opened, biased }, holdOut);
  }

  /** Runs work over the runner, and again after fetching columns that it turns out to read. Rejects like {@link open}, and with what the work throws. */
  async ask<Answer>(steps: readonly Step[], work: (runner: BacktestRunner) => Answer): Promise<Answer> {
    await this.fetch(new Set([...steps.flatMap((step) => stepColumns(step)), ...BENCHMARK_COLUMNS]));
    for (;;) {
      try {
        return work(this.runner);
      } catch (error) {
        if (error instanceof NotFetched) await error.fetch();
        else if (error instanceof ColumnsNotFetched) await this.fetch(error.ids);
        else throw error;
      }
    }
  }

  /** Fetches columns of all dates. Rejects like {@link open}. */
  async fetch(ids: Iterable<string>): Promise<void> {
    const wanted = [...ids];
    await Promise.all(this.#histories.map((history) => history.fetch(wanted)));
  }

  /** Backtests a screen that ends in a hold. @throws RangeError, BacktestError */
  async backtest(steps: readonly Step[]): Promise<Backtest> {
    const hold = holdOf(steps);
    const { holdOut } = this;
    if (holdOut && !holdOut.isOpen && hold.since !== null && hold.since >= holdOut.from)
      throw new BacktestError(`the hold-out from ${printDate(holdOut.from)} on is closed, and the hold begins inside it`);
    return await this.ask(steps, (runner) => backtest(runner, steps.slice(0, -1), hold));
  }
}
