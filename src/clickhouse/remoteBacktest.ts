/** A history on a ClickHouse server as backtests read it: the server screens each date and returns the columns that the simulation reads. */
import { otherColumn } from '../catalogue/catalogue.ts';
import { type Column, isText } from '../catalogue/column.ts';
import { rebalancings } from '../engine/backtest/schedule.ts';
import { type BacktestSource, NotFetched } from '../engine/history/backtestHistory.ts';
import { fetchMarket, type NumberedMarket } from '../engine/history/market.ts';
import { Semaphore } from '../engine/load/remote.ts';
import type { Hold } from '../engine/steps/hold.ts';
import type { Step } from '../engine/steps/registry.ts';
import { currencyRates } from '../engine/table/currencyRates.ts';
import type { Table } from '../engine/table/table.ts';
import { CLICKHOUSE } from '../sql/clickhouse.ts';
import { PLACE, UNIVERSE_TABLE } from '../sql/table.ts';
import { type HistoryManifest, ID_COLUMN, readHistory } from '../wire/history.ts';
import { addColumns, type FetchedColumns } from './cells.ts';
import { serverFiles } from './files.ts';
import { queriesAt, type RemoteHistory } from './remoteScreen.ts';
import { type LoadedSnapshot, tableName } from './tables.ts';

/** Queries at a time: each takes several threads of the server. */
const QUERIES_AT_A_TIME = 4;
const DAY_MS = 86_400_000;
/** Columns that every table needs. */
const ALWAYS = [ID_COLUMN, 'currency', 'usdRate'];

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/** What has been fetched of one snapshot. */
interface SnapshotData extends FetchedColumns {
  readonly snapshot: LoadedSnapshot;
  /** Rows by the steps as JSON. */
  readonly screened: Map<string, Uint32Array>;
  /** Null until the columns that every table needs are there. */
  table: Table | null;
  securities: Uint32Array | null;
}

export class RemoteBacktests implements BacktestSource {
  readonly manifest: HistoryManifest;
  readonly dates: readonly string[];
  readonly columnOf: (id: string) => Column | undefined;
  readonly #history: RemoteHistory;
  readonly #market: NumberedMarket;
  readonly #data: readonly SnapshotData[];
  /** Indices of the snapshots that the hold trades at; any other one is fetched on demand. */
  readonly #wanted: ReadonlySet<number>;
  readonly #semaphore = new Semaphore(QUERIES_AT_A_TIME);

  private constructor(history: RemoteHistory, manifest: HistoryManifest, market: NumberedMarket, hold: Hold) {
    const loaded = new Map(history.snapshots.map((snapshot) => [snapshot.date, snapshot]));
    this.manifest = manifest;
    this.dates = manifest.blocks.flatMap(({ dates }) => dates);
    this.#history = history;
    this.#market = market;
    this.columnOf = (id) => (id === PLACE ? otherColumn(PLACE) : history.columnOf(id));
    this.#data = this.dates.map((date) => {
      const snapshot = loaded.get(date);
      if (!snapshot) throw new Error(`the server has no snapshot ${date} of its history: run "panscreen push" again`);
      return { snapshot, screened: new Map(), numbers: new Map(), texts: new Map(), table: null, securities: null };
    });
    const days = Int32Array.from(this.dates, dayOf);
    const traded = rebalancings(market.market.sessions, days, hold);
    this.#wanted = new Set([0, ...traded.map(({ snapshot }) => days.indexOf(snapshot))]);
  }

  /** @throws ServerError; an Error if the server has no sessions */
  static async open(history: RemoteHistory, hold: Hold): Promise<RemoteBacktests> {
    const files = serverFiles(history.server);
    const manifest = readHistory(await files.manifest());
    const { market, numberOf } = await fetchMarket(manifest, files);
    const all = new Map(numberOf);
    const id = CLICKHOUSE.quote(ID_COLUMN);
    const ids = await history.server.rows(
      `SELECT DISTINCT ${id} FROM ${tableName(history.server, UNIVERSE_TABLE)} ORDER BY ${id}`,
    );
    for (const [each] of ids) if (!all.has(String(each))) all.set(String(each), all.size);
    return new RemoteBacktests(history, manifest, { market, numberOf: all }, hold);
  }

  async market(): Promise<NumberedMarket> {
    return this.#market;
  }

  async fetch(ids: Iterable<string>): Promise<void> {
    await this.#fetchAt([...ids, ...ALWAYS], this.#wanted);
  }

  async #query(place: number, steps: readonly Step[], ids: readonly string[]) {
    const { snapshot } = this.#data[place]!;
    const { rows } = queriesAt({ ...this.#history, columnOf: this.columnOf }, snapshot, steps, ids);
    await this.#semaphore.take();
    try {
      return await this.#history.server.rows(rows);
    } finally {
      this.#semaphore.give();
    }
  }

  async #fetchAt(ids: readonly string[], places: Iterable<number>): Promise<void> {
    await Promise.all(
      Array.from(places, async (place) => {
        const data = this.#data[place]!;
        const columns = [...new Set(ids)].flatMap((id) => {
          const column = data.numbers.has(id) || data.texts.has(id) ? undefined : this.columnOf(id);
          return column ? [column] : [];
        });
        if (columns.length === 0) return;
        const cells = await this.#query(
          place,
          [],
          columns.map(({ id }) => id),
        );
        addColumns(data, columns, cells);
      }),
    );
  }

  /** The dates to fetch together with one of them. */
  #with(place: number): Iterable<number> {
    return this.#wanted.has(place) ? this.#wanted : [place];
  }

  #tableAt(place: number): Table {
    const data = this.#data[place]!;
    data.table ??= this.#tableOf(data, place);
    return data.table;
  }

  #tableOf(data: SnapshotData, place: number): Table {
    const { numbers, texts, snapshot } = data;
    const missing = (id: string) => new NotFetched(() => this.#fetchAt([...ALWAYS, id], this.#with(place)));
    const ids = texts.get(ID_COLUMN);
    if (!ids) throw missing(ID_COLUMN);
    const rowCount = ids.codes.length;
    const known = <Values>(values: Values | undefined, id: string, isOfText: boolean): Values | undefined => {
      if (values !== undefined) return values;
      const column = this.columnOf(id);
      if (column && isText(column) === isOfText) throw missing(id);
      return undefined;
    };
    return {
      ...currencyRates(numbers.get('usdRate'), texts.get('currency'), rowCount),
      version: -1 - place,
      rowCount,
      rows: Uint32Array.from({ length: rowCount }, (_, row) => row),
      numbers: (id) => known(numbers.get(id), id, false),
      text: (id) => known(texts.get(id), id, true),
      column: (id) => this.columnOf(id),
      otherColumns: [],
      origin: { history: this.manifest.digest, snapshot: snapshot.date },
    };
  }

  async #screen(place: number, steps: readonly Step[], key: string): Promise<void> {
    const rows = await this.#query(place, steps, [PLACE]);
    this.#data[place]!.screened.set(
      key,
      Uint32Array.from(rows, ([row]) => Number(row)),
    );
  }

  #rowsAt(place: number, steps: readonly Step[]): Uint32Array {
    const key = JSON.stringify(steps);
    const rows = this.#data[place]!.screened.get(key);
    if (rows) return rows;
    throw new NotFetched(async () => {
      const lacking = [...this.#with(place)].filter((each) => !this.#data[each]!.screened.has(key));
      await Promise.all(lacking.map((each) => this.#screen(each, steps, key)));
    });
  }

  #securitiesAt(place: number, numberOf: ReadonlyMap<string, number>): Uint32Array {
    const data = this.#data[place]!;
    this.#tableAt(place);
    const { codes, labels } = data.texts.get(ID_COLUMN)!;
    data.securities ??= Uint32Array.from(codes, (code) => numberOf.get(labels[code]!)!);
    return data.securities;
  }

  async snapshots(numberOf: ReadonlyMap<string, number>): ReturnType<BacktestSource['snapshots']> {
    return {
      snapshots: Int32Array.from(this.dates, dayOf),
      tableAt: (place) => this.#tableAt(place),
      securitiesAt: (place) => this.#securitiesAt(place, numberOf),
      rowsAt: (place, steps) => this.#rowsAt(place, steps),
    };
  }
}
