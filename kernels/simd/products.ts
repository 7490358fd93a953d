/** Blocked sums over many integer-valued columns: Σxy of every pair, and Σx and Σx² of every column over listed positions. */

import { OP, openWasm, unsigned, type WasmFunction } from './wasm.ts';

/** Positions per block: 230 columns of doubles take less than a megabyte, which fits into the L2 cache. */
export const BLOCK_ROWS = 512;
/** Columns per panel; a tile is LANES × LANES sums in registers. */
const LANES = 4;
const STRIDE = BLOCK_ROWS * LANES;
const DOUBLE_BYTES = 8;
const INTEGER_BYTES = 4;
/** Before the panel in the vectors' memory: 16 sums, then the offsets of a list. */
const OFFSETS_AT = LANES * LANES * DOUBLE_BYTES;
const SCRATCH_BYTES = OFFSETS_AT + BLOCK_ROWS * INTEGER_BYTES;

/** Computes the sums of a block, by vectors of two doubles or by loops. */
interface Sums {
  /** The current block as doubles: by group of LANES columns, position, lane. */
  readonly panel: Float64Array;
  addTile(a: number, b: number, size: number, into: Float64Array, at: number): void;
  /** Offsets of the listed positions in a group's panel. */
  takeList(offsets: Uint32Array, count: number): void;
  addListed(a: number, count: number, into: Float64Array, at: number): void;
}

const get = (local: number): number[] => [...OP.localGet, local];
const set = (local: number): number[] => [...OP.localSet, local];
/** Alignment 2^3 and an offset. */
const at = (offset: number): number[] => [3, ...unsigned(offset)];
const advance = (local: number, bytes: number): number[] => [...get(local), ...OP.i32Const, bytes, ...OP.i32Add, ...set(local)];
const again = (local: number, end: number): number[] => [
  ...get(local),
  ...get(end),
  ...OP.i32LessThan,
  ...OP.branchIf,
  0,
  ...OP.end,
];

/** Both halves of LANES doubles. */
const HALVES = [0, 16] as const;

/** (a, b, end of a): the 16 sums of products of two groups, written to address 0, of b by lanes of a. */
const TILE: WasmFunction = ((): WasmFunction => {
  const [a, b, end, zero, y] = [0, 1, 2, 3, 4];
  // Two halves of x, one y, eight sums.
  const x = (half: number): number => 5 + half;
  const sum = (lane: number, half: number): number => 7 + 2 * lane + half;
  const body: number[] = [...OP.loop];
  for (const [half, offset] of HALVES.entries()) body.push(...get(b), ...OP.load, ...at(offset), ...set(x(half)));
  for (let lane = 0; lane < LANES; lane++) {
    body.push(...get(a), ...OP.load64Splat, ...at(lane * DOUBLE_BYTES), ...set(y));
    for (const half of [0, 1]) {
      body.push(
        ...get(sum(lane, half)),
        ...get(x(half)),
        ...get(y),
        ...OP.multiplyDoubles,
        ...OP.addDoubles,
        ...set(sum(lane, half)),
      );
    }
  }
  body.push(...advance(b, LANES * DOUBLE_BYTES), ...advance(a, LANES * DOUBLE_BYTES), ...again(a, end));
  for (let lane = 0; lane < LANES; lane++) {
    for (const [half, offset] of HALVES.entries()) {
      body.push(...get(zero), ...get(sum(lane, half)), ...OP.store, ...at(lane * LANES * DOUBLE_BYTES + offset));
    }
  }
  return { parameterCount: 3, integerCount: 1, vectorCount: 11, body };
})();

/** (a, list, end of the list): Σx and Σx² of a group over the listed offsets, written to address 0. */
const LISTED: WasmFunction = ((): WasmFunction => {
  const [a, list, end, zero] = [0, 1, 2, 3];
  const [x, sum, square] = [4, 5, 7];
  const body: number[] = [...OP.loop];
  for (const [half, offset] of HALVES.entries()) {
    body.push(...get(a), ...get(list), ...OP.i32Load, 2, 0, ...OP.i32Add, ...OP.load, ...at(offset), ...set(x));
    body.push(...get(sum + half), ...get(x), ...OP.addDoubles, ...set(sum + half));
    body.push(...get(square + half), ...get(x), ...get(x), ...OP.multiplyDoubles, ...OP.addDoubles, ...set(square + half));
  }
  body.push(...advance(list, INTEGER_BYTES), ...again(list, end));
  for (const [half, offset] of HALVES.entries()) {
    body.push(...get(zero), ...get(sum + half), ...OP.store, ...at(offset));
    body.push(...get(zero), ...get(square + half), ...OP.store, ...at(LANES * DOUBLE_BYTES + offset));
  }
  return { parameterCount: 3, integerCount: 1, vectorCount: 5, body };
})();

/** Adds the products of the LANES columns at a with those at b over `size` positions to 16 sums. */
function addTile(panel: Float64Array, a: number, b: number, size: number, sums: Float64Array, at: number): void {
  const end = a + size * LANES;
  for (let lane = 0, place = at; lane < LANES; lane++, place += LANES) {
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    for (let i = a, j = b; i < end; i += LANES, j += LANES) {
      const x = panel[i + lane]!;
      s0 += x * panel[j]!;
      s1 += x * panel[j + 1]!;
      s2 += x * panel[j + 2]!;
      s3 += x * panel[j + 3]!;
    }
    sums[place]! += s0;
    sums[place + 1]! += s1;
    sums[place + 2]! += s2;
    sums[place + 3]! += s3;
  }
}

/** Adds Σx and Σx² of the LANES columns at a over the listed positions of a block to 8 sums. */
function addListed(panel: Float64Array, a: number, offsets: Uint32Array, count: number, sums: Float64Array, at: number): void {
  for (let lane = 0; lane < LANES; lane++) {
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < count; i++) {
      const x = panel[a + offsets[i]! + lane]!;
      sum += x;
      squares += x * x;
    }
    sums[at + lane]! += sum;
    sums[at + LANES + lane]! += squares;
  }
}

/** Both sums by vectors of two: the same doubles, because every product and sum is an integer below 2^53. */
function vectorSums(panelBytes: number): Sums | null {
  const wasm = openWasm([TILE, LISTED], SCRATCH_BYTES + panelBytes);
  if (!wasm) return null;
  const sums = new Float64Array(wasm.memory, 0, LANES * LANES);
  const list = new Uint32Array(wasm.memory, OFFSETS_AT, BLOCK_ROWS);
  const [tile, listed] = wasm.functions as [(...operands: number[]) => void, (...operands: number[]) => void];
  const address = (at: number): number => SCRATCH_BYTES + at * DOUBLE_BYTES;
  const add = (count: number, into: Float64Array, at: number): void => {
    for (let k = 0; k < count; k++) into[at + k]! += sums[k]!;
  };
  return {
    panel: new Float64Array(wasm.memory, SCRATCH_BYTES, panelBytes / DOUBLE_BYTES),
    addTile: (a, b, size, into, at) => {
      tile(address(a), address(b), address(a + size * LANES));
      add(LANES * LANES, into, at);
    },
    takeList: (offsets, count) => {
      for (let k = 0; k < count; k++) list[k] = offsets[k]! * DOUBLE_BYTES;
    },
    addListed: (a, count, into, at) => {
      listed(address(a), OFFSETS_AT, OFFSETS_AT + count * INTEGER_BYTES);
      add(2 * LANES, into, at);
    },
  };
}

function loopSums(panelBytes: number): Sums {
  const panel = new Float64Array(panelBytes / DOUBLE_BYTES);
  let list: Uint32Array = new Uint32Array(0);
  return {
    panel,
    addTile: (a, b, size, into, at) => addTile(panel, a, b, size, into, at),
    takeList: (offsets) => {
      list = offsets;
    },
    addListed: (a, count, into, at) => addListed(panel, a, list, count, into, at),
  };
}

/** The sums, accumulated block by block. */
export class RankSums {
  readonly #columns: readonly Float32Array[];
  readonly #lists: readonly Uint32Array[];
  readonly #groupCount: number;
  readonly #sums: Sums;
  /** LANES² per pair of groups (g, h), g <= h, in that order. */
  readonly #products: Float64Array;
  /** 2 LANES per list and group: Σx of each lane, then Σx². */
  readonly #listed: Float64Array;
  /** Next position in each list. */
  readonly #next: Uint32Array;
  #from = 0;

  /**
   * @param columns numbers by position, all of the same length
   * @param lists ascending positions
   * @param backend `loops` for the reference
   */
  constructor(columns: readonly Float32Array[], lists: readonly Uint32Array[], backend: 'vectors' | 'loops' = 'vectors') {
    const groupCount = Math.ceil(columns.length / LANES);
    this.#columns = columns;
    this.#lists = lists;
    this.#groupCount = groupCount;
    const panelBytes = groupCount * STRIDE * DOUBLE_BYTES;
    this.#sums = (backend === 'vectors' ? vectorSums(panelBytes) : null) ?? loopSums(panelBytes);
    this.#products = new Float64Array(((groupCount * (groupCount + 1)) / 2) * LANES * LANES);
    this.#listed = new Float64Array(lists.length * groupCount * 2 * LANES);
    this.#next = new Uint32Array(lists.length);
  }

  /** Adds the next `size` positions, at most BLOCK_ROWS. */
  addBlock(size: number): void {
    this.#fill(size);
    const sums = this.#sums;
    for (let g = 0, at = 0; g < this.#groupCount; g++) {
      for (let h = g; h < this.#groupCount; h++, at += LANES * LANES) {
        sums.addTile(g * STRIDE, h * STRIDE, size, this.#products, at);
      }
    }
    const offsets = new Uint32Array(BLOCK_ROWS);
    for (const [index, positions] of this.#lists.entries()) {
      const first = this.#next[index]!;
      let at = first;
      for (; at < positions.length && positions[at]! < this.#from + size; at++) {
        offsets[at - first] = (positions[at]! - this.#from) * LANES;
      }
      this.#next[index] = at;
      if (at > first) sums.takeList(offsets, at - first);
      for (let g = 0; g < this.#groupCount && at > first; g++) {
        sums.addListed(g * STRIDE, at - first, this.#listed, (index * this.#groupCount + g) * 2 * LANES);
      }
    }
    this.#from += size;
  }

  #fill(size: number): void {
    const { panel } = this.#sums;
    for (const [column, numbers] of this.#columns.entries()) {
      let at = Math.floor(column / LANES) * STRIDE + (column % LANES);
      for (let i = this.#from; i < this.#from + size; i++, at += LANES) panel[at] = numbers[i]!;
    }
  }

  /** Σxy of two columns over the positions so far. */
  product(a: number, b: number): number {
    const [first, second] = a < b ? [a, b] : [b, a];
    const g = Math.floor(first / LANES);
    const pair = g * this.#groupCount - (g * (g - 1)) / 2 + Math.floor(second / LANES) - g;
    return this.#products[pair * LANES * LANES + (first % LANES) * LANES + (second % LANES)]!;
  }

  /** Σx and Σx² of a column over those of the positions so far that are in a list. */
  listed(column: number, list: number): { x: number; xx: number } {
    const at = (list * this.#groupCount + Math.floor(column / LANES)) * 2 * LANES + (column % LANES);
    return { x: this.#listed[at]!, xx: this.#listed[at + LANES]! };
  }
}
