import { computeRankRatios, computeRatios, FALLBACK_IDS, prepareRatios, RANK_RATIO_IDS } from '../../../kernels/compute.ts';
import { assert } from '../../assert.ts';
import { columnById, VECTOR_IDS } from '../../catalogue/catalogue.ts';
import { isText } from '../../catalogue/column.ts';
import { isDate, isIsoDate } from '../../catalogue/display.ts';
import { FIELD_COLUMNS } from '../../catalogue/fieldColumns.ts';
import { type BundlePart, decodeBundle, readBundles } from '../../wire/bundle.ts';
import { CALLS, type CountryUpdate, type Positions, readCountries, readPositions, rowWidth } from '../../wire/calls.ts';
import { type Coverage, mergeCoverage } from '../../wire/coverage.ts';
import { type CountryFields, type FieldValue, type FieldValues, fieldsOf, readIndexing } from '../../wire/indexing.ts';
import { checkVectorLength, decodeVector } from '../../wire/vector.ts';
import { rankedListings } from '../table/issuers.ts';
import { GrowingTable, type MemoryKind, RATIO_IDS, rankEligible, type Table } from '../table/table.ts';
import type { CountryState, UniverseState } from '../worker/protocol.ts';

/**
 * Source of the answers: a server or a published folder. Paths are relative to the base. Both methods reject with a reason for the user.
 * A retry bypasses every cache, because the failed answer may be cached.
 */
export interface Source {
  json(path: string, isRetry?: boolean): Promise<unknown>;
  bytes(path: string, isRetry?: boolean): Promise<Uint8Array>;
  /** Bundles, if supported. `ask` follows the countries call and resolves to null without bundles; `parse` reads a bundle's text. */
  readonly bundles?: { ask(): Promise<unknown>; parse(text: Uint8Array): unknown };
}

/** Countries requested at a time: while one is decoded, others arrive. */
const COUNTRIES_AT_A_TIME = 8;
const SECONDS_PER_MS = 1e-3;

/** What a load waits for, so that the first rows are visible early and later ones arrive in order. */
export interface LoadGate {
  /** Resolves when the first rows are painted, or nothing paints them; until then no other country is requested. */
  readonly isShown: Promise<unknown>;
  /** Resolves when an arrived country has waited long enough for those before it in the countries call. */
  readonly late: () => Promise<unknown>;
  /** Resolves in a later task, when the requests made in this one have been sent. */
  readonly isSent: () => Promise<unknown>;
}

interface CountryAnswer extends CountryFields {
  readonly vector: Uint8Array;
  /** Layout of `vector`. */
  readonly by: 'row' | 'column';
}

/** A unit of loading: a country by its own two calls, or a bundle of several by its number. */
interface Portion {
  readonly parts: readonly Pick<BundlePart, 'country'>[];
  readonly bundle: { readonly at: number; readonly parts: readonly BundlePart[] } | null;
}

/** Computes the ratios of a block of rows into the arrays of `columnOf`; resolves to false when it leaves them to the loops. */
export type ComputeRatios = (
  columnOf: (id: string) => Float32Array | undefined,
  rowCount: number,
  absent: ReadonlySet<string>,
) => Promise<boolean>;

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Of an ISO date. */
const DAY_CHARS = 10;

const DATE_IDS = VECTOR_IDS.filter((id) => columnById(id)?.unit === 'date');

/** Epoch seconds of a date field: a number that is a valid date, or a text that starts with an ISO date; else NaN. */
function secondsOf(value: FieldValue | undefined): number {
  if (typeof value === 'number') return isDate(Math.fround(value)) ? value : Number.NaN;
  const day = typeof value === 'string' ? value.slice(0, DAY_CHARS) : '';
  return isIsoDate(day) ? Date.parse(`${day}T00:00:00Z`) * SECONDS_PER_MS : Number.NaN;
}

/** Sets values of rows [from, to) that are not valid dates to missing. */
function dropImpossibleDates(seconds: Float32Array, from: number, to: number): void {
  for (let row = from; row < to; row++) if (!isDate(seconds[row]!)) seconds[row] = Number.NaN;
}

/** The columns computed from fields. */
function fieldNumbers({ rowCount, fields }: CountryFields): Map<string, Float32Array> {
  const at = (id: string, row: number): FieldValue | undefined => {
    const values = fields.get(id);
    return values?.labels[values.codes ? values.codes[row]! : row];
  };
  const numbers = (column: (typeof FIELD_COLUMNS)[number]): Float32Array =>
    Float32Array.from({ length: rowCount }, (_, row) =>
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
 * Loads the universe: the indexes, then the countries, each decoded, its ratios computed, and appended.
 * A bad answer loses only its country. After the last country, the universe-wide ranks are computed.
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
  /** Resolves when every requested country has arrived or failed. */
  #allBefore: Promise<unknown> = Promise.resolve();

  /**
   * @param onChange called after every country, loaded or failed, and at the end
   * @param compute returns a faster way than the loops to compute ratios, if there is one
   * @param gate without it, all countries are requested at once
   */
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

  /** Rows loaded so far. */
  get rowCount(): number {
    return this.#growing.rowCount;
  }

  /** Stops loading. Answers in flight are dropped. */
  abandon(): void {
    this.#abandoned = true;
  }

  /** Runs to the end; never rejects. */
  async load(): Promise<void> {
    try {
      const asked = this.#source.json(CALLS.countries).then(readCountries);
      const [countries, bundles, positions, header] = await Promise.all([
        asked,
        asked.then((countries) => this.#askForBundles(countries)),
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
      this.#growing.expect(bundles?.flat().reduce((sum, { rowCount }) => sum + rowCount, 0) ?? 0);
      const loading = this.#loadPortions(
        bundles
          ? bundles.map((parts, at) => ({ parts, bundle: { at, parts } }))
          : countries.map((country) => ({ parts: [country], bundle: null })),
      );
      await this.#gate?.isSent();
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
    await this.#loadPortions(
      again.map((country) => ({ parts: [country], bundle: null })),
      true,
    );
    this.#finish();
  }

  /** Null when the server has none, or only for another universe: then every country is loaded by its own calls. */
  async #askForBundles(countries: readonly CountryUpdate[]): Promise<BundlePart[][] | null> {
    try {
      const answer = await this.#source.bundles?.ask();
      return answer ? readBundles(answer, countries) : null;
    } catch {
      return null;
    }
  }

  async #loadPortions(portions: readonly Portion[], isRetry = false): Promise<void> {
    const queue = [...portions];
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next && !this.#abandoned; next = queue.shift()) await this.#loadPortion(next, isRetry);
    };
    const workers = (count: number): Promise<unknown> => Promise.all(Array.from({ length: count }, work));
    /** Loads countries one by one until there are rows to paint, then leaves the CPU to the painting. */
    const toFirstRows = async (): Promise<void> => {
      while (this.#growing.rowCount === 0 && queue.length > 0 && !this.#abandoned)
        await this.#loadPortion(queue.shift()!, isRetry);
      if (queue.length > 0) await this.#gate?.isShown;
    };
    const first = this.#gate ? toFirstRows() : null;
    await Promise.race([first, this.#gate?.isShown]);
    await Promise.all([first, workers(COUNTRIES_AT_A_TIME)]);
  }

  async #loadPortion({ parts, bundle }: Portion, isRetry: boolean): Promise<void> {
    const before = this.#allBefore;
    for (const { country } of parts) this.#mark(country, { status: 'loading' });
    const isLoading = ({ country }: { readonly country: string }): boolean =>
      this.#countries.some((state) => state.country === country && state.status === 'loading');
    const alone = (): Promise<unknown> =>
      Promise.all(parts.filter(isLoading).map(({ country }) => this.#loadBehind(country, before, isRetry)));
    const loaded = bundle ? this.#loadBundle(bundle, before).then((isWhole) => isWhole || alone()) : alone();
    this.#allBefore = Promise.all([before, loaded]);
    await loaded;
  }

  /** Resolves to false when the bundle is broken or missing: its remaining countries are then loaded by their own calls. */
  async #loadBundle({ at, parts }: NonNullable<Portion['bundle']>, before: Promise<unknown>): Promise<boolean> {
    try {
      const bytes = await this.#source.bytes(CALLS.bundle(at));
      if (this.#abandoned) return true;
      const countries = decodeBundle(bytes, parts, rowWidth(this.#positions), (text) => this.#source.bundles?.parse(text));
      await this.#turn(before);
      for (const answer of countries) {
        if (this.#abandoned) return true;
        await this.#append(answer.country, { ...answer, by: 'column' });
        this.#onChange(this);
      }
      return true;
    } catch {
      return false;
    }
  }

  /** Rows in the order of the countries call need not be moved at the end. */
  async #turn(before: Promise<unknown>): Promise<void> {
    await (this.#gate ? Promise.race([before, this.#gate.late()]) : before);
  }

  async #loadBehind(country: string, before: Promise<unknown>, isRetry: boolean): Promise<void> {
    try {
      const [answer, vector] = await Promise.all([
        this.#source.json(CALLS.vectorIndexing(country), isRetry),
        this.#source.bytes(CALLS.vector(country), isRetry),
      ]);
      if (this.#abandoned) return;
      const fields = fieldsOf(readIndexing(answer, this.#header));
      await this.#turn(before);
      if (this.#abandoned) return;
      await this.#append(country, { ...fields, vector, by: 'row' });
    } catch (error) {
      this.#mark(country, { status: 'failed', reason: messageOf(error) });
    }
    if (!this.#abandoned) this.#onChange(this);
  }

  #mark(country: string, change: Partial<CountryState>): void {
    this.#countries = this.#countries.map((state) => (state.country === country ? { ...state, ...change } : state));
  }

  /** Validates everything and computes every value before writing the first one into the growing table. */
  async #append(country: string, answer: CountryAnswer): Promise<void> {
    const { rowCount, vector, by, note, coverage } = answer;
    const width = rowWidth(this.#positions);
    checkVectorLength(vector, rowCount, width);
    const absent = this.#absent();
    const compute = this.#compute();
    const made = fieldNumbers(answer);
    const computed = compute ? await this.#computeAside(compute, answer, width, absent, made) : null;
    const growing = this.#growing;
    const from = growing.grow(rowCount);
    const to = from + rowCount;
    const targets = this.#targets(width, (id) => growing.numbers(id));
    const tiny = decodeVector(vector, rowCount, width, targets, from, by);
    for (const id of DATE_IDS) {
      const seconds = growing.knownNumbers(id);
      if (seconds) dropImpossibleDates(seconds, from, to);
    }
    for (const [id, values] of answer.fields) this.#appendField(id, values, from);
    for (const [id, values] of made) growing.numbers(id).set(values, from);
    for (const id of absent) growing.numbers(id);
    if (computed) for (const [id, values] of computed) growing.numbers(id).set(values, from);
    else
      computeRatios(
        (id) => growing.knownNumbers(id),
        from,
        to,
        absent,
        (id) => !tiny.has(this.#positions[id]!),
      );
    growing.place({ country, from, to });
    this.#table = null;
    if (note !== null) this.#notes.add(note);
    if (coverage !== null) this.#coverages.push(coverage);
    this.#mark(country, { status: 'loaded', rowCount });
  }

  /** Columns with a fallback formula that the server does not send. */
  #absent(): ReadonlySet<string> {
    return new Set(FALLBACK_IDS.filter((id) => this.#positions[id] === undefined));
  }

  /** The target array of each position of a vector's row. */
  #targets(width: number, arrayOf: (id: string) => Float32Array): (Float32Array | undefined)[] {
    const targets: (Float32Array | undefined)[] = new Array(width).fill(undefined);
    for (const [id, position] of Object.entries(this.#positions)) {
      const known = columnById(id);
      if (!known || (known.kind !== 'ratio' && !isText(known))) targets[position] = arrayOf(id);
    }
    return targets;
  }

  /** Computes a country's ratios without the loops; null to leave it to them. */
  async #computeAside(
    compute: ComputeRatios,
    { rowCount, vector, by }: CountryAnswer,
    width: number,
    absent: ReadonlySet<string>,
    made: ReadonlyMap<string, Float32Array>,
  ): Promise<ReadonlyMap<string, Float32Array> | null> {
    const inputs = new Map<string, Float32Array>();
    const outputs = new Map(
      [...RATIO_IDS, ...absent].filter((id) => !RANK_RATIO_IDS.has(id)).map((id) => [id, new Float32Array(rowCount)]),
    );
    const arrayOf = (id: string): Float32Array => inputs.get(id) ?? inputs.set(id, new Float32Array(rowCount)).get(id)!;
    decodeVector(vector, rowCount, width, this.#targets(width, arrayOf), 0, by);
    return (await compute((id) => outputs.get(id) ?? made.get(id) ?? inputs.get(id), rowCount, absent)) ? outputs : null;
  }

  #appendField(id: string, { labels, codes }: FieldValues, from: number): void {
    const known = columnById(id);
    if (known && !isText(known)) {
      if (known.kind !== 'company') return;
      const values = this.#growing.numbers(id);
      const seconds = Float32Array.from(labels, secondsOf);
      values.set(codes ? Float32Array.from(codes, (code) => seconds[code]!) : seconds, from);
      return;
    }
    const texts = labels.map(textOf);
    this.#growing.writeText(id, from, id === 'isAdr' ? texts.map((text) => text.toLowerCase()) : texts, codes);
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
