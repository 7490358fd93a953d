/** Work on whole columns on a device. Every function has a counterpart in the CPU's loops; its kernel is text for gpu.js. */

import { BINS_MAX, type Bins } from '../statistics/binning.ts';
import type { Correlations, Progress } from '../statistics/correlation.ts';
import { type Device, DeviceLost, type Resident } from './device.ts';
import { PRESENT_OVER } from './emit.ts';
import { canaryOf, type ResidentColumns, toDevice } from './resident.ts';

const LARGEST = Math.fround(3.4028235e38);

/** Codes of a mask. Never zero, which a dead device returns. */
export const MASK_FAILS = 1;
export const MASK_PASSES = 2;
export const MASK_MISSING = 3;

const MASK = `function(a, low, high, inside, outside) {
const x = a[this.thread.x];
let r = ${MASK_MISSING};
if (x > ${PRESENT_OVER}) { r = outside; if (x >= low && x <= high) { r = inside; } }
return r;
}`;

const finite = (bound: number): number => Math.min(Math.max(bound, -LARGEST), LARGEST);

/**
 * The mask of a numeric filter over all rows: a comparison, so exact on every device.
 * @param low,high float32 numbers or infinities, inclusive; `inside` keeps the values between them
 * @returns MASK_FAILS, MASK_PASSES or MASK_MISSING per row
 */
export async function maskOn(
  columns: ResidentColumns,
  id: string,
  low: number,
  high: number,
  inside: boolean,
): Promise<Uint8Array> {
  const { device, rowCount } = columns;
  const [within, without] = inside ? [MASK_PASSES, MASK_FAILS] : [MASK_FAILS, MASK_PASSES];
  const result = await device.run(MASK, [await columns.column(id), finite(low), finite(high), within, without]);
  const values = await device.read(result);
  device.free(result);
  const canary = Math.fround(canaryOf(id));
  const expected = canary >= low && canary <= high ? within : without;
  if (values[device.size - 1] !== expected)
    throw new DeviceLost(`${device.name} gave ${values[device.size - 1]} for the mask's canary`);
  return Uint8Array.from(values.subarray(0, rowCount));
}

/** Each thread counts one bin over as many rows as there are bins, so that there are as many threads as values. */
const COUNT = `function(a, chosen, edges) {
const bin = this.thread.x % ${BINS_MAX};
const first = this.thread.x - bin;
const low = edges[bin];
const high = edges[bin + 1];
let count = 0;
for (let i = 0; i < ${BINS_MAX}; i++) {
const x = a[first + i];
if (x > ${PRESENT_OVER} && chosen[first + i] > 0.5 && x >= low && x < high) { count = count + 1; }
}
return count;
}`;

/** Uploads a column that marks the rows to count; free it by its id. */
export async function chooseRows(columns: ResidentColumns, id: string, rows: Uint32Array): Promise<void> {
  const chosen = new Float32Array(columns.rowCount);
  for (const row of rows) chosen[row] = 1;
  columns.keep(id, await columns.device.upload(toDevice(chosen, columns.device.size, 1)), 1);
}

/** Counts the chosen rows per bin, like countCodes. */
export async function countBinsOn(columns: ResidentColumns, id: string, chosenId: string, { lows }: Bins): Promise<Uint32Array> {
  const { device } = columns;
  const binEdges = new Float32Array(device.size).fill(LARGEST);
  binEdges[0] = -LARGEST;
  for (let bin = 1; bin < lows.length; bin++) binEdges[bin] = Math.fround(lows[bin]!);
  const sent = await device.upload(binEdges);
  const result = await device.run(COUNT, [await columns.column(id), await columns.column(chosenId), sent]);
  const partial = await device.read(result);
  device.free(result);
  device.free(sent);
  const counts = new Uint32Array(lows.length);
  for (let thread = 0; thread < partial.length; thread++) {
    const bin = thread % BINS_MAX;
    if (bin < counts.length) counts[bin]! += partial[thread]!;
  }
  const canary = Math.fround(canaryOf(id));
  const canaryBin = lows.findLastIndex((low) => canary >= Math.fround(low));
  if (!(partial[device.size - BINS_MAX + canaryBin]! >= 1)) throw new DeviceLost(`${device.name} did not count the canary`);
  counts[canaryBin]!--;
  return counts;
}

/** Adds columns × columns products over a block of rows to the sums so far; one thread per pair from `first` on, none in the last position. */
function productText(columnCount: number, blockRows: number, size: number): string {
  return `function(m, n, sums, first) {
const pair = first + this.thread.x;
const i = Math.floor((pair + 0.5) / ${columnCount});
const j = pair - i * ${columnCount};
let s = 0;
if (i < ${columnCount} && this.thread.x < ${size - 1}) {
for (let k = 0; k < ${blockRows}; k++) { s = s + m[i * ${blockRows} + k] * n[j * ${blockRows} + k]; }
}
return sums[this.thread.x] + s;
}`;
}

/** Called with the progress; resolves to whether to continue. */
export type GoOn = (progress: Progress) => Promise<boolean>;

/** Σxy, n, Σx and Σx² of pairs, over the rows where both columns have a value. */
type PairSums<T> = readonly [xy: T, n: T, x: T, xx: T];

/** The sums of all pairs on a device: at a time, as many pairs as it has values, less one. */
class ProductTiles {
  readonly #device: Device;
  readonly #text: string;
  readonly #pairs: number;
  #tiles: PairSums<Resident>[] = [];

  constructor(device: Device, columnCount: number, blockRows: number) {
    this.#device = device;
    this.#text = productText(columnCount, blockRows, device.size);
    this.#pairs = columnCount ** 2;
  }

  async open(): Promise<void> {
    const tileCount = Math.ceil(this.#pairs / (this.#device.size - 1));
    // The sums start at 1, because a dead device returns 0.
    const ones = (): Promise<Resident> => this.#device.upload(new Float32Array(this.#device.size).fill(1));
    for (let tile = 0; tile < tileCount; tile++) this.#tiles.push([await ones(), await ones(), await ones(), await ones()]);
  }

  /** Adds a block of values, of presence as ones, and of squares. */
  async add(x: Resident, p: Resident, xx: Resident): Promise<void> {
    for (const [tile, sums] of this.#tiles.entries()) {
      const first = tile * (this.#device.size - 1);
      const add = (m: Resident, n: Resident, sum: Resident): Promise<Resident> =>
        this.#device.run(this.#text, [m, n, sum, first]);
      this.#tiles[tile] = await Promise.all([add(x, x, sums[0]), add(p, p, sums[1]), add(x, p, sums[2]), add(xx, p, sums[3])]);
      for (const column of sums) this.#device.free(column);
    }
  }

  /** By pair. Throws DeviceLost. */
  async read(): Promise<PairSums<Float32Array>> {
    const [xy, n, x, xx] = [0, 1, 2, 3].map(() => new Float32Array(this.#pairs)) as [
      Float32Array,
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    const perTile = this.#device.size - 1;
    for (const [tile, sums] of this.#tiles.entries()) {
      for (const [kind, into] of [xy, n, x, xx].entries()) {
        const column = await this.#device.read(sums[kind]!);
        if (Math.abs(column[perTile]! - 1) > 1e-6)
          throw new DeviceLost(`${this.#device.name} lost the canary of the correlation`);
        const first = tile * perTile;
        into.set(column.subarray(0, Math.min(perTile, this.#pairs - first)), first);
      }
    }
    return [xy, n, x, xx];
  }

  free(): void {
    for (const sums of this.#tiles) for (const column of sums) this.#device.free(column);
    this.#tiles = [];
  }
}

/** Below this share of the mean square, a variance has lost too much precision in float32 sums. */
const SHARE_OF_SQUARES_MIN = 0.2;

/** Pearson's coefficient over the rows where both have a value, in double precision; NaN when one is constant there. */
function coefficientOf(a: Float32Array, b: Float32Array): number {
  let [n, sumA, sumB] = [0, 0, 0];
  let [leastA, mostA, leastB, mostB] = [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (let row = 0; row < a.length; row++) {
    const [x, y] = [a[row]!, b[row]!];
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    n++;
    sumA += x;
    sumB += y;
    leastA = Math.min(leastA, x);
    mostA = Math.max(mostA, x);
    leastB = Math.min(leastB, y);
    mostB = Math.max(mostB, y);
  }
  if (!(leastA < mostA && leastB < mostB)) return Number.NaN;
  const [meanA, meanB] = [sumA / n, sumB / n];
  let [ab, aa, bb] = [0, 0, 0];
  for (let row = 0; row < a.length; row++) {
    const [x, y] = [a[row]! - meanA, b[row]! - meanB];
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return Math.min(1, Math.max(-1, ab / Math.sqrt(aa * bb)));
}

/** Coefficients of pairs, and the pairs whose float32 sums are too imprecise. */
function correlationsOf(count: number, [xy, n, x, xx]: PairSums<Float32Array>): { correlations: Correlations; weak: number[] } {
  const coefficients = new Float32Array(count * count);
  const counts = new Uint32Array(count * count);
  const weak: number[] = [];
  for (let a = 0; a < count; a++) {
    for (let b = a; b < count; b++) {
      const [ab, ba] = [a * count + b, b * count + a];
      const rows = n[ab]! - 1;
      const [sx, sy] = [x[ab]! - 1, x[ba]! - 1];
      const [squaresX, squaresY] = [rows * (xx[ab]! - 1), rows * (xx[ba]! - 1)];
      const [varianceX, varianceY] = [squaresX - sx * sx, squaresY - sy * sy];
      if (!(varianceX > SHARE_OF_SQUARES_MIN * squaresX && varianceY > SHARE_OF_SQUARES_MIN * squaresY)) weak.push(ab);
      const r = (rows * (xy[ab]! - 1) - sx * sy) / (Math.sqrt(varianceX) * Math.sqrt(varianceY));
      coefficients[ab] = coefficients[ba] = Math.min(1, Math.max(-1, r));
      counts[ab] = counts[ba] = rows;
    }
  }
  return { correlations: { coefficients, counts }, weak };
}

/**
 * Rank correlations on a device, like correlate but summed in float32, or by a loop in double precision where that is too imprecise:
 * within 1e-4.
 * @param ranks per column, centered average ranks in −1 … 1, NaN for missing, one value per chosen row; see centeredRanks
 * @param goOn called after each block of rows and each pair by a loop; the result is null when it resolves to false
 * @throws RangeError for more columns than the device has values
 */
export async function correlateOn(
  device: Device,
  ranks: readonly Float32Array[],
  goOn: GoOn = async () => true,
): Promise<Correlations | null> {
  const count = ranks.length;
  const rowCount = ranks[0]?.length ?? 0;
  if (count > device.size) throw new RangeError(`${count} columns are more than the device has values`);
  if (count === 0) return { coefficients: new Float32Array(0), counts: new Uint32Array(0) };
  const blockRows = Math.floor(device.size / count);
  const tiles = new ProductTiles(device, count, blockRows);
  try {
    await tiles.open();
    for (let from = 0; from < rowCount; from += blockRows) {
      const block = blockOf(ranks, from, blockRows, device.size);
      const [x, p, xx] = await Promise.all([device.upload(block[0]), device.upload(block[1]), device.upload(block[2])]);
      await tiles.add(x, p, xx);
      for (const column of [x, p, xx]) device.free(column);
      if (!(await goOn({ done: Math.min(rowCount, from + blockRows), total: rowCount }))) return null;
    }
    const { correlations, weak } = correlationsOf(count, await tiles.read());
    for (const pair of weak) {
      const [a, b] = [Math.floor(pair / count), pair % count];
      const r = coefficientOf(ranks[a]!, ranks[b]!);
      correlations.coefficients[pair] = correlations.coefficients[b * count + a] = r;
      if (!(await goOn({ done: rowCount, total: rowCount }))) return null;
    }
    return correlations;
  } finally {
    tiles.free();
  }
}

function blockOf(
  ranks: readonly Float32Array[],
  from: number,
  blockRows: number,
  size: number,
): [Float32Array, Float32Array, Float32Array] {
  const [values, present, squares] = [new Float32Array(size), new Float32Array(size), new Float32Array(size)];
  for (const [index, column] of ranks.entries()) {
    const end = Math.min(blockRows, column.length - from);
    for (let k = 0, at = index * blockRows; k < end; k++, at++) {
      const value = column[from + k]!;
      if (Number.isNaN(value)) continue;
      values[at] = value;
      present[at] = 1;
      squares[at] = value * value;
    }
  }
  return [values, present, squares];
}
