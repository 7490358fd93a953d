import type { Kept } from '../loops/filter.ts';
import { type Groups, positionsUpTo } from '../statistics/percentile.ts';
import { MISSING_KEY, sortByKeys } from './radix.ts';

/**
 * The rows with the smallest keys, in their current order: per group, as many as `limitOf` returns for its number of rows with a key.
 * Among equal keys the first rows are kept. Rows without a key or group (code 0) are never kept.
 */
export function smallestOf(
  rows: Uint32Array,
  keys: Uint32Array,
  groups: Groups | null,
  limitOf: (present: number) => number,
): Kept {
  // Group by position; 0 for rows that are never kept.
  const group = new Uint32Array(rows.length);
  const left = new Float64Array(groups ? groups.groupCount : 2);
  for (let i = 0; i < rows.length; i++) {
    group[i] = keys[i] === MISSING_KEY ? 0 : groups ? groups.codes[rows[i]!]! : 1;
    left[group[i]!]!++;
  }
  const missing = left[0]!;
  left[0] = 0;
  for (let code = 1; code < left.length; code++) left[code] = limitOf(left[code]!);
  const isKept = new Uint8Array(rows.length);
  const order = sortByKeys(positionsUpTo(rows.length), keys);
  for (let i = 0; i < order.length; i++) {
    const position = order[i]!;
    if (left[group[position]!]! <= 0) continue;
    left[group[position]!]!--;
    isKept[position] = 1;
  }
  const out = new Uint32Array(rows.length);
  let kept = 0;
  for (let i = 0; i < rows.length; i++) if (isKept[i] === 1) out[kept++] = rows[i]!;
  return { rows: out.slice(0, kept), missing };
}
