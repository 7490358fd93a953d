/** Dense ranks of a column's values: sorted once, so that any set of rows is counted without another sort. */
import { MISSING_KEY, sortPresent } from './radix.ts';

/** Largest rank in two bytes. */
const SHORT_MAX = 0xffff;

export interface DenseRanks {
  /** By row of the table: 1 for the smallest value, equal values share a rank; 0 when missing. */
  readonly denseRanks: Uint16Array | Uint32Array;
  /** Distinct values. */
  readonly rankCount: number;
}

function distinctOf(keys: Uint32Array, count: number): number {
  let distinct = 1;
  for (let i = 1; i < count; i++) distinct += keys[i] === keys[i - 1] ? 0 : 1;
  return distinct;
}

/**
 * Ranks the values of the rows; all other rows count as missing.
 * @param rates a factor per row, as in filterNumbers; null for none
 */
export function denseRanksOf(values: Float32Array, rates: Float32Array | null, rows: Uint32Array): DenseRanks {
  const { keys, rows: sorted, count } = sortPresent(values, rates, rows);
  const isShort = count <= SHORT_MAX || distinctOf(keys, count) <= SHORT_MAX;
  const denseRanks = isShort ? new Uint16Array(values.length) : new Uint32Array(values.length);
  let place = 0;
  for (let i = 0, last = MISSING_KEY | 0; i < count; i++) {
    const key = keys[i]! | 0;
    place += key === last ? 0 : 1;
    last = key;
    denseRanks[sorted[i]!] = place;
  }
  return { denseRanks, rankCount: place };
}
