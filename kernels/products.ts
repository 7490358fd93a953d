/** Blocked sums over many columns of whole numbers: Σxy of every pair, and Σx and Σx² of every column over listed positions. */

/** Positions of a block: 215 columns of doubles fill less than a megabyte, which stays in a second-level cache. */
export const BLOCK_ROWS = 512;
/** Columns side by side in a panel; a tile is LANES × LANES sums in registers. */
const LANES = 4;
const STRIDE = BLOCK_ROWS * LANES;

/** Adds the products of the LANES columns at a with those at b over `size` positions to 16 sums. */
function addTile(panel: Float64Array, a: number, b: number, size: number, sums: Float64Array, at: number): void {
  let s00 = 0;
  let s01 = 0;
  let s02 = 0;
  let s03 = 0;
  let s10 = 0;
  let s11 = 0;
  let s12 = 0;
  let s13 = 0;
  let s20 = 0;
  let s21 = 0;
  let s22 = 0;
  let s23 = 0;
  let s30 = 0;
  let s31 = 0;
  let s32 = 0;
  let s33 = 0;
  const end = a + size * LANES;
  for (let i = a, j = b; i < end; i += LANES, j += LANES) {
    const x0 = panel[i]!;
    const x1 = panel[i + 1]!;
    const x2 = panel[i + 2]!;
    const x3 = panel[i + 3]!;
    const y0 = panel[j]!;
    const y1 = panel[j + 1]!;
    const y2 = panel[j + 2]!;
    const y3 = panel[j + 3]!;
    s00 += x0 * y0;
    s01 += x0 * y1;
    s02 += x0 * y2;
    s03 += x0 * y3;
    s10 += x1 * y0;
    s11 += x1 * y1;
    s12 += x1 * y2;
    s13 += x1 * y3;
    s20 += x2 * y0;
    s21 += x2 * y1;
    s22 += x2 * y2;
    s23 += x2 * y3;
    s30 += x3 * y0;
    s31 += x3 * y1;
    s32 += x3 * y2;
    s33 += x3 * y3;
  }
  sums[at]! += s00;
  sums[at + 1]! += s01;
  sums[at + 2]! += s02;
  sums[at + 3]! += s03;
  sums[at + 4]! += s10;
  sums[at + 5]! += s11;
  sums[at + 6]! += s12;
  sums[at + 7]! += s13;
  sums[at + 8]! += s20;
  sums[at + 9]! += s21;
  sums[at + 10]! += s22;
  sums[at + 11]! += s23;
  sums[at + 12]! += s30;
  sums[at + 13]! += s31;
  sums[at + 14]! += s32;
  sums[at + 15]! += s33;
}

/** Adds Σx and Σx² of the LANES columns at a over the listed positions of a block to 8 sums. */
function addListed(panel: Float64Array, a: number, offsets: Uint32Array, count: number, sums: Float64Array, at: number): void {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let q0 = 0;
  let q1 = 0;
  let q2 = 0;
  let q3 = 0;
  for (let i = 0; i < count; i++) {
    const k = a + offsets[i]!;
    const x0 = panel[k]!;
    const x1 = panel[k + 1]!;
    const x2 = panel[k + 2]!;
    const x3 = panel[k + 3]!;
    s0 += x0;
    s1 += x1;
    s2 += x2;
    s3 += x3;
    q0 += x0 * x0;
    q1 += x1 * x1;
    q2 += x2 * x2;
    q3 += x3 * x3;
  }
  sums[at]! += s0;
  sums[at + 1]! += s1;
  sums[at + 2]! += s2;
  sums[at + 3]! += s3;
  sums[at + 4]! += q0;
  sums[at + 5]! += q1;
  sums[at + 6]! += q2;
  sums[at + 7]! += q3;
}

/** The sums as they grow, block by block. */
export class RankSums {
  readonly #columns: readonly Float32Array[];
  readonly #lists: readonly Uint32Array[];
  readonly #groupCount: number;
  /** The present block as doubles: by group of LANES columns, position, lane. */
  readonly #panel: Float64Array;
  /** LANES² per pair of groups (g, h), g <= h, in that order. */
  readonly #products: Float64Array;
  /** 2 LANES per list and group: Σx of each lane, then Σx². */
  readonly #listed: Float64Array;
  /** Where each list goes on. */
  readonly #next: Uint32Array;
  #from = 0;

  /**
   * @param columns numbers by position, all of the same length
   * @param lists ascending positions
   */
  constructor(columns: readonly Float32Array[], lists: readonly Uint32Array[]) {
    const groupCount = Math.ceil(columns.length / LANES);
    this.#columns = columns;
    this.#lists = lists;
    this.#groupCount = groupCount;
    this.#panel = new Float64Array(groupCount * STRIDE);
    this.#products = new Float64Array(((groupCount * (groupCount + 1)) / 2) * LANES * LANES);
    this.#listed = new Float64Array(lists.length * groupCount * 2 * LANES);
    this.#next = new Uint32Array(lists.length);
  }

  /** Adds the next `size` positions, at most BLOCK_ROWS. */
  addBlock(size: number): void {
    this.#fill(size);
    const panel = this.#panel;
    for (let g = 0, at = 0; g < this.#groupCount; g++) {
      for (let h = g; h < this.#groupCount; h++, at += LANES * LANES) {
        addTile(panel, g * STRIDE, h * STRIDE, size, this.#products, at);
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
      for (let g = 0; g < this.#groupCount && at > first; g++) {
        addListed(panel, g * STRIDE, offsets, at - first, this.#listed, (index * this.#groupCount + g) * 2 * LANES);
      }
    }
    this.#from += size;
  }

  #fill(size: number): void {
    const panel = this.#panel;
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
