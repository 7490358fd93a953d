import { COLUMNS, columnById, otherColumn } from '../../catalogue/catalogue.ts';
import { type Column, isText } from '../../catalogue/column.ts';
import { SOURCE_FLAGS, STATEMENT_CURRENCY } from '../../catalogue/company.ts';
import { type CurrencyRates, currencyRates } from './currencyRates.ts';

/** Characters that change the direction of the surrounding text, with which a name can imitate another: removed from every text. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text column as codes into its labels; code 0 is the empty text, which stands for missing. */
export interface TextColumn {
  readonly codes: Uint32Array;
  readonly labels: readonly string[];
}

/** A row's text; empty without the column. */
export function labelAt(text: TextColumn | undefined, row: number): string {
  return text?.labels[text.codes[row]!] ?? '';
}

/**
 * The universe at one moment: columns of rowCount values. Immutable; more countries make another table that shares the memory.
 * `rows` are all rows in the order of the countries call and, within a country, of its answer: the order that ties keep.
 */
export interface Table extends CurrencyRates {
  readonly version: number;
  readonly rowCount: number;
  readonly rows: Uint32Array;
  /** Float32 values, NaN for missing; undefined when no server sent the column. */
  numbers(id: string): Float32Array | undefined;
  text(id: string): TextColumn | undefined;
  /** The catalogue's column, or one that only the server has. */
  column(id: string): Column | undefined;
  readonly otherColumns: readonly Column[];
  /** The history that this is a snapshot of; absent for the current universe. */
  readonly origin?: SnapshotOrigin;
}

/** Digest of a history, and ISO date of one of its snapshots. */
export interface SnapshotOrigin {
  readonly history: string;
  readonly snapshot: string;
}

/** One country's range of rows. */
export interface RowRange {
  readonly country: string;
  readonly from: number;
  readonly to: number;
}

/** Rows [from, to) that move to `at`. */
interface Move {
  readonly from: number;
  readonly to: number;
  readonly at: number;
}

/** One country's values of a text column from row `at` on: `labels[codes[i]]`, or `labels[i]` without codes. */
interface TextChunk {
  readonly at: number;
  readonly labels: readonly string[];
  readonly codes: readonly number[] | null;
}

/** Memory of columns: the page can read `shared` memory without a copy. */
export type MemoryKind = 'own' | 'shared';

const BYTES_PER_VALUE = 4;

function memoryFor(kind: MemoryKind, length: number): ArrayBufferLike {
  const bytes = length * BYTES_PER_VALUE;
  return kind === 'shared' ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
}

/** A growing text column. Texts are encoded when the column is first read, because most never are and encoding costs more than all numbers. */
class GrowingText {
  readonly #memory: MemoryKind;
  /** Rows to allocate on first read. */
  #capacity: number;
  #codes: Uint32Array = new Uint32Array(0);
  #labels: string[] = [''];
  /** Null while nothing is written, because it takes as much memory as the texts. */
  #codeOf: Map<string, number> | null = null;
  #isSettled = false;
  /** True when a table shares `#labels`, which must then not change. */
  #isShown = false;
  /** Values not encoded yet; null from the first read on. */
  #chunks: TextChunk[] | null = [];

  constructor(capacity: number, memory: MemoryKind) {
    this.#memory = memory;
    this.#capacity = capacity;
  }

  reserve(capacity: number): void {
    this.#capacity = capacity;
    if (!this.#chunks) this.#allocate();
  }

  #allocate(): void {
    const grown = new Uint32Array(memoryFor(this.#memory, this.#capacity));
    grown.set(this.#codes);
    this.#codes = grown;
  }

  write(chunk: TextChunk): void {
    if (this.#chunks) this.#chunks.push(chunk);
    else this.#code(chunk);
  }

  #code(chunk: TextChunk): void {
    if (this.#isShown) this.#labels = this.#labels.slice();
    this.#isShown = false;
    const labels = this.#labels;
    const codeOf = this.#codeOf ?? new Map(labels.map((label, code) => [label, code]));
    this.#codeOf = codeOf;
    const own = Uint32Array.from(chunk.labels, (label) => {
      let code = codeOf.get(label);
      if (code === undefined) {
        const upright = label.replace(BIDI_CONTROLS, '');
        code = (upright === label ? undefined : codeOf.get(upright)) ?? labels.push(upright) - 1;
        codeOf.set(label, code);
        if (upright !== label) codeOf.set(upright, code);
      }
      return code;
    });
    if (chunk.codes) for (const [index, code] of chunk.codes.entries()) this.#codes[chunk.at + index] = own[code]!;
    else this.#codes.set(own, chunk.at);
  }

  /** Codes of the first rows, and the current labels. */
  read(rowCount: number): TextColumn {
    if (this.#chunks) {
      this.#allocate();
      for (const chunk of this.#chunks) this.#code(chunk);
      this.#chunks = null;
    }
    this.#isShown = true;
    if (this.#isSettled) this.#codeOf = null;
    return { codes: this.#codes.subarray(0, rowCount), labels: this.#labels };
  }

  /** Marks the column as complete. */
  end(rowCount: number): void {
    this.#capacity = rowCount;
    this.#isSettled = true;
  }

  /** A copy with its rows in another order; arrays already shared stay as they are. Values without a new position are dropped. */
  moved(rowCount: number, moves: readonly Move[]): GrowingText {
    const moved = new GrowingText(rowCount, this.#memory);
    moved.#isSettled = true;
    const places = new Map(moves.map(({ from, at }) => [from, at]));
    if (this.#chunks) {
      moved.#chunks = this.#chunks.flatMap((chunk) => {
        const at = places.get(chunk.at);
        return at === undefined ? [] : [{ ...chunk, at }];
      });
    } else {
      moved.#chunks = null;
      moved.#allocate();
      for (const { from, to, at } of moves) moved.#codes.set(this.#codes.subarray(from, to), at);
      moved.#labels = this.#labels;
      moved.#isShown = true;
    }
    return moved;
  }
}

/** Rows allocated at first: a small universe fits, and memory for a large one would make its loading mostly garbage collection. */
const CAPACITY_MIN = 4096;
/** Rows allocated next, about the securities of all countries, because every growth copies all values; then twice as many. Unwritten memory costs nothing. */
const CAPACITY_USUAL = 65_536;
/** Largest capacity kept at the end, relative to the rows. */
const ROOM_MAX = 1.25;

/** Computed columns, which every table has. */
export const RATIO_IDS: readonly string[] = COLUMNS.filter((column) => column.kind === 'ratio').map(({ id }) => id);

/** The growing table, country by country. Rows that a table has shown are never rewritten, except by `settle`, which moves them. */
export class GrowingTable {
  #rowCount = 0;
  #capacity = 0;
  /** Rows expected in all; 0 while unknown. */
  #expected = 0;
  #version = 0;
  readonly #memory: MemoryKind;
  readonly #numbers = new Map<string, Float32Array>();
  readonly #texts = new Map<string, GrowingText>();
  readonly #others = new Map<string, Column>();
  #ranges: RowRange[] = [];

  get rowCount(): number {
    return this.#rowCount;
  }

  constructor(memory: MemoryKind = 'own') {
    this.#memory = memory;
    for (const id of RATIO_IDS) this.#numbers.set(id, new Float32Array(0));
  }

  /** Sets the expected number of rows, to allocate no more. */
  expect(rowCount: number): void {
    this.#expected = rowCount;
  }

  /** Allocates rows, missing until written. Returns the number of the first. */
  grow(rowCount: number): number {
    const first = this.#rowCount;
    const needed = first + rowCount;
    if (needed > this.#capacity) this.#reserve(Math.max(needed, this.#expected || this.#nextCapacity()));
    this.#rowCount = needed;
    // Unwritten memory costs nothing, so the spare capacity is not filled.
    for (const values of this.#numbers.values()) values.fill(Number.NaN, first, needed);
    return first;
  }

  #nextCapacity(): number {
    return this.#capacity === 0 ? CAPACITY_MIN : Math.max(this.#capacity * 2, CAPACITY_USUAL);
  }

  #reserve(capacity: number): void {
    for (const [id, values] of this.#numbers) {
      const grown = new Float32Array(memoryFor(this.#memory, capacity));
      grown.set(values.subarray(0, this.#rowCount));
      this.#numbers.set(id, grown);
    }
    for (const text of this.#texts.values()) text.reserve(capacity);
    this.#capacity = capacity;
  }

  /** The array for a number column's values, indexed by row; created when missing. */
  numbers(id: string): Float32Array {
    let values = this.#numbers.get(id);
    if (!values) {
      values = new Float32Array(memoryFor(this.#memory, this.#capacity)).fill(Number.NaN, 0, this.#rowCount);
      this.#numbers.set(id, values);
      if (!columnById(id)) this.#others.set(id, otherColumn(id));
    }
    return values;
  }

  /** As {@link numbers}, but undefined for a column that no server sent. */
  knownNumbers(id: string): Float32Array | undefined {
    return this.#numbers.get(id);
  }

  /** Writes one country's values of a text column, from row `at` on. */
  writeText(id: string, at: number, labels: readonly string[], codes: readonly number[] | null = null): void {
    let text = this.#texts.get(id);
    if (!text) {
      text = new GrowingText(this.#capacity, this.#memory);
      this.#texts.set(id, text);
      const isOther = !columnById(id) && id !== STATEMENT_CURRENCY && id !== SOURCE_FLAGS;
      if (isOther) this.#others.set(id, { ...otherColumn(id), unit: 'text', display: 'text' });
    }
    text.write({ at, labels, codes });
  }

  /** Declares rows [from, to) a country's; only then a table shows them. */
  place(range: RowRange): void {
    this.#ranges.push(range);
  }

  /**
   * Moves the rows into the order of the countries, so that row numbers are positions. Rows already in that order stay in place unless
   * much capacity is left over. The columns of `rewritten`, which will be recomputed, get new memory.
   */
  settle(countries: readonly string[], rewritten: ReadonlySet<string> = new Set()): void {
    let at = 0;
    const moves: Move[] = [];
    this.#ranges = this.#order(countries).map(({ country, from, to }) => {
      // A country without rows starts where another does, and would take its texts along.
      if (to > from) moves.push({ from, to, at });
      const moved = { country, from: at, to: at + to - from };
      at = moved.to;
      return moved;
    });
    const isInPlace = at === this.#rowCount && this.#capacity <= at * ROOM_MAX && moves.every((move) => move.from === move.at);
    this.#capacity = at;
    this.#rowCount = at;
    for (const [id, values] of this.#numbers) {
      if (isInPlace && !rewritten.has(id)) continue;
      const moved = new Float32Array(memoryFor(this.#memory, at));
      for (const move of moves) moved.set(values.subarray(move.from, move.to), move.at);
      this.#numbers.set(id, moved);
    }
    for (const [id, text] of this.#texts) {
      if (isInPlace) text.end(at);
      else this.#texts.set(id, text.moved(at, moves));
    }
  }

  #order(countries: readonly string[]): RowRange[] {
    const position = new Map(countries.map((country, index) => [country, index]));
    return [...this.#ranges].sort((a, b) => (position.get(a.country) ?? 0) - (position.get(b.country) ?? 0));
  }

  #rowsOf(ranges: readonly RowRange[]): Uint32Array {
    const rows = new Uint32Array(ranges.reduce((sum, { from, to }) => sum + to - from, 0));
    let at = 0;
    for (const { from, to } of ranges) for (let row = from; row < to; row++) rows[at++] = row;
    return rows;
  }

  /** The current table. */
  table(countries: readonly string[]): Table {
    const rowCount = this.#rowCount;
    const rows = this.#rowsOf(this.#order(countries));
    const numbers = new Map([...this.#numbers].map(([id, values]) => [id, values.subarray(0, rowCount)]));
    const growing = new Map(this.#texts);
    const texts = new Map<string, TextColumn>();
    const text = (id: string): TextColumn | undefined => {
      const known = texts.get(id) ?? growing.get(id)?.read(rowCount);
      if (known) texts.set(id, known);
      return known;
    };
    const others = new Map(this.#others);
    return {
      ...currencyRates(numbers.get('usdRate'), text('currency'), rowCount),
      version: ++this.#version,
      rowCount,
      rows,
      numbers: (id) => numbers.get(id),
      text,
      column: (id) => columnById(id) ?? others.get(id),
      otherColumns: [...others.values()],
    };
  }
}

/** Rows that magicFormula ranks: equities, neither financials nor utilities, no depositary receipts (Greenblatt 2005). */
export function rankEligible(table: Table): Uint8Array {
  const passes = (id: string, test: (label: string) => boolean): ((row: number) => boolean) => {
    const column = table.text(id);
    if (!column) return () => test('');
    const allowed = column.labels.map(test);
    return (row) => allowed[column.codes[row]!]!;
  };
  const isEquity = passes('type', (label) => label === 'Equity');
  const isIndustrial = passes('sector', (label) => label !== 'Financials' && label !== 'Utilities');
  const isOrdinary = passes('isAdr', (label) => label !== 'true');
  const eligible = new Uint8Array(table.rowCount);
  for (let row = 0; row < table.rowCount; row++) eligible[row] = isEquity(row) && isIndustrial(row) && isOrdinary(row) ? 1 : 0;
  return eligible;
}

/** True for a known column whose values are text. */
export function isTextColumn(table: Table, id: string): boolean {
  const column = table.column(id);
  return column !== undefined && isText(column);
}
