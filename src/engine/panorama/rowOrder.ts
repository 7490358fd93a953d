/** Orders of rows that make patterns visible. */

import type { Progress } from '../../../kernels/statistics/correlation.ts';
import { CODE_COUNT } from '../../../kernels/statistics/percentileCodes.ts';
import { COLUMNS } from '../../catalogue/catalogue.ts';
import { isText } from '../../catalogue/column.ts';
import { mostTraded } from '../table/issuers.ts';
import { numbersOf } from '../table/numbers.ts';
import type { Table } from '../table/table.ts';
import { codedColumns, SIZE_ID } from './coding.ts';
import { isAmount } from './columnOrder.ts';
import type { RowOrder } from './frame.ts';
import { seriate } from './seriation.ts';

/** Up to this many rows are seriated, which takes cubic time; more are bisected recursively. */
const SERIATED_ROWS_MAX = 250;
/** Fewer rows are not bisected any further but sorted along the last direction. */
const HALVED_ROWS_MIN = 32;
/** Rows sampled to find the direction of a bisection. */
const DIRECTION_ROWS = 400;
const DIRECTION_ROUNDS = 5;

/** By sector name, rows without a sector last; then the largest companies first, unknown sizes last. */
function bySector(table: Table, rows: Uint32Array): Uint32Array {
  const sector = table.text('sector');
  const { values, rates } = numbersOf(table, SIZE_ID);
  const names = (sector?.labels ?? ['']).map((label, code) => ({ label, code }));
  const places = new Uint32Array(names.length);
  const ordered = names.sort((a, b) => Number(a.label === '') - Number(b.label === '') || (a.label < b.label ? -1 : 1));
  for (const [place, { code }] of ordered.entries()) places[code] = place;
  const sectorOf = (row: number): number => places[sector?.codes[row] ?? 0]!;
  const sizeOf = (row: number): number => {
    const size = values[row]! * (rates?.[row] ?? 1);
    return Number.isNaN(size) ? Number.NEGATIVE_INFINITY : size;
  };
  const sizes = new Float64Array(table.rowCount);
  for (const row of rows) sizes[row] = sizeOf(row);
  // The difference of two infinities would be NaN.
  return rows.slice().sort((a, b) => sectorOf(a) - sectorOf(b) || (sizes[a] === sizes[b] ? 0 : sizes[b]! - sizes[a]!));
}

/** Codes by row; the middle code where there is none. */
class RowCodes {
  readonly codes: Uint8Array;
  readonly width: number;

  constructor(rowCount: number, width: number) {
    this.codes = new Uint8Array(rowCount * width);
    this.width = width;
  }

  put(column: number, rows: Uint32Array, codes: Uint8Array): void {
    for (let i = 0, at = column; i < rows.length; i++, at += this.width) {
      const code = codes[rows[i]!]!;
      this.codes[at] = code < CODE_COUNT ? code : CODE_COUNT / 2;
    }
  }

  /** Mean difference of two rows, as a share of the largest possible. */
  distance(a: number, b: number): number {
    let sum = 0;
    const [ofA, ofB] = [a * this.width, b * this.width];
    for (let column = 0; column < this.width; column++) sum += Math.abs(this.codes[ofA + column]! - this.codes[ofB + column]!);
    return sum / (this.width * CODE_COUNT);
  }

  mean(places: Uint32Array): Float64Array {
    const { codes, width } = this;
    const mean = new Float64Array(width);
    for (let i = 0; i < places.length; i++) {
      for (let column = 0, at = places[i]! * width; column < width; column++, at++) mean[column]! += codes[at]!;
    }
    return mean.map((sum) => sum / places.length);
  }

  /** Distances of rows from the mean along a direction. */
  along(places: Uint32Array, mean: Float64Array, direction: Float64Array): Float64Array {
    const { codes, width } = this;
    const origin = mean.reduce((sum, part, column) => sum + part * direction[column]!, 0);
    const shares = new Float64Array(places.length);
    for (let i = 0; i < places.length; i++) {
      let sum = -origin;
      for (let column = 0, at = places[i]! * width; column < width; column++, at++) sum += codes[at]! * direction[column]!;
      shares[i] = sum;
    }
    return shares;
  }

  /** The direction of largest variance, by power iteration, oriented like `like`; null when the rows do not differ. */
  direction(places: Uint32Array, mean: Float64Array, like: Float64Array): Float64Array | null {
    const { codes, width } = this;
    let direction = like;
    for (let round = 0; round < DIRECTION_ROUNDS; round++) {
      const weights = this.along(places, mean, direction);
      const next = new Float64Array(width);
      let whole = 0;
      for (let i = 0; i < places.length; i++) {
        const weight = weights[i]!;
        whole += weight;
        for (let column = 0, at = places[i]! * width; column < width; column++, at++) next[column]! += weight * codes[at]!;
      }
      for (let column = 0; column < width; column++) next[column]! -= whole * mean[column]!;
      const length = Math.hypot(...next);
      if (!(length > 0)) return null;
      direction = next.map((part) => part / length);
    }
    const turn = direction.reduce((sum, part, column) => sum + part * like[column]!, 0);
    return turn < 0 ? direction.map((part) => -part) : direction;
  }
}

function everyNth(places: Uint32Array, most: number): Uint32Array {
  const step = Math.max(1, Math.ceil(places.length / most));
  return places.filter((_, index) => index % step === 0);
}

/** Sorts places by their shares. */
function inOrderOf(shares: Float64Array, places: Uint32Array): Uint32Array {
  const order = Uint32Array.from(places, (_, index) => index).sort((a, b) => shares[a]! - shares[b]! || a - b);
  return order.map((index) => places[index]!);
}

/**
 * Bisects the rows at the mean along the direction of largest variance, then each half (Boley 1998), so that similar rows end up
 * close to each other.
 */
function* halved(
  codes: RowCodes,
  places: Uint32Array,
  like: Float64Array,
  done: { rows: number },
): Generator<Progress, Uint32Array> {
  const total = codes.codes.length / codes.width;
  const some = everyNth(places, DIRECTION_ROWS);
  const mean = codes.mean(some);
  const isSmall = places.length < HALVED_ROWS_MIN;
  const direction = (isSmall ? null : codes.direction(some, mean, like)) ?? like;
  const shares = codes.along(places, mean, direction);
  const low = isSmall ? places : places.filter((_, index) => shares[index]! < 0);
  if (isSmall || low.length === 0 || low.length === places.length) {
    done.rows += places.length;
    yield { done: done.rows, total };
    return inOrderOf(shares, places);
  }
  const high = places.filter((_, index) => shares[index]! >= 0);
  yield { done: done.rows, total };
  const ordered = new Uint32Array(places.length);
  ordered.set(yield* halved(codes, low, direction, done));
  ordered.set(yield* halved(codes, high, direction, done), low.length);
  return ordered;
}

function* bySimilarity(table: Table, rows: Uint32Array): Generator<Progress | undefined, Uint32Array> {
  const ids = COLUMNS.filter((column) => !isText(column) && !isAmount(column)).map(({ id }) => id);
  const codes = new RowCodes(rows.length, ids.length);
  let column = 0;
  for (const coded of codedColumns(table, { ids, reference: 'universe', aroundZero: false, remaining: null })) {
    codes.put(column++, rows, coded.codes);
    yield;
  }
  const places = Uint32Array.from(rows, (_, place) => place);
  const inOrder = (order: ArrayLike<number>): Uint32Array => Uint32Array.from(order, (place) => rows[place]!);
  if (rows.length > SERIATED_ROWS_MAX) {
    const like = new Float64Array(ids.length).fill(1 / Math.sqrt(ids.length));
    return inOrder(yield* halved(codes, places, like, { rows: 0 }));
  }
  const distances = new Float32Array(rows.length * rows.length);
  for (const a of places) for (const b of places) distances[a * rows.length + b] = codes.distance(a, b);
  yield;
  return inOrder((yield* seriate(distances, rows.length)).order);
}

/** A result's rows in an order, all or the most traded one per issuer. Yields often, with progress where known. */
export function* orderedRows(
  table: Table,
  rows: Uint32Array,
  order: RowOrder,
  isOnePerIssuer: boolean,
): Generator<Progress | undefined, Uint32Array> {
  const shown = isOnePerIssuer ? mostTraded(table, rows) : rows;
  if (order === 'sector') return bySector(table, shown);
  if (order === 'similarity') return yield* bySimilarity(table, shown);
  return shown.slice();
}
