/** The history next to the current universe: found and opened once, its columns fetched on demand. */
import type { FiledFigures } from '../../wire/filings.ts';
import { historyId } from '../../wire/history.ts';
import { firstHeldOut } from '../backtest/holdOut.ts';
import { ColumnsNotFetched, History } from '../history/history.ts';
import { type Fetching, HistoryIsComing, NoHistory, remoteHistory } from '../history/remoteHistory.ts';
import type { Table } from '../table/table.ts';
import { NO_HISTORY } from './noHistory.ts';
import type { HistoryState } from './protocol.ts';

/** Folder of the history next to the page's files. */
const FOLDER = 'history/';
/** Shortest and longest interval between progress messages while fetching; the latter so that the worker does not seem stuck. */
const TELL_MS = 100;
const ALIVE_MS = 500;

const NOTHING: Fetching = { done: 0, total: 0 };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Thrown while it is unknown whether there is a history; the catcher waits for that. */
const OPENING = new ColumnsNotFetched([], -1);

export class Past {
  readonly #publish: (state: HistoryState) => void;
  readonly #tell: (isUnderWay: boolean, fetching: Fetching) => void;
  #base = '';
  #state: HistoryState = NO_HISTORY;
  #history: History | null = null;
  #opening: Promise<void> | null = null;
  #again: ReturnType<typeof setTimeout> | undefined;
  #toldAt = 0;
  #alive: ReturnType<typeof setInterval> | undefined;
  #underWay = 0;
  #fetching: Fetching = NOTHING;
  /** Date of which something could not be fetched. */
  #lost: string | null = null;

  /** @param publish called with every change @param tell called with progress */
  constructor(publish: (state: HistoryState) => void, tell: (isUnderWay: boolean, fetching: Fetching) => void) {
    this.#publish = publish;
    this.#tell = tell;
  }

  get history(): History | null {
    return this.#history;
  }

  /** Position of the first snapshot in the hold-out; infinity without one. */
  get firstShut(): number {
    const { dates, holdOut } = this.#state;
    const place = holdOut === null ? -1 : dates.findIndex((date) => date >= holdOut);
    return place < 0 ? Number.POSITIVE_INFINITY : place;
  }

  /** The universe is loaded again, from below `base`. */
  forget(base = this.#base): void {
    clearTimeout(this.#again);
    this.#base = base;
    this.#history = null;
    this.#opening = null;
    this.#lost = null;
    this.#change(NO_HISTORY);
  }

  /** Looks for a history, once. Never rejects. */
  find(): Promise<void> {
    this.#opening ??= this.#open(this.#base);
    return this.#opening;
  }

  /** Retries what could not be fetched, or a history that could not be opened. */
  retry(): void {
    this.#lost = null;
    if (this.#state.status === 'failed') this.forget();
    else if (this.#state.reason !== null) this.#change({ ...this.#state, reason: null });
  }

  /**
   * The table of the last snapshot up to a date; null without a history, without such a snapshot, or if it could not be fetched.
   * @throws ColumnsNotFetched until it is fetched
   */
  table(date: string): Table | null {
    if (this.#state.status === 'looking') throw OPENING;
    const place = this.#lost === date ? null : this.#placeOf(date);
    return place === null ? null : this.#history!.knownTable(place);
  }

  /** True when there is a snapshot up to a date, or it is not known yet. */
  mayHave(date: string): boolean {
    return this.#state.status === 'looking' || (this.#lost !== date && this.#placeOf(date) !== null);
  }

  /** Fetches columns of the last snapshot up to a date, if there is one. */
  async fetch(date: string, ids: Iterable<string>): Promise<void> {
    await this.#telling(async () => {
      await this.find();
      const place = this.#placeOf(date);
      if (place !== null && this.#lost !== date) await this.#fetch(ids, place);
    });
  }

  /** Filings behind statement lines in a row of the last snapshot up to a date, by line; lines without known filings are left out. */
  async filings(date: string, row: number, lines: readonly string[]): Promise<Record<string, readonly FiledFigures[]>> {
    const place = this.#placeOf(date);
    const history = this.#history;
    if (place === null || !history) return {};
    const found: [string, readonly FiledFigures[]][] = [];
    await this.#telling(async () => {
      for (const line of lines) found.push([line, await history.filings(place, row, line)]);
    });
    return Object.fromEntries(found.filter(([, filings]) => filings.length > 0));
  }

  async fetchPlaces(ids: Iterable<string>, places: readonly number[]): Promise<void> {
    await this.#telling(async () => {
      await this.#history?.fetch(ids, places);
      await Promise.all(places.map((place) => this.#history?.table(place)));
    });
  }

  async fetchMissing({ ids, place }: ColumnsNotFetched): Promise<void> {
    await this.#telling(async () => {
      await this.find();
      if (place >= 0) await this.#fetch(ids, place);
    });
  }

  /** Something of the date could not be fetched: it counts as missing until {@link retry}. */
  lose(date: string): void {
    this.#lost = date;
  }

  /** Runs slow work while reporting progress; failures are published. */
  async #telling(work: () => Promise<void>): Promise<void> {
    this.#underWay++;
    this.#alive ??= setInterval(() => this.#progress(this.#fetching), ALIVE_MS);
    try {
      await work();
    } catch (error) {
      this.#change({ ...this.#state, reason: messageOf(error) });
      throw error;
    } finally {
      if (--this.#underWay === 0) {
        clearInterval(this.#alive);
        this.#alive = undefined;
        this.#fetching = NOTHING;
        if (this.#toldAt > 0) this.#tell(false, NOTHING);
        this.#toldAt = 0;
      }
    }
  }

  #placeOf(date: string): number | null {
    if (!this.#history) return null;
    try {
      return this.#history.placeOf(date);
    } catch {
      // Outside the history: the page shows its range.
      return null;
    }
  }

  async #fetch(ids: Iterable<string>, place: number): Promise<void> {
    const history = this.#history;
    if (!history) return;
    await history.fetch(ids, [place]);
    const { otherColumns } = await history.table(place);
    const known = new Set(this.#state.otherColumns.map(({ id }) => id));
    const more = otherColumns.filter(({ id }) => !known.has(id));
    if (more.length > 0 && history === this.#history)
      this.#change({ ...this.#state, otherColumns: [...this.#state.otherColumns, ...more] });
  }

  async #open(base: string): Promise<void> {
    const isCurrent = (): boolean => base === this.#base;
    try {
      const history = await History.open(remoteHistory(new URL(FOLDER, base).href, (fetching) => this.#progress(fetching)));
      const otherColumns = await history.otherColumns();
      if (!isCurrent()) return;
      const { every, blocks, digest, todays, note } = history.manifest;
      this.#history = history;
      const coverage = blocks.flatMap((block) => block.coverage);
      const { dates } = history;
      const holdOut = firstHeldOut(dates);
      const id = historyId(history.manifest);
      this.#change({ ...NO_HISTORY, status: 'there', every, dates, coverage, todays, otherColumns, digest, id, holdOut, note });
    } catch (error) {
      if (!isCurrent()) return;
      if (error instanceof NoHistory) this.#change({ ...NO_HISTORY, status: 'absent' });
      else if (error instanceof HistoryIsComing) {
        this.#change({ ...NO_HISTORY, status: 'coming' });
        this.#again = setTimeout(() => {
          this.#opening = this.#open(base);
        }, error.waitMs);
      } else this.#change({ ...NO_HISTORY, status: 'failed', reason: messageOf(error) });
    }
  }

  #change(state: HistoryState): void {
    this.#state = state;
    this.#publish(state);
  }

  #progress(fetching: Fetching): void {
    this.#fetching = fetching;
    if (this.#underWay === 0 || performance.now() - this.#toldAt < TELL_MS) return;
    this.#toldAt = performance.now();
    this.#tell(true, fetching);
  }
}
