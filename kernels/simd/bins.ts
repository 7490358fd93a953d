/**
 * A byte per row and column, row by row, and what a bin of rows shows of each column: the lower median of its codes, and how many
 * are far from it. By vectors of sixteen bytes where WebAssembly supports them, else by loops.
 */
import { CODE_COUNT, MISSING_VALUE_CODE, PENDING_CODE } from '../statistics/percentileCodes.ts';
import { OP, openWasm, unsigned, type WasmFunction } from './wasm.ts';

/** Codes farther than this from the median are far: a quarter of the range. */
export const FAR_CODES = CODE_COUNT / 4;

/** Columns per vector operation. */
const GROUP = 32;
const VECTOR_BYTES = 16;
const INTEGER_BYTES = 4;
/** Largest number of rows that a byte can count. */
const BYTE_ROWS = 255;
/** Largest bin for the vectors, whose counts have two bytes. Larger bins use the loops. */
const VECTOR_ROWS_MAX = 16_384;

/** What a bin of rows shows, by column of the matrix. */
export interface BinRow {
  /** The smallest code that at least half of the ranked rows do not exceed; 0 when no row is ranked. */
  readonly median: Uint8Array;
  readonly ranked: Uint16Array | Uint32Array;
  readonly missing: Uint16Array | Uint32Array;
  /** Ranked rows farther than FAR_CODES from the median. */
  readonly far: Uint16Array | Uint32Array;
}

const get = (local: number): number[] => [...OP.localGet, ...unsigned(local)];
const set = (local: number): number[] => [...OP.localSet, ...unsigned(local)];
const at = (offset: number): number[] => [0, ...unsigned(offset)];
/** A signed LEB128 constant, for 0 ≤ value < 2^20. */
const constant = (value: number): number[] => [
  ...OP.i32Const,
  (value & 0x7f) | 0x80,
  ((value >>> 7) & 0x7f) | 0x80,
  (value >>> 14) & 0x3f,
];
const bytes = (value: number): number[] => [...OP.vectorConst, ...new Array<number>(VECTOR_BYTES).fill(value)];
const shorts = (value: number): number[] => [
  ...OP.vectorConst,
  ...Array.from({ length: VECTOR_BYTES }, (_, index) => (index % 2 === 0 ? value : 0)),
];

// Parameters, integers and vectors of the function below.
const [LIST, LIST_END, CODES, SCRATCH, OUT, P, END, BIT_COUNT, ROW] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const HALVES = [0, 1] as const;
const V = (half: number): number => 9 + half;
const TALLY = (half: number): number => 11 + half;
const MEDIAN = (half: number): number => 13 + half;
const TRIED = (half: number): number => 15 + half;
const BIT = 17;
/** Sums of two bytes: quarter 0 and 1 of the first half, 2 and 3 of the second. */
const SUM = (quarter: number): number => 18 + quarter;
const NEED = (quarter: number): number => 22 + quarter;

/** Counts into SUM the rows of the scratch memory for which `test` leaves set bits, in runs that a byte can count. */
function tally(test: (half: number) => readonly number[]): number[] {
  const body: number[] = [];
  for (let quarter = 0; quarter < 4; quarter++) body.push(...bytes(0), ...set(SUM(quarter)));
  body.push(...get(SCRATCH), ...set(P), ...OP.loop);
  // The end of the run: after BYTE_ROWS rows, or the end of the rows.
  body.push(...get(P), ...constant(BYTE_ROWS * GROUP), ...OP.i32Add, ...get(ROW));
  body.push(...get(P), ...constant(BYTE_ROWS * GROUP), ...OP.i32Add, ...get(ROW), ...OP.i32LessThan, ...OP.pick, ...set(END));
  for (const half of HALVES) body.push(...bytes(0), ...set(TALLY(half)));
  body.push(...OP.loop);
  for (const half of HALVES) {
    body.push(...get(P), ...OP.load, ...at(half * VECTOR_BYTES), ...set(V(half)));
    body.push(...get(TALLY(half)), ...test(half), ...OP.subtractBytes, ...set(TALLY(half)));
  }
  body.push(...get(P), ...constant(GROUP), ...OP.i32Add, ...set(P));
  body.push(...get(P), ...get(END), ...OP.i32LessThan, ...OP.branchIf, 0, ...OP.end);
  for (const half of HALVES) {
    for (const [index, widen] of [OP.widenLowBytes, OP.widenHighBytes].entries()) {
      const sum = SUM(2 * half + index);
      body.push(...get(sum), ...get(TALLY(half)), ...widen, ...OP.addShorts, ...set(sum));
    }
  }
  body.push(...get(P), ...get(ROW), ...OP.i32LessThan, ...OP.branchIf, 0, ...OP.end);
  return body;
}

function storeSums(offset: number): number[] {
  return [0, 1, 2, 3].flatMap((quarter) => [
    ...get(OUT),
    ...get(SUM(quarter)),
    ...OP.store,
    ...at(offset + quarter * VECTOR_BYTES),
  ]);
}

const isRanked = (half: number): number[] => [...get(V(half)), ...bytes(CODE_COUNT), ...OP.lessBytes];

/** Bytes of a group's results: medians, then three two-byte counts. */
const RANKED_AT = GROUP;
const MISSING_AT = RANKED_AT + 2 * GROUP;
const FAR_AT = MISSING_AT + 2 * GROUP;
const RESULT_BYTES = FAR_AT + 2 * GROUP;

/**
 * (list of the rows' addresses, its end, offset of the group's columns in a row, scratch memory, results): gathers the codes of a
 * group of columns, then finds all their medians at once, bit by bit from the highest.
 */
const REDUCE: WasmFunction = ((): WasmFunction => {
  const body: number[] = [...get(SCRATCH), ...set(ROW), ...OP.loop];
  body.push(...get(LIST), ...OP.i32Load, 2, 0, ...get(CODES), ...OP.i32Add, ...set(P));
  for (const half of HALVES) {
    const offset = at(half * VECTOR_BYTES);
    body.push(...get(ROW), ...get(P), ...OP.load, ...offset, ...OP.store, ...offset);
  }
  body.push(...get(ROW), ...constant(GROUP), ...OP.i32Add, ...set(ROW));
  body.push(...get(LIST), ...constant(INTEGER_BYTES), ...OP.i32Add, ...set(LIST));
  body.push(...get(LIST), ...get(LIST_END), ...OP.i32LessThan, ...OP.branchIf, 0, ...OP.end);

  body.push(...tally((half) => [...get(V(half)), ...bytes(MISSING_VALUE_CODE), ...OP.equalBytes]), ...storeSums(MISSING_AT));
  body.push(...tally(isRanked), ...storeSums(RANKED_AT));
  for (let quarter = 0; quarter < 4; quarter++) {
    body.push(...get(SUM(quarter)), ...shorts(1), ...OP.addShorts, ...constant(1), ...OP.shiftShortsRight, ...set(NEED(quarter)));
  }
  for (const half of HALVES) body.push(...bytes(0), ...set(MEDIAN(half)));
  body.push(...bytes(128), ...set(BIT), ...constant(0), ...set(BIT_COUNT), ...OP.loop);
  for (const half of HALVES) body.push(...get(MEDIAN(half)), ...get(BIT), ...OP.addBytes, ...set(TRIED(half)));
  body.push(...tally((half) => [...get(V(half)), ...get(TRIED(half)), ...OP.lessBytes]));
  for (const half of HALVES) {
    body.push(...get(TRIED(half)), ...get(MEDIAN(half)));
    for (const quarter of [2 * half, 2 * half + 1]) body.push(...get(SUM(quarter)), ...get(NEED(quarter)), ...OP.lessShorts);
    body.push(...OP.narrowShorts, ...OP.select, ...set(MEDIAN(half)));
  }
  body.push(...get(BIT), ...constant(1), ...OP.shiftBytesRight, ...set(BIT));
  body.push(...get(BIT_COUNT), ...constant(1), ...OP.i32Add, ...OP.localTee, ...unsigned(BIT_COUNT));
  body.push(...constant(8), ...OP.i32LessThan, ...OP.branchIf, 0, ...OP.end);
  for (const half of HALVES) body.push(...get(OUT), ...get(MEDIAN(half)), ...OP.store, ...at(half * VECTOR_BYTES));
  const distance = (half: number): number[] => [
    ...[...get(V(half)), ...get(MEDIAN(half)), ...OP.subtractBytesToZero],
    ...[...get(MEDIAN(half)), ...get(V(half)), ...OP.subtractBytesToZero, ...OP.or],
  ];
  const isFar = (half: number): number[] => [...distance(half), ...bytes(FAR_CODES), ...OP.greaterBytes];
  body.push(...tally((half) => [...isFar(half), ...isRanked(half), ...OP.and]), ...storeSums(FAR_AT));
  return { parameterCount: 5, integerCount: 4, vectorCount: 17, body };
})();

/** The codes of all columns, row by row. */
export class CodeMatrix {
  readonly rowCount: number;
  /** Bytes per row: columns, rounded up to whole groups. */
  readonly stride: number;
  /** Codes by row and column; PENDING_CODE until a column is put. */
  readonly codes: Uint8Array<ArrayBuffer>;
  readonly #reduce: ((...operands: number[]) => void) | null;
  readonly #memory: ArrayBuffer;
  readonly #codesAt: number;
  readonly #bin: BinRow;

  /** @param backend `loops` for the reference */
  constructor(rowCount: number, columnCount: number, backend: 'vectors' | 'loops' = 'vectors') {
    this.rowCount = rowCount;
    this.stride = Math.max(1, Math.ceil(columnCount / GROUP)) * GROUP;
    this.#codesAt = VECTOR_ROWS_MAX * (INTEGER_BYTES + GROUP) + RESULT_BYTES * (this.stride / GROUP);
    const size = rowCount * this.stride;
    const wasm = backend === 'vectors' ? openWasm([REDUCE], this.#codesAt + size) : null;
    this.#reduce = wasm?.functions[0] ?? null;
    this.#memory = wasm?.memory ?? new ArrayBuffer(this.#codesAt + size);
    this.codes = new Uint8Array(this.#memory, this.#codesAt, size).fill(PENDING_CODE);
    this.#bin = {
      median: new Uint8Array(this.stride),
      ranked: new Uint32Array(this.stride),
      missing: new Uint32Array(this.stride),
      far: new Uint32Array(this.stride),
    };
  }

  /** Writes the codes of a column, by row of the table. */
  put(column: number, codes: Uint8Array): void {
    const { codes: all, stride } = this;
    for (let row = 0, place = column; row < codes.length; row++, place += stride) all[place] = codes[row]!;
  }

  /**
   * What the bin of rows [from, to) of a list shows of each column. The result is overwritten by the next call.
   * @param rows row numbers of the table
   */
  bin(rows: Uint32Array, from: number, to: number): BinRow {
    if (this.#reduce && to - from <= VECTOR_ROWS_MAX && to > from) this.#vectorBin(rows, from, to);
    else this.#loopBin(rows, from, to);
    return this.#bin;
  }

  #vectorBin(rows: Uint32Array, from: number, to: number): void {
    const list = new Uint32Array(this.#memory, 0, to - from);
    for (let i = from; i < to; i++) list[i - from] = this.#codesAt + rows[i]! * this.stride;
    const scratch = VECTOR_ROWS_MAX * INTEGER_BYTES;
    const results = scratch + VECTOR_ROWS_MAX * GROUP;
    const { median, ranked, missing, far } = this.#bin;
    for (let column = 0; column < this.stride; column += GROUP) {
      const out = results + (column / GROUP) * RESULT_BYTES;
      this.#reduce!(0, list.byteLength, column, scratch, out);
      median.set(new Uint8Array(this.#memory, out, GROUP), column);
      ranked.set(new Uint16Array(this.#memory, out + RANKED_AT, GROUP), column);
      missing.set(new Uint16Array(this.#memory, out + MISSING_AT, GROUP), column);
      far.set(new Uint16Array(this.#memory, out + FAR_AT, GROUP), column);
    }
  }

  #loopBin(rows: Uint32Array, from: number, to: number): void {
    const { codes, stride } = this;
    const counts = new Uint32Array(256);
    for (let column = 0; column < stride; column++) {
      counts.fill(0);
      for (let i = from; i < to; i++) counts[codes[rows[i]! * stride + column]!]!++;
      let ranked = 0;
      for (let code = 0; code < CODE_COUNT; code++) ranked += counts[code]!;
      let median = 0;
      for (let sum = counts[0]!; sum < (ranked + 1) >> 1; sum += counts[median]!) median++;
      let far = 0;
      for (let code = 0; code < CODE_COUNT; code++) if (Math.abs(code - median) > FAR_CODES) far += counts[code]!;
      this.#bin.median[column] = median;
      this.#bin.ranked[column] = ranked;
      this.#bin.missing[column] = counts[MISSING_VALUE_CODE]!;
      this.#bin.far[column] = far;
    }
  }
}
