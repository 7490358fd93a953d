import { computeRankRatios, computeRatios, FALLBACK_IDS, prepareRatios, RANK_RATIO_IDS } from '../../../kernels/compute.ts';
import { assert } from '../../assert.ts';
import { columnById, VECTOR_IDS } from '../../catalogue/catalogue.ts';
import { isText } from '../../catalogue/column.ts';
import { isDate } from '../../catalogue/display.ts';
import { FIELD_COLUMNS } from '../../catalogue/fieldColumns.ts';
import { CALLS, type CountryUpdate, type Positions, readCountries, readPositions, rowWidth } from '../../wire/calls.ts';
import { type Coverage, mergeCoverage } from '../../wire/coverage.ts';
import { type FieldValue, type Indexing, readIndexing } from '../../wire/indexing.ts';
import { checkVectorLength, decodeVector } from '../../wire/vector.ts';
import { rankedListings } from '../table/issuers.ts';
import { GrowingTable, type MemoryKind, RATIO_IDS, rankEligible, type Table } from '../table/table.ts';
import type { CountryState, UniverseState } from '../worker/protocol.ts';

/**
 * Where the answers come from: a server, or a published folder. Paths are relative to the base. Both reject with a reason for the user.
 * A retry asks past every copy on the way: the answer that failed may be one.
 */
export interface Source {
  json(path: string, isRetry?: boolean): Promise<unknown>;
  bytes(path: string, isRetry?: boolean): Promise<Uint8Array>;
}

/** Countries that are asked for at a time: while one is decoded the answers of others come. */
const COUNTRIES_AT_A_TIME = 8;
const SECONDS_PER_MS = 1e-3;

/** What a load waits for so that somebody who looks on sees the first rows early, and what comes later in its order. */
export interface LoadGate {
  /** Resolves when the first rows are painted, or by nobody; until then no other country is asked for. */
  readonly isShown: Promise<unknown>;
  /** Resolves when a country that has come has waited long enough for those before it in the countries call. */
  readonly late: () => Promise<unknown>;
}

interface Answers {
  readonly indexing: Indexing;
  readonly vector: Uint8Array;
}

/** Computes the ratios of a block of rows into the arrays of `columnOf`; false when it leaves them to the loops. */
export type ComputeRatios = (
  columnOf: (id: string) => Float32Array | undefined,
  rowCount: number,
  absent: ReadonlySet<string>,
) => Promise<boolean>;

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Columns of a vector that hold dates. */
const DATE_IDS = VECTOR_IDS.filter((id) => columnById(id)?.unit === 'date');

/** Epoch seconds of a date field: a number that names a date, or a text that starts with an ISO date; NaN otherwise. */
function secondsOf(value: FieldValue | undefined): number {
  if (typeof value === 'number') return isDate(Math.fround(value)) ? value : Number.NaN;
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)) return Number.NaN;
  return Date.parse(`${value.slice(0, 10)}T00:00:00Z`) * SECONDS_PER_MS;
}

/** Makes the values of rows `from` … `to` that name no date missing. */
function dropImpossibleDates(seconds: Float32Array, from: number, to: number): void {
  for (let row = from; row < to; row++) if (!isDate(seconds[row]!)) seconds[row] = Number.NaN;
}

/** The columns that are made of fields, per row. */
function fieldNumbers({ rows, header }: Indexing): Map<string, Float32Array> {
  const at = (id: string, row: number): FieldValue | undefined => rows[row]![header[id] ?? Number.NaN];
  const numbers = (column: (typeof FIELD_COLUMNS)[number]): Float32Array =>
    Float32Array.from(rows, (_, row) =>
      column.numberOf(
        (id) => textOf(at(id, row)),
        (id) => secondsOf(at(id, row)),
      ),
    );
  return new Map(FIELD_COLUMNS.map((column) => [column.id, numbers(column)]));
}

function textOf(value: FieldValue | undefined): string {
  return value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Loads the universe: indexes, then countries, each decoded, its ratios computed, and appended.
 * A country with a bad answer is lost alone. After the last one the universe-wide ranks are computed.
 */
export class Loader {
  readonly #source: Source;
  readonly #onChange: (loader: Loader) => void;
  readonly #compute: () => ComputeRatios | null;
  readonly #growing: GrowingTable;
  readonly #gate: LoadGate | null;
  readonly #notes = new Set<string>();
  readonly #coverages: Coverage[] = [];
  #countries: CountryState[] = [];
  #positions: Positions = {};
  #header: Positions = {};
  #loading = true;
  #failure: string | null = null;
  #table: Table | null = null;
  #abandoned = false;
  /** Resolves when every country that has been asked for is there, or has failed. */
  #allBefore: Promise<unknown> = Promise.resolve();

  /** `onChange` hears of every country that has come or failed, and of the end. `compute` gives who computes ratios faster than the loops, if anybody does. `memory` is what all columns lie in. Without a `pace` all are asked for as fast as they come. */
  constructor(
    source: Source,
    onChange: (loader: Loader) => void,
    compute: () => ComputeRatios | null = () => null,
    memory: MemoryKind = 'own',
    gate: LoadGate | null = null,
  ) {
    this.#compute = compute;
    this.#gate = gate;
    this.#growing = new GrowingTable(memory);
    this.#source = source;
    this.#onChange = onChange;
  }

  get loading(): boolean {
    return this.#loading;
  }

  /** Rows that have come so far. */
  get rowCount(): number {
    return this.#growing.rowCount;
  }

  /** Stops; answers under way are dropped. */
  abandon(): void {
    this.#abandoned = true;
  }

  /** Runs to the end; never rejects. */
  async load(): Promise<void> {
    try {
      const [countries, positions, header] = await Promise.all([
        this.#source.json(CALLS.countries).then(readCountries),
        this.#source.json(CALLS.reverseIndex).then((answer) => readPositions(answer, 'reverse-index')),
        this.#source.json(CALLS.headerIndex).then((answer) => readPositions(answer, 'header-index')),
      ]);
      this.#positions = positions;
      this.#header = header;
      this.#countries = countries.map(({ country, updated }) => ({
        country,
        updated,
        status: 'waiting',
        rowCount: 0,
        reason: null,
      }));
      const loading = this.#loadCountries(countries);
      prepareRatios(this.#absent());
      await loading;
    } catch (error) {
      this.#failure = messageOf(error);
    }
    this.#finish();
  }

  /** Loads failed countries again; the rest stays usable meanwhile. */
  async retry(countries: readonly string[]): Promise<void> {
    const again = this.#countries.filter(({ country, status }) => status === 'failed' && countries.includes(country));
    for (const { country } of again) this.#mark(country, { status: 'waiting', reason: null });
    await this.#loadCountries(again, true);
    this.#finish();
  }

  async #loadCountries(countries: readonly CountryUpdate[], isRetry = false): Promise<void> {
    const queue = [...countries];
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next && !this.#abandoned; next = queue.shift())
        await this.#loadCountry(next.country, isRetry);
    };
    const workers = (count: number): Promise<unknown> => Promise.all(Array.from({ length: count }, work));
    /** Countries one by one until there are rows to be painted, for which the processor is left alone. */
    const toFirstRows = async (): Promise<void> => {
      while (this.#growing.rowCount === 0 && queue.length > 0 && !this.#abandoned)
        await this.#loadCountry(queue.shift()!.country, isRetry);
      if (queue.length > 0) await this.#gate?.isShown;
    };
    const first = this.#gate ? toFirstRows() : null;
    await Promise.race([first, this.#gate?.isShown]);
    await Promise.all([first, workers(COUNTRIES_AT_A_TIME)]);
  }

  async #loadCountry(country: string, isRetry: boolean): Promise<void> {
    const before = this.#allBefore;
    const loaded = this.#loadBehind(country, before, isRetry);
    this.#allBefore = Promise.all([before, loaded]);
    await loaded;
  }

  async #loadBehind(country: string, before: Promise<unknown>, isRetry: boolean): Promise<void> {
    this.#mark(country, { status: 'loading' });
    try {
      const [answer, vector] = await Promise.all([
        this.#source.json(CALLS.vectorIndexing(country), isRetry),
        this.#source.bytes(CALLS.vector(country), isRetry),
      ]);
      if (this.#abandoned) return;
      const indexing = readIndexing(answer, this.#header);
      // Rows that come in the order of the countries call need not be moved at the end.
      await (this.#gate ? Promise.race([before, this.#gate.late()]) : before);
      if (this.#abandoned) return;
      await this.#append(country, { indexing, vector });
      if (indexing.note !== null) this.#notes.add(indexing.note);
      if (indexing.coverage !== null) this.#coverages.push(indexing.coverage);
      this.#mark(country, { status: 'loaded', rowCount: indexing.rows.length });
    } catch (error) {
      this.#mark(country, { status: 'failed', reason: messageOf(error) });
    }
    if (!this.#abandoned) this.#onChange(this);
  }

  #mark(country: string, change: Partial<CountryState>): void {
    this.#countries = this.#countries.map((state) => (state.country === country ? { ...state, ...change } : state));
  }

  /** Everything that can be wrong is found, and every value known, before the first one is written into the growing table. */
  async #append(country: string, { indexing, vector }: Answers): Promise<void> {
    const { rows, header } = indexing;
    const width = rowWidth(this.#positions);
    checkVectorLength(vector, rows.length, width);
    const absent = this.#absent();
    const compute = this.#compute();
    const made = fieldNumbers(indexing);
    const computed = compute ? await this.#computeAside(compute, rows.length, width, vector, absent, made) : null;
    const growing = this.#growing;
    const from = growing.grow(rows.length);
    const tiny = decodeVector(
      vector,
      rows.length,
      width,
      this.#targets(width, (id) => growing.numbers(id)),
      from,
    );
    for (const id of DATE_IDS) {
      const seconds = growing.knownNumbers(id);
      if (seconds) dropImpossibleDates(seconds, from, from + rows.length);
    }
    for (const [id, position] of Object.entries(header)) this.#appendField(id, position, rows, from);
    for (const [id, values] of made) growing.numbers(id).set(values, from);
    for (const id of absent) growing.numbers(id);
    if (computed) for (const [id, values] of computed) growing.numbers(id).set(values, from);
    else
      computeRatios(
        (id) => growing.knownNumbers(id),
        from,
        from + rows.length,
        absent,
        (id) => !tiny.has(this.#positions[id]!),
      );
    growing.place({ country, from, to: from + rows.length });
    this.#table = null;
  }

  /** Columns with a formula that the server doesn't send. */
  #absent(): ReadonlySet<string> {
    return new Set(FALLBACK_IDS.filter((id) => this.#positions[id] === undefined));
  }

  /** Per position of a vector's row the array that takes the column. */
  #targets(width: number, arrayOf: (id: string) => Float32Array): (Float32Array | undefined)[] {
    const targets: (Float32Array | undefined)[] = new Array(width).fill(undefined);
    for (const [id, position] of Object.entries(this.#positions)) {
      const known = columnById(id);
      if (!known || (known.kind !== 'ratio' && !isText(known))) targets[position] = arrayOf(id);
    }
    return targets;
  }

  /** The ratios of one country by somebody else than the loops; null when they are to do it. */
  async #computeAside(
    compute: ComputeRatios,
    rowCount: number,
    width: number,
    vector: Uint8Array,
    absent: ReadonlySet<string>,
    made: ReadonlyMap<string, Float32Array>,
  ): Promise<ReadonlyMap<string, Float32Array> | null> {
    const inputs = new Map<string, Float32Array>();
    const outputs = new Map(
      [...RATIO_IDS, ...absent].filter((id) => !RANK_RATIO_IDS.has(id)).map((id) => [id, new Float32Array(rowCount)]),
    );
    const arrayOf = (id: string): Float32Array => inputs.get(id) ?? inputs.set(id, new Float32Array(rowCount)).get(id)!;
    decodeVector(vector, rowCount, width, this.#targets(width, arrayOf));
    return (await compute((id) => outputs.get(id) ?? made.get(id) ?? inputs.get(id), rowCount, absent)) ? outputs : null;
  }

  #appendField(id: string, position: number, rows: Indexing['rows'], from: number): void {
    const known = columnById(id);
    if (known && !isText(known)) {
      if (known.kind !== 'company') return;
      const values = this.#growing.numbers(id);
      for (const [index, fields] of rows.entries()) values[from + index] = secondsOf(fields[position]);
      return;
    }
    const texts = rows.map((fields) => textOf(fields[position]));
    this.#growing.writeText(id, from, id === 'isAdr' ? texts.map((text) => text.toLowerCase()) : texts);
  }

  #finish(): void {
    if (this.#abandoned) return;
    const order = this.#countries.map(({ country }) => country);
    this.#growing.settle(order, RANK_RATIO_IDS);
    const table = this.#growing.table(order);
    computeRankRatios(
      (id) => table.numbers(id),
      rankEligible(table),
      table.rowCount,
      (ranked) => rankedListings(table, ranked),
    );
    this.#table = table;
    this.#loading = false;
    this.#onChange(this);
  }

  /** The table of what has loaded so far. */
  table(): Table {
    this.#table ??= this.#growing.table(this.#countries.map(({ country }) => country));
    return this.#table;
  }

  universe(): UniverseState {
    const table = this.table();
    return {
      loading: this.#loading,
      countries: this.#countries,
      rowCount: table.rowCount,
      version: table.version,
      otherColumns: table.otherColumns,
      absentColumns: VECTOR_IDS.filter((id) => !table.numbers(id)),
      failure: this.#failure,
      note: this.#notes.size === 0 ? null : [...this.#notes].sort().join('; '),
      coverage: this.#coverages.length === 0 ? null : mergeCoverage(this.#coverages),
    };
  }
}

/** Loads everything at once, for the command line and for tests. Throws when nothing can be loaded or a country fails. */
export async function loadTable(source: Source): Promise<Table> {
  const loader = new Loader(source, () => {});
  await loader.load();
  const { failure, countries } = loader.universe();
  assert(failure === null, failure ?? '');
  const failed = countries.find(({ status }) => status === 'failed');
  assert(!failed, `${failed?.country}: ${failed?.reason}`);
  return loader.table();
}
