/** What an edit of one filter changes in the results of the filters behind it: the few rows that came in or left are judged, not all again. */
import { effort } from '../../kernels/effort.ts';
import type { Step } from './steps.ts';
import type { Table } from './table.ts';

/** Rows of one result that another one lacks, each ascending. */
export interface Change {
  readonly added: Uint32Array;
  readonly removed: Uint32Array;
}

/** Beyond this share of the rows, running the filters again costs no more. */
const CHANGED_SHARE_MAX = 0.25;

/** True for a step that judges each row by itself and leaves the order as it is. */
export function isRowWise(step: Step): boolean {
  switch (step.operatorType) {
    case 'filter':
    case 'presence':
    case 'versus':
    case 'median':
      return true;
    case 'percentile':
      return step.scope !== 'rows';
    default:
      return false;
  }
}

const ascending = new WeakMap<Table, boolean>();

/** True when the table's order is that of its row numbers, so that rows that were only filtered ascend. */
export function isInRowOrder(table: Table): boolean {
  let known = ascending.get(table);
  if (known === undefined) {
    known = table.rows.every((row, position) => row === position);
    ascending.set(table, known);
  }
  return known;
}

/** How ascending rows differ from others that ascend too; null when they differ by too much. */
export function changeBetween(before: Uint32Array, after: Uint32Array): Change | null {
  const limit = Math.floor(CHANGED_SHARE_MAX * Math.max(before.length, after.length));
  const added = new Uint32Array(limit);
  const removed = new Uint32Array(limit);
  let addedCount = 0;
  let removedCount = 0;
  let i = 0;
  let j = 0;
  while (i < before.length && j < after.length) {
    const old = before[i]!;
    const now = after[j]!;
    if (old === now) {
      i++;
      j++;
      continue;
    }
    if (addedCount + removedCount >= limit) return null;
    if (old < now) {
      removed[removedCount++] = old;
      i++;
    } else {
      added[addedCount++] = now;
      j++;
    }
  }
  const [leftOver, newOnes] = [before.subarray(i), after.subarray(j)];
  if (addedCount + removedCount + leftOver.length + newOnes.length > limit) return null;
  removed.set(leftOver, removedCount);
  added.set(newOnes, addedCount);
  removedCount += leftOver.length;
  addedCount += newOnes.length;
  return { added: added.subarray(0, addedCount), removed: removed.subarray(0, removedCount) };
}

/** First position from `from` on whose row is not below `row`. */
function positionOf(rows: Uint32Array, row: number, from: number): number {
  let low = from;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rows[middle]! < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Ascending rows with a change made to them: stretches between two changes are copied whole. */
export function changed(rows: Uint32Array, { added, removed }: Change): Uint32Array {
  const result = new Uint32Array(rows.length + added.length - removed.length);
  effort.copiedBytes += result.byteLength;
  let from = 0;
  let at = 0;
  let a = 0;
  let r = 0;
  while (a < added.length || r < removed.length) {
    const adds = r === removed.length || (a < added.length && added[a]! < removed[r]!);
    const row = adds ? added[a]! : removed[r]!;
    const to = positionOf(rows, row, from);
    result.set(rows.subarray(from, to), at);
    at += to - from;
    from = to;
    if (adds) {
      result[at++] = row;
      a++;
    } else {
      from++;
      r++;
    }
  }
  result.set(rows.subarray(from), at);
  return result;
}
