/** Work over whole columns on a device; every function has its twin in the CPU's loops, and its kernel is text for gpu.js. */

import { BINS_MAX, type Bins } from '../statistics/binning.ts';
import type { Part } from '../statistics/composite.ts';
import type { Correlations } from '../statistics/correlation.ts';
import { type Device, DeviceLost, type Resident } from './device.ts';
import { MISSING, PRESENT_OVER } from './emit.ts';
import { canaryOf, fromDevice, type ResidentColumns, toDevice } from './resident.ts';

const LARGEST = Math.fround(3.4028235e38);

/** What a mask says of a row. Never zero, which is what a dead device answers. */
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
 * The mask of a numeric filter over all rows: a comparison, hence exact on every device.
 * @param low,high float32 numbers or infinities, both included; `inside` keeps what lies between them
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

/** Each thread counts one bin over as many rows as there are bins, so that the threads are as many as the values. */
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

/** Makes the resident column that says which rows a distribution counts; free it under its id. */
export async function chooseRows(columns: ResidentColumns, id: string, rows: Uint32Array): Promise<void> {
  const chosen = new Float32Array(columns.rowCount);
  for (const row of rows) chosen[row] = 1;
  columns.keep(id, await columns.device.upload(toDevice(chosen, columns.device.size, 1)), 1);
}

/** Rows per bin among the chosen ones, as countCodes counts them. */
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

const SCORE = `function(sum, p, base, factor, stand) {
const x = p[this.thread.x];
let s = sum[this.thread.x];
if (x > ${PRESENT_OVER}) { s = s + base + factor * x; } else { s = s + stand; }
return s;
}`;

/**
 * Composite score of resident percentiles, as compositeScores sums it but in float32: within 1e-5.
 * @param parts percentiles are sent once per id of `ids` and stay; weights may follow a slider
 */
export async function scoresOn(
  columns: ResidentColumns,
  ids: readonly string[],
  parts: readonly Omit<Part, 'percentiles'>[],
): Promise<Float32Array> {
  const { device, rowCount } = columns;
  const whole = parts.reduce((sum, { weight }) => sum + weight, 0);
  const zeros = (): Promise<Resident> => device.upload(new Float32Array(device.size));
  let [sum, weights] = [await zeros(), await zeros()];
  const add = async (to: Resident, column: Resident, base: number, factor: number, stand: number): Promise<Resident> => {
    const next = await device.run(SCORE, [to, column, base, factor, stand]);
    device.free(to);
    return next;
  };
  for (const [index, { weight, better, missing }] of parts.entries()) {
    if (weight === 0) continue;
    const column = await columns.column(ids[index]!);
    const [base, factor] = better === 'lower' ? [weight, -weight] : [0, weight];
    // A dropped row's sum runs out of range, whatever is added to it.
    const stand = missing === 'median' ? weight / 2 : missing === 'drop' ? MISSING : 0;
    sum = await add(sum, column, base, factor, stand);
    weights = await add(weights, column, weight, 0, missing === 'renormalise' ? 0 : weight);
  }
  const [sums, divisors] = [await device.read(sum), await device.read(weights)];
  device.free(sum);
  device.free(weights);
  if (Math.abs(divisors[device.size - 1]! - whole) > 1e-4 * whole)
    throw new DeviceLost(`${device.name} lost the canary of the score`);
  return fromDevice(sums, rowCount).map((score, row) => (score > -1e30 ? score / divisors[row]! : Number.NaN));
}

/** Columns × columns sums over a block of rows, added to those of the blocks before; one thread per pair. */
function productText(columnCount: number, blockRows: number): string {
  return `function(m, n, sums) {
const i = Math.floor((this.thread.x + 0.5) / ${columnCount});
const j = this.thread.x - i * ${columnCount};
let s = 0;
if (i < ${columnCount}) {
for (let k = 0; k < ${blockRows}; k++) { s = s + m[i * ${blockRows} + k] * n[j * ${blockRows} + k]; }
}
return sums[this.thread.x] + s;
}`;
}

/**
 * Rank correlation on a device, as correlate computes it but summed in float32: within 1e-4.
 * @param ranks per column centred average ranks in −1 … 1, NaN for missing, one value per chosen row
 */
export async function correlateOn(device: Device, ranks: readonly Float32Array[]): Promise<Correlations> {
  const count = ranks.length;
  const rowCount = ranks[0]?.length ?? 0;
  if (count * count >= device.size) throw new RangeError(`${count} columns have more pairs than the device has values`);
  const blockRows = Math.floor(device.size / count);
  const text = productText(count, blockRows);
  // Σxy, n, Σx and Σx² over the rows where both columns have a value; the thread behind the last pair stays zero.
  let sums = await Promise.all(Array.from({ length: 4 }, () => device.upload(new Float32Array(device.size).fill(1))));
  for (let from = 0; from < rowCount; from += blockRows) {
    const [values, present, squares] = blockOf(ranks, from, blockRows, device.size);
    const [x, p, xx] = await Promise.all([device.upload(values), device.upload(present), device.upload(squares)]);
    const pairs = [
      [x, x],
      [p, p],
      [x, p],
      [xx, p],
    ] as const;
    const next = await Promise.all(pairs.map(([m, n], index) => device.run(text, [m, n, sums[index]!])));
    for (const column of [...sums, x, p, xx]) device.free(column);
    sums = next;
  }
  const [xy, n, x, xx] = await Promise.all(sums.map((column) => device.read(column)));
  for (const column of sums) device.free(column);
  // The sums began at 1: what a dead device answers is 0.
  for (const column of [xy!, n!, x!, xx!]) {
    if (Math.abs(column[device.size - 1]! - 1) > 1e-6) throw new DeviceLost(`${device.name} lost the canary of the correlation`);
  }
  const coefficients = new Float32Array(count * count);
  const counts = new Uint32Array(count * count);
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < count; b++) {
      const [ab, ba] = [a * count + b, b * count + a];
      const rows = n![ab]! - 1;
      const [sx, sy] = [x![ab]! - 1, x![ba]! - 1];
      const spread =
        Math.sqrt(Math.max(0, rows * (xx![ab]! - 1) - sx * sx)) * Math.sqrt(Math.max(0, rows * (xx![ba]! - 1) - sy * sy));
      const r = rows > 1 && spread > 0 ? (rows * (xy![ab]! - 1) - sx * sy) / spread : Number.NaN;
      coefficients[ab] = Math.min(1, Math.max(-1, r));
      counts[ab] = rows;
    }
  }
  return { coefficients, counts };
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
