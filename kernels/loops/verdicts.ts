/** Conditions as loops: a verdict per position of the rows. */
import { workCounters } from '../workCounters.ts';
import type { Kept } from './filter.ts';

export const FAILS = 0;
export const PASSES = 1;
export const LACKS = 2;

/** Verdicts on whether a value is within [low, high] (inside) or outside of it, as filterNumbers decides. */
export function judgeNumbers(
  values: Float32Array,
  rates: Float32Array | null,
  rows: Uint32Array,
  low: number,
  high: number,
  inside: boolean,
): Uint8Array {
  const verdicts = new Uint8Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const value = rates === null ? values[row]! : Math.fround(values[row]! * rates[row]!);
    verdicts[i] = Number.isNaN(value) ? LACKS : (value >= low && value <= high) === inside ? PASSES : FAILS;
  }
  return verdicts;
}

/**
 * Verdicts on whether a value is at least (or at most) `factor` times another, the product rounded to float32.
 * @param others by row; or by group if `codes` gives each row's group, code 0 being none
 */
export function judgeMultiples(
  values: Float32Array,
  rates: Float32Array | null,
  others: Float32Array,
  codes: Uint32Array | null,
  factor: number,
  atLeast: boolean,
  rows: Uint32Array,
): Uint8Array {
  const verdicts = new Uint8Array(rows.length);
  const multiple = Math.fround(factor);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const value = rates === null ? values[row]! : Math.fround(values[row]! * rates[row]!);
    const limit = Math.fround(multiple * others[codes === null ? row : codes[row]!]!);
    verdicts[i] =
      Number.isNaN(value) || Number.isNaN(limit) ? LACKS : (atLeast ? value >= limit : value <= limit) ? PASSES : FAILS;
  }
  return verdicts;
}

/** Verdicts by category code. */
export function judgeCodes(codes: Uint32Array, allowed: Uint8Array, rows: Uint32Array): Uint8Array {
  const verdicts = new Uint8Array(rows.length);
  for (let i = 0; i < rows.length; i++) verdicts[i] = allowed[codes[rows[i]!]!]!;
  return verdicts;
}

export function judgePresence(values: Float32Array, rows: Uint32Array, present: number, missing: number): Uint8Array {
  const verdicts = new Uint8Array(rows.length);
  for (let i = 0; i < rows.length; i++) verdicts[i] = Number.isNaN(values[rows[i]!]!) ? missing : present;
  return verdicts;
}

/** Verdicts of a group of at most 255 members: met when `least` members pass; lacking when it fails and members without a value could change that. */
export function judgeGroup(members: readonly Uint8Array[], least: number, rowCount: number): Uint8Array {
  const passed = new Uint8Array(rowCount);
  const possible = new Uint8Array(rowCount);
  for (const member of members) {
    for (let i = 0; i < rowCount; i++) {
      passed[i]! += member[i] === PASSES ? 1 : 0;
      possible[i]! += member[i] === FAILS ? 0 : 1;
    }
  }
  for (let i = 0; i < rowCount; i++) passed[i] = passed[i]! >= least ? PASSES : possible[i]! >= least ? LACKS : FAILS;
  return passed;
}

export function keepMissingValues(verdicts: Uint8Array): Uint8Array {
  for (let i = 0; i < verdicts.length; i++) if (verdicts[i] === LACKS) verdicts[i] = PASSES;
  return verdicts;
}

/** The rows that pass, in order. */
export function keepPassing(verdicts: Uint8Array, rows: Uint32Array): Kept {
  workCounters.filteredRows += rows.length;
  const out = new Uint32Array(rows.length);
  let kept = 0;
  let missing = 0;
  for (let i = 0; i < rows.length; i++) {
    if (verdicts[i] === PASSES) out[kept++] = rows[i]!;
    else if (verdicts[i] === LACKS) missing++;
  }
  return { rows: out.slice(0, kept), missing };
}
