/** A history as the engine reads it: only requested columns are fetched, and the table of a date is a set of subarrays. */
import { computeRankRatios, computeTargets, RANK_RATIO_IDS, ratiosBehind } from '../../../kernels/compute.ts';
import { columnById, otherColumn } from '../../catalogue/catalogue.ts';
import { type Column, isText } from '../../catalogue/column.ts';
import { SOURCE_FLAGS, STATEMENT_CURRENCY } from '../../catalogue/company.ts';
import { formulaColumns } from '../../catalogue/formula.ts';
import { type FiledFigures, filingsBehind, readFilings } from '../../wire/filings.ts';
import {
  type BlockColumns,
  decodeCodes,
  decodeNumbers,
  FILED_COLUMN,
  GUESSED_COLUMN,
  HISTORY_FILE,
  type HistoryBlock,
  type HistoryFile,
  type HistoryManifest,
  historyPath,
  ID_COLUMN,
  readBlockColumns,
  readHistory,
  readLabels,
} from '../../wire/history.ts';
import { SNAPSHOT_COLUMN } from '../steps/asOf.ts';
import { currencyRates } from '../table/currencyRates.ts';
import { rankedListings } from '../table/issuers.ts';
import { RATIO_IDS, rankEligible, type Table, type TextColumn } from '../table/table.ts';
import { placeOfDate } from './coveredDays.ts';
import { fetchMarket, type NumberedMarket } from './market.ts';
import type { HistorySource } from './source.ts';

/** Columns of a snapshot that have not been fetched: fetch them and try again. */
export class ColumnsNotFetched extends Error {
  readonly ids: readonly string[];
  readonly place: number;
  constructor(ids: readonly string[], place: number) {
    super(`not fetched: ${ids.join(', ')}`);
    this.ids = ids;
    this.place = place;
  }
}

/** A block, and the range of its rows in the history's columns. */
interface RowRange {
  readonly block: HistoryBlock;
  readonly from: number;
  readonly to: number;
  /** Position of its first date. */
  readonly firstPlace: number;
  columns: Promise<BlockColumns> | null;
  known: BlockColumns | null;
}

/** A number column over all dates, and the blocks whose values are loaded. */
interface NumberColumn {
  readonly values: Float32Array;
  readonly isThere: Set<RowRange>;
}

/** Columns that every table needs. */
const ALWAYS = [ID_COLUMN, 'currency', 'usdRate'];
/** Texts that are not listed as columns. */
const HIDDEN = [STATEMENT_CURRENCY, SOURCE_FLAGS, GUESSED_COLUMN];
const DAY_MS = 86_400_000;
const SECONDS_PER_MS = 1e-3;
const ROW_RATIO_IDS = new Set(RATIO_IDS.filter((id) => !RANK_RATIO_IDS.has(id)));

/** Above all versions of a growing universe. */
let version = 2 ** 32;

export class History {
  readonly manifest: HistoryManifest;
  /** ISO dates of all snapshots, ascending. A snapshot's `place` is its index here. */
  readonly dates: readonly string[];
  readonly #source: HistorySource;
  readonly #ranges: readonly RowRange[];
  readonly #rowCount: number;
  readonly #numbers = new Map<string, NumberColumn>();
  readonly #texts = new Map<RowRange, Map<string, TextColumn>>();
  readonly #fetching = new Map<string, Promise<void>>();
  readonly #tables = new Map<number, Table>();

  private constructor(source: HistorySource, manifest: HistoryManifest) {
    this.#source = source;
    this.manifest = manifest;
    this.dates = manifest.blocks.flatMap(({ dates }) => dates);
    let from = 0;
    let firstPlace = 0;
    this.#ranges = manifest.blocks.map((block) => {
      const to = from + block.dates.length * block.securityCount;
      const range: RowRange = { block, from, to, firstPlace, columns: null, known: null };
      from = to;
      firstPlace += block.dates.length;
      return range;
    });
    this.#rowCount = from;
  }

  /** Throws when there is no readable history. */
  static async open(source: HistorySource): Promise<History> {
    const manifest = readHistory(await source.manifest());
    if (manifest.blocks.length === 0) throw new Error(`${HISTORY_FILE} has no snapshot`);
    return new History(source, manifest);
  }

  /** Position of the last snapshot up to a date. Throws, with the covered range, for a date outside it. */
  placeOf(date: string): number {
    const [first, last] = [this.dates[0]!, this.dates.at(-1)!];
    const place = placeOfDate(this.dates, this.manifest.every, date);
    if (place === null) throw new Error(`there is no snapshot as of ${date}: the history has ${first} to ${last}`);
    return place;
  }

  /** Positions of the snapshots by block, the last block first. */
  get blocks(): readonly (readonly number[])[] {
    return this.#ranges.map(({ block, firstPlace }) => block.dates.map((_, at) => firstPlace + at)).reverse();
  }

  /** Columns of the last snapshot that the catalogue does not have. */
  async otherColumns(): Promise<readonly Column[]> {
    return otherColumns(await this.#columnsOf(this.#ranges.at(-1)!));
  }

  /** Fetches columns of some dates, including those they are computed from. Unknown columns are ignored. */
  async fetch(ids: Iterable<string>, places: Iterable<number> = this.dates.keys()): Promise<void> {
    const ranges = [...new Set([...places].map((place) => this.#rangeOf(place)))];
    const wanted = [...ids];
    const targets = ratiosBehind(wanted);
    const inputs = new Set([...wanted, ...targets.flatMap(({ formula }) => formulaColumns(formula))]);
    await Promise.all(ranges.map((range) => this.#fetchOf(range, [...inputs])));
    this.#compute(targets, ranges);
  }

  async #columnsOf(range: RowRange): Promise<BlockColumns> {
    const { columns } = range.block;
    range.columns ??= this.#source.text(columns, historyPath(columns)).then(readBlockColumns);
    try {
      range.known = await range.columns;
      return range.known;
    } catch (error) {
      range.columns = null;
      throw error;
    }
  }

  async #fetchOf(range: RowRange, ids: readonly string[]): Promise<void> {
    const columns = await this.#columnsOf(range);
    await Promise.all(
      ids.map((id) => {
        if (ROW_RATIO_IDS.has(id) || RANK_RATIO_IDS.has(id) || this.#isThere(range, id)) return null;
        const key = `${range.firstPlace} ${id}`;
        const fetching =
          this.#fetching.get(key) ?? this.#fetchColumn(range, columns, id).finally(() => this.#fetching.delete(key));
        this.#fetching.set(key, fetching);
        return fetching;
      }),
    );
  }

  #isThere(range: RowRange, id: string): boolean {
    return this.#numbers.get(id)?.isThere.has(range) === true || this.#texts.get(range)?.has(id) === true;
  }

  async #fetchColumn(range: RowRange, { numbers, texts }: BlockColumns, id: string): Promise<void> {
    const { from, to } = range;
    const known = columnById(id);
    const text = Object.hasOwn(texts, id) ? texts[id] : undefined;
    if (text || (known && isText(known))) {
      const column = text ? await this.#textOf(text, to - from) : { codes: new Uint32Array(to - from), labels: [''] };
      const own = this.#texts.get(range) ?? new Map<string, TextColumn>();
      this.#texts.set(range, own.set(id, column));
      return;
    }
    const file = Object.hasOwn(numbers, id) ? numbers[id] : undefined;
    if (!file && !known) return;
    const bytes = file && (await this.#source.bytes(file, historyPath(file)));
    const { values, isThere } = this.#numberColumn(id);
    const target = values.subarray(from, to);
    if (bytes) decodeNumbers(bytes, target);
    else target.fill(Number.NaN);
    isThere.add(range);
  }

  async #textOf({ codes, labels }: { codes: HistoryFile; labels: HistoryFile }, count: number): Promise<TextColumn> {
    const [coded, list] = await Promise.all([
      this.#source.bytes(codes, historyPath(codes)),
      this.#source.text(labels, historyPath(labels)),
    ]);
    const texts = readLabels(list);
    return { codes: decodeCodes(coded, count, texts.length), labels: texts };
  }

  #numberColumn(id: string): NumberColumn {
    const column = this.#numbers.get(id) ?? { values: new Float32Array(this.#rowCount), isThere: new Set<RowRange>() };
    this.#numbers.set(id, column);
    return column;
  }

  /** Computes missing ratios, adjacent blocks in one call. */
  #compute(targets: ReturnType<typeof ratiosBehind>, ranges: readonly RowRange[]): void {
    if (targets.length === 0) return;
    const columns = targets.map(({ id }) => this.#numberColumn(id));
    const missing = ranges.filter((range) => columns.some(({ isThere }) => !isThere.has(range)));
    missing.sort((a, b) => a.from - b.from);
    const columnOf = (id: string): Float32Array | undefined => this.#numbers.get(id)?.values;
    for (let at = 0; at < missing.length; ) {
      let end = at + 1;
      while (end < missing.length && missing[end]!.from === missing[end - 1]!.to) end++;
      computeTargets(targets, columnOf, missing[at]!.from, missing[end - 1]!.to);
      at = end;
    }
    for (const { isThere } of columns) for (const range of missing) isThere.add(range);
  }

  #rangeOf(place: number): RowRange {
    const range = this.#ranges.findLast(({ firstPlace }) => firstPlace <= place);
    if (!range || place >= range.firstPlace + range.block.dates.length) throw new Error(`there is no snapshot ${place}`);
    return range;
  }

  /** The filings behind a statement line in a row of a snapshot: one per quarter for a twelve-month amount, or the year's. Empty when unknown. */
  async filings(place: number, row: number, line: string): Promise<readonly FiledFigures[]> {
    const range = this.#rangeOf(place);
    const { filings } = await this.#columnsOf(range);
    const file = filings?.files[Math.floor(row / filings.securities)];
    if (!file) return [];
    const ids = (await this.table(place)).text(ID_COLUMN)!;
    const read = readFilings(await this.#source.text(file, historyPath(file)));
    return filingsBehind(read, ids.labels[ids.codes[row]!]!, place - range.firstPlace, this.dates[place]!, line);
  }

  /** All sessions from the first snapshot on. Throws for a history without any. */
  async market(): Promise<NumberedMarket> {
    return await fetchMarket(this.manifest, this.#source);
  }

  /** The table of a snapshot, always the same object. Its columns throw {@link ColumnsNotFetched} until they are fetched. */
  async table(place: number): Promise<Table> {
    const known = this.#tables.get(place);
    if (known) return known;
    await this.fetch(ALWAYS, [place]);
    const table = this.#tables.get(place) ?? this.#tableOf(place);
    this.#tables.set(place, table);
    return table;
  }

  /** The table that {@link table} has returned before. @throws ColumnsNotFetched */
  knownTable(place: number): Table {
    const known = this.#tables.get(place);
    if (!known) throw new ColumnsNotFetched(ALWAYS, place);
    return known;
  }

  /** Runs `ask` on a snapshot's table, and again after fetching columns that it turns out to read. */
  async ask<Answer>(place: number, ask: (table: Table) => Answer, ids: Iterable<string> = []): Promise<Answer> {
    await this.fetch(ids, [place]);
    const table = await this.table(place);
    for (;;) {
      try {
        return ask(table);
      } catch (error) {
        if (!(error instanceof ColumnsNotFetched)) throw error;
        await this.fetch(error.ids, [place]);
      }
    }
  }

  #tableOf(place: number): Table {
    const range = this.#rangeOf(place);
    const { securityCount: rowCount } = range.block;
    const inBlock = (place - range.firstPlace) * rowCount;
    const from = range.from + inBlock;
    const columns = range.known!;
    const others = otherColumns(columns);
    const ranked = new Map<string, Float32Array>();
    const own = new Map<string, Float32Array>();
    const texts = new Map<string, TextColumn>();
    const day = Date.parse(`${this.dates[place]}T00:00:00Z`) / DAY_MS;
    const snapshot = new Float32Array(rowCount).fill(day * DAY_MS * SECONDS_PER_MS);

    const text: Table['text'] = (id) => {
      const kept = texts.get(id);
      if (kept) return kept;
      const whole = this.#texts.get(range)?.get(id);
      if (!whole) {
        const known = columnById(id);
        if ((known && isText(known)) || Object.hasOwn(columns.texts, id)) throw new ColumnsNotFetched([id], place);
        return undefined;
      }
      const column = { codes: whole.codes.subarray(inBlock, inBlock + rowCount), labels: whole.labels };
      texts.set(id, column);
      return column;
    };
    const numbers: Table['numbers'] = (id) => {
      if (id === SNAPSHOT_COLUMN) return snapshot;
      if (RANK_RATIO_IDS.has(id)) return rankRatio(id);
      const made = own.get(id);
      if (made) return made;
      const column = this.#numbers.get(id);
      if (column?.isThere.has(range)) {
        const values = column.values.subarray(from, from + rowCount);
        own.set(id, values);
        return values;
      }
      const known = columnById(id);
      if (known ? !isText(known) : Object.hasOwn(columns.numbers, id)) throw new ColumnsNotFetched([id], place);
      return undefined;
    };
    const rankRatio = (id: string): Float32Array => {
      const kept = ranked.get(id);
      if (kept) return kept;
      const made = new Map([...RANK_RATIO_IDS].map((each) => [each, new Float32Array(rowCount).fill(Number.NaN)]));
      computeRankRatios(
        (each) => made.get(each) ?? numbers(each),
        rankEligible(table),
        rowCount,
        (eligible) => rankedListings(table, eligible),
      );
      for (const [each, values] of made) ranked.set(each, values);
      return made.get(id)!;
    };
    const ids = text(ID_COLUMN)!;
    const byId = new Map(others.map((column) => [column.id, column]));
    const table: Table = {
      ...currencyRates(numbers('usdRate'), text('currency'), rowCount),
      version: ++version,
      rowCount,
      rows: listedRows(ids.codes),
      numbers,
      text,
      column: (id) => columnById(id) ?? byId.get(id),
      otherColumns: others,
      origin: { history: this.manifest.digest, snapshot: this.dates[place]! },
    };
    return table;
  }
}

/** The rows listed on the date, ascending. */
function listedRows(ids: Uint32Array): Uint32Array {
  let count = 0;
  for (let row = 0; row < ids.length; row++) if (ids[row] !== 0) count++;
  const rows = new Uint32Array(count);
  let at = 0;
  for (let row = 0; row < ids.length; row++) if (ids[row] !== 0) rows[at++] = row;
  return rows;
}

/** Columns of a block that the catalogue does not have. */
function otherColumns({ numbers, texts }: BlockColumns): Column[] {
  const dates = [SNAPSHOT_COLUMN, ...Object.keys(numbers).filter((id) => id === FILED_COLUMN)];
  const others = Object.keys(numbers).filter((id) => !columnById(id) && !dates.includes(id));
  const labelled = Object.keys(texts).filter((id) => !columnById(id) && !HIDDEN.includes(id));
  return [
    ...dates.map((id): Column => ({ ...otherColumn(id), unit: 'date', display: 'date' })),
    ...others.map((id) => otherColumn(id)),
    ...labelled.map((id): Column => ({ ...otherColumn(id), unit: 'text', display: id.startsWith('in:') ? 'category' : 'text' })),
  ];
}
