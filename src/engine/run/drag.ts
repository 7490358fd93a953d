/** A filter whose bounds are being dragged: the rows that enter or leave are found in the column's order, in time that depends on their number. */
import { numberKeys, sortByKeys } from '../../../kernels/sort/radix.ts';
import { type Comparison, comparisonOf } from '../steps/bounds.ts';
import { isNumericFilter, type NumericFilter } from '../steps/filter.ts';
import { stepFault } from '../steps/language.ts';
import type { Step } from '../steps/registry.ts';
import type { Table } from '../table/table.ts';
import type { Change } from './incremental.ts';

/** The filter that was edited last. */
export interface Drag {
  /** Its input rows. */
  readonly input: Uint32Array;
  readonly columnId: string;
  /** Positions in `input` by ascending value, missing last: 4 bytes per row, computed at the second consecutive edit. */
  readonly places: Uint32Array | null;
}

/** Above this share of the input, judging all rows costs no more. */
const MOVED_SHARE_MAX = 1 / 16;

/** The first place whose value is not below `bound` or, if `isAbove`, is above it. */
function placeOf(
  { values, rates }: Comparison,
  input: Uint32Array,
  places: Uint32Array,
  bound: number,
  isAbove: boolean,
): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = input[places[middle]!]!;
    const value = rates ? Math.fround(values[row]! * rates[row]!) : values[row]!;
    // A missing value is neither, and comes last.
    if (isAbove ? value <= bound : value < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Places [from, to) whose values are within the bounds. */
function placesWithin(comparison: Comparison, input: Uint32Array, places: Uint32Array): [from: number, to: number] {
  const from = placeOf(comparison, input, places, comparison.low, false);
  return [from, Math.max(from, placeOf(comparison, input, places, comparison.high, true))];
}

/** Rows at ranges of places, in input order. */
function rowsAt(input: Uint32Array, places: Uint32Array, ranges: readonly (readonly [number, number])[]): Uint32Array {
  const rows = new Uint32Array(ranges.reduce((sum, [from, to]) => sum + to - from, 0));
  let at = 0;
  for (const [from, to] of ranges) {
    rows.set(places.subarray(from, to), at);
    at += to - from;
  }
  rows.sort();
  for (let i = 0; i < rows.length; i++) rows[i] = input[rows[i]!]!;
  return rows;
}

function movedRows(
  table: Table,
  before: NumericFilter,
  after: NumericFilter,
  input: Uint32Array,
  places: Uint32Array,
): Change | null {
  const [old, now] = [comparisonOf(table, before), comparisonOf(table, after)];
  if (!old || !now || old.inside !== now.inside) return null;
  const [from, to] = placesWithin(old, input, places);
  // The places in only one of two ranges are those between the first two, or the last two, of the four ends.
  const ends = [from, to, ...placesWithin(now, input, places)].sort((a, b) => a - b) as [number, number, number, number];
  const [first, second, third, last] = ends;
  const ranges: [number, number][] = [
    [first, second],
    [third, last],
  ];
  if (ranges.reduce((sum, [start, end]) => sum + end - start, 0) > MOVED_SHARE_MAX * input.length) return null;
  const passed = ([start]: [number, number]): boolean => (start >= from && start < to) === old.inside;
  return {
    added: rowsAt(
      input,
      places,
      ranges.filter((range) => !passed(range)),
    ),
    removed: rowsAt(input, places, ranges.filter(passed)),
  };
}

/**
 * How an edit changes a filter's result. Null, or with a null change, when the filter has to be run instead: at its first edit,
 * for another column, and for many rows.
 * @param input rows, the same as before the edit
 */
export function dragged(
  table: Table,
  before: Step,
  after: Step,
  input: Uint32Array,
  last: Drag | null,
): { readonly drag: Drag; readonly change: Change | null } | null {
  if (!isNumericFilter(before) || !isNumericFilter(after) || before.columnId !== after.columnId) return null;
  if (before.keepMissing !== after.keepMissing || before.currency !== after.currency) return null;
  if ([before, after].some((step) => stepFault(step, (id) => table.column(id)) !== null)) return null;
  const { columnId } = after;
  if (last?.input !== input || last.columnId !== columnId) return { drag: { input, columnId, places: null }, change: null };
  const places = last.places ?? placesByValue(table, after, input);
  if (!places) return null;
  return { drag: { input, columnId, places }, change: movedRows(table, before, after, input, places) };
}

function placesByValue(table: Table, step: NumericFilter, input: Uint32Array): Uint32Array | null {
  const comparison = comparisonOf(table, step);
  if (!comparison) return null;
  const places = Uint32Array.from(input, (_, place) => place);
  return sortByKeys(places, numberKeys(comparison.values, comparison.rates, input, false));
}
