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

/** Rows up to this are put in the best order of their tree, which takes the cube of their number; more are halved again and again. */
const SERIATED_ROWS_MAX = 250;
/** Rows that are not halved any more. */
const HALVED_ROWS_MIN = 8;
/** Rows that the direction of a halving is found from. */
const DIRECTION_ROWS = 1000;
const DIRECTION_ROUNDS = 8;

/** By sector in the order of their names, rows of none last; within, the largest companies first, those of unknown size last. */
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
  // Infinities would make NaN of a difference.
  return rows.slice().sort((a, b) => sectorOf(a) - sectorOf(b) || (sizes[a] === sizes[b] ? 0 : sizes[b]! - sizes[a]!));
}

/** The codes of rows, row by row; the middle for what has none. */
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

  /** Mean difference of two rows, as a share of the largest. */
  distance(a: number, b: number): number {
    let sum = 0;
    const [ofA, ofB] = [a * this.width, b * this.width];
    for (let column = 0; column < this.width; column++) sum += Math.abs(this.codes[ofA + column]! - this.codes[ofB + column]!);
    return sum / (this.width * CODE_COUNT);
  }

  mean(places: Uint32Array): Float64Array {
    const mean = new Float64Array(this.width);
    for (const place of places)
      for (let column = 0; column < this.width; column++) mean[column]! += this.codes[place * this.width + column]!;
    return mean.map((sum) => sum / places.length);
  }

  /** How far a row lies from the mean along a direction. */
  along(place: number, mean: Float64Array, direction: Float64Array): number {
    let sum = 0;
    const at = place * this.width;
    for (let column = 0; column < this.width; column++) sum += (this.codes[at + column]! - mean[column]!) * direction[column]!;
    return sum;
  }

  /** The direction in which the rows differ most, by power iteration; turned like `like`. Null where they don't differ. */
  direction(places: Uint32Array, mean: Float64Array, like: Float64Array): Float64Array | null {
    let direction = like;
    for (let round = 0; round < DIRECTION_ROUNDS; round++) {
      const next = new Float64Array(this.width);
      for (const place of places) {
        const weight = this.along(place, mean, direction);
        const at = place * this.width;
        for (let column = 0; column < this.width; column++) next[column]! += weight * (this.codes[at + column]! - mean[column]!);
      }
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

/**
 * Halves the rows at the mean along the direction in which they differ most, then each half (Boley 1998), so that like rows come to lie
 * near one another.
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
  const direction = places.length < HALVED_ROWS_MIN ? null : codes.direction(some, mean, like);
  const shares = direction && Float64Array.from(places, (place) => codes.along(place, mean, direction));
  const low = places.filter((_, index) => shares !== null && shares[index]! < 0);
  if (!direction || low.length === 0 || low.length === places.length) {
    done.rows += places.length;
    yield { done: done.rows, total };
    return places;
  }
  const high = places.filter((_, index) => shares![index]! >= 0);
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

/** A result's rows in an order, all or the most traded one of each issuer. Yields often; what it yields may say how far it is. */
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
