/** Mean-rank percentiles: the share of the scope's values below, plus half of those equal. */
import { presentCount } from '../sort/keys.ts';
import { numberKeys, sortByKeys } from '../sort/radix.ts';

/** Groups of rows that are compared with one another: a code per row of the table; code 0 belongs to no group. */
export interface Groups {
  readonly codes: Uint32Array;
  readonly groupCount: number;
}

/** Positions of present values in ascending order of their keys, by group if there are groups (without code 0). */
interface Order {
  readonly positions: Uint32Array;
  /** Start of each group in `positions`, and the length at the end. */
  readonly starts: Uint32Array;
}

/** Ascending positions 0 … n − 1. */
export function positionsUpTo(n: number): Uint32Array {
  const positions = new Uint32Array(n);
  for (let i = 0; i < n; i++) positions[i] = i;
  return positions;
}

/** Gathers the order of each group, one after another: a counting sort that is stable within groups. */
function byGroup(order: Uint32Array, rows: Uint32Array, { codes, groupCount }: Groups): Order {
  const starts = new Uint32Array(groupCount + 1);
  for (let i = 0; i < order.length; i++) {
    const code = codes[rows[order[i]!]!]!;
    if (code !== 0) starts[code]!++;
  }
  let sum = 0;
  for (let code = 0; code <= groupCount; code++) {
    const size = starts[code]!;
    starts[code] = sum;
    sum += size;
  }
  const next = starts.slice();
  const positions = new Uint32Array(sum);
  for (let i = 0; i < order.length; i++) {
    const code = codes[rows[order[i]!]!]!;
    if (code !== 0) positions[next[code]!++] = order[i]!;
  }
  return { positions, starts };
}

/**
 * Percentiles in (0, 1) of the rows among themselves, or within their groups: (values below + half of the values equal, itself included) / n,
 * which is (average rank − ½) / n; n counts the present values of the scope. The middle of a scope has ½; a single value has ½.
 * The definition is symmetric: reversing the order turns p into 1 − p.
 * @param rates a factor per row, as in filterNumbers; null for none
 * @param rows the scope, each row at most once
 * @param groups null for one scope
 * @returns a percentile per row of the table, rounded to float32; NaN where the value or the group is missing, and outside of `rows`
 */
export function percentiles(
  values: Float32Array,
  rates: Float32Array | null,
  rows: Uint32Array,
  groups: Groups | null,
): Float32Array {
  const keys = numberKeys(values, rates, rows, false);
  const sorted = sortByKeys(positionsUpTo(rows.length), keys);
  const ordered = orderOfKeys(sorted, keys);
  const present = sorted.subarray(0, presentCount(ordered));
  const { positions, starts } = groups
    ? byGroup(present, rows, groups)
    : { positions: present, starts: Uint32Array.of(0, present.length) };
  const result = new Float32Array(values.length).fill(Number.NaN);
  for (let group = 0; group + 1 < starts.length; group++) {
    rankRange(positions, starts[group]!, starts[group + 1]!, keys, rows, result);
  }
  return result;
}

/** The keys in the order of the positions. */
export function orderOfKeys(positions: Uint32Array, keys: Uint32Array): Uint32Array {
  const ordered = new Uint32Array(positions.length);
  for (let i = 0; i < positions.length; i++) ordered[i] = keys[positions[i]!]!;
  return ordered;
}

/** Writes the percentiles of one scope, with positions in [from, to). */
function rankRange(
  positions: Uint32Array,
  from: number,
  to: number,
  keys: Uint32Array,
  rows: Uint32Array,
  result: Float32Array,
): void {
  const n = to - from;
  for (let first = from; first < to; ) {
    const key = keys[positions[first]!]!;
    let behind = first + 1;
    while (behind < to && keys[positions[behind]!]! === key) behind++;
    const percentile = (first - from + behind - from) / (2 * n);
    for (let i = first; i < behind; i++) result[rows[positions[i]!]!] = percentile;
    first = behind;
  }
}

/**
 * The percentile that a value has, or would have, among the present values of the rows; NaN without any.
 * @param value as steps compare it: times its rate, rounded to float32
 */
export function percentileOfValue(values: Float32Array, rates: Float32Array | null, rows: Uint32Array, value: number): number {
  let below = 0;
  let equal = 0;
  let above = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const other = rates === null ? values[row]! : Math.fround(values[row]! * rates[row]!);
    if (other < value) below++;
    else if (other > value) above++;
    else if (other === value) equal++;
  }
  return (below + equal / 2) / (below + equal + above);
}
