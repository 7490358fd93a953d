/** Filters as loops: rows in, the rows that pass out, in the same order. */
import { effort } from './effort.ts';

/** Rows that passed, and how many were left out because they have no value. */
export interface Kept {
  readonly rows: Uint32Array;
  readonly missing: number;
}

let room = new Uint32Array(0);

/** A place for that many row numbers, written over by the next call. */
function roomFor(count: number): Uint32Array {
  if (room.length < count) room = new Uint32Array(count);
  return room;
}

/** The first rows, copied so that the room is free again. */
function keep(out: Uint32Array, kept: number): Uint32Array {
  effort.copiedBytes += out.BYTES_PER_ELEMENT * kept;
  return out.slice(0, kept);
}

/**
 * Rows whose value lies within [low, high], both included (inside), or outside of it among those that have a value.
 * @param rates a factor per row, the product rounded to float32 before it is compared; null for none
 * @param low,high float32 numbers or infinities
 */
export function filterNumbers(
  values: Float32Array,
  rates: Float32Array | null,
  rows: Uint32Array,
  low: number,
  high: number,
  inside: boolean,
): Kept {
  effort.filteredRows += rows.length;
  const out = roomFor(rows.length);
  // NaN fails every comparison: outside means below or above.
  if (inside) return rates ? within(values, rates, rows, low, high, out) : withinPlain(values, rows, low, high, out);
  return outside(values, rates, rows, low, high, out);
}

// Each row is written to the next place and counted on only when it passes: nothing for a processor to guess. Of a comparison Number makes a
// number without a branch, which `? 1 : 0` and Number.isNaN don't: 2.6 instead of 10.4 ns a row where a half passes. NaN is not at most infinity.

function withinPlain(values: Float32Array, rows: Uint32Array, low: number, high: number, out: Uint32Array): Kept {
  let kept = 0;
  let present = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const value = values[row]!;
    out[kept] = row;
    kept += Number(value >= low) & Number(value <= high);
    present += Number(value <= Number.POSITIVE_INFINITY);
  }
  return { rows: keep(out, kept), missing: rows.length - present };
}

function within(values: Float32Array, rates: Float32Array, rows: Uint32Array, low: number, high: number, out: Uint32Array): Kept {
  let kept = 0;
  let present = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const value = Math.fround(values[row]! * rates[row]!);
    out[kept] = row;
    kept += Number(value >= low) & Number(value <= high);
    present += Number(value <= Number.POSITIVE_INFINITY);
  }
  return { rows: keep(out, kept), missing: rows.length - present };
}

function outside(
  values: Float32Array,
  rates: Float32Array | null,
  rows: Uint32Array,
  low: number,
  high: number,
  out: Uint32Array,
): Kept {
  let kept = 0;
  let present = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const value = rates === null ? values[row]! : Math.fround(values[row]! * rates[row]!);
    out[kept] = row;
    kept += Number(value < low) | Number(value > high);
    present += Number(value <= Number.POSITIVE_INFINITY);
  }
  return { rows: keep(out, kept), missing: rows.length - present };
}

/** Rows whose code is allowed. */
export function filterText(codes: Uint32Array, allowed: Uint8Array, rows: Uint32Array): Uint32Array {
  effort.filteredRows += rows.length;
  const out = roomFor(rows.length);
  let kept = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    out[kept] = row;
    kept += allowed[codes[row]!]! & 1;
  }
  return keep(out, kept);
}

/** Rows that a mask lets pass; `passes` and `missing` are the codes it says so with. */
export function filterByMask(mask: Uint8Array, passes: number, missing: number, rows: Uint32Array): Kept {
  effort.filteredRows += rows.length;
  const out = new Uint32Array(rows.length);
  let kept = 0;
  let without = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    if (mask[row] === passes) out[kept++] = row;
    else if (mask[row] === missing) without++;
  }
  return { rows: out.slice(0, kept), missing: without };
}
