/** Updates the results of the filters after an edited one: only the rows that the edit added or removed are judged. */
import { workCounters } from '../../../kernels/workCounters.ts';
import { isRowWise, stepFault } from '../steps/language.ts';
import type { Step } from '../steps/registry.ts';
import { isSort, type Precedes, sortedOrder } from '../steps/sort.ts';
import type { Table } from '../table/table.ts';

/** Rows in only the new and only the old result, each in the order of the results. */
export interface Change {
  readonly added: Uint32Array;
  readonly removed: Uint32Array;
}

/** Above this share of the rows, running the filters again costs no more. */
const CHANGED_SHARE_MAX = 0.25;

const ascending = new WeakMap<Table, boolean>();

/** The order of the table's rows if ascending, else null. */
export function orderOf(table: Table): Precedes | null {
  let known = ascending.get(table);
  if (known === undefined) {
    known = table.rows.every((row, position) => row === position);
    ascending.set(table, known);
  }
  return known ? (a, b) => a < b : null;
}

/** The order of rows after a step, given the order before; null after a step that is neither row-wise nor a sort. */
export function orderBehind(table: Table): (order: Precedes | null, step: Step) => Precedes | null {
  return (order, step) => {
    if (order === null || isRowWise(step)) return order;
    if (!isSort(step)) return null;
    return stepFault(step, (id) => table.column(id)) === null ? sortedOrder(table, step, order) : order;
  };
}

/** How rows differ from others in the same order; null when they differ by too much. */
export function changeBetween(before: Uint32Array, after: Uint32Array, precedes: Precedes): Change | null {
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
    if (precedes(old, now)) {
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

/** First position from `from` on whose row does not precede `row`. */
function positionOf(rows: Uint32Array, row: number, from: number, precedes: Precedes): number {
  let low = from;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (precedes(rows[middle]!, row)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Applies a change to rows; returns the same array when it is empty. Ranges between two changes are copied whole. */
export function changed(rows: Uint32Array, { added, removed }: Change, precedes: Precedes): Uint32Array {
  if (added.length + removed.length === 0) return rows;
  const result = new Uint32Array(rows.length + added.length - removed.length);
  workCounters.copiedBytes += result.byteLength;
  let from = 0;
  let at = 0;
  let a = 0;
  let r = 0;
  while (a < added.length || r < removed.length) {
    const adds = r === removed.length || (a < added.length && precedes(added[a]!, removed[r]!));
    const row = adds ? added[a]! : removed[r]!;
    const to = positionOf(rows, row, from, precedes);
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
