import { MASK_MISSING, MASK_PASSES } from '../../kernels/bulk.ts';
import { filterByMask, filterNumbers, filterText, type Kept } from '../../kernels/filter.ts';
import { numberKeys, sortByKeys } from '../../kernels/sort.ts';
import { isMoney } from '../catalogue/column.ts';
import type { StepCount } from './protocol.ts';
import {
  type CategoricalFilter,
  isNumericFilter,
  type NumericFilter,
  type SliceStep,
  type SortStep,
  type Step,
  sameStep,
  stepFault,
} from './steps.ts';
import type { Table, TextColumn } from './table.ts';

/** Rows in order and what each step did. */
export interface Applied {
  readonly rows: Uint32Array;
  readonly counts: readonly StepCount[];
}

/** Results kept per step of one list over one table, so that an edit reruns only what comes from it on. */
export interface Prefix {
  readonly table: Table;
  readonly steps: readonly Step[];
  /** Output of each step. */
  readonly outputs: readonly Uint32Array[];
  readonly counts: readonly StepCount[];
  /** Steps that were run, not taken over, in the last call. */
  readonly ranSteps: number;
}

/** The smallest and largest bounds of a filter: an open side is infinite. */
interface Bounds {
  readonly low: number;
  readonly high: number;
  readonly inside: boolean;
}

function bounds({ operator, operatorValues }: NumericFilter, rate: number): Bounds {
  const [first, second] = operatorValues.map((value) => Math.fround(rate === 1 ? value : Math.fround(value) * rate)) as [
    number,
    number,
  ];
  switch (operator) {
    case 'GreaterThanOrEquals':
      return { low: first, high: Number.POSITIVE_INFINITY, inside: true };
    case 'LessThanOrEquals':
      return { low: Number.NEGATIVE_INFINITY, high: first, inside: true };
    case 'Between':
    case 'NotBetween':
      return { low: first, high: second, inside: operator === 'Between' };
  }
}

/** What a numeric filter compares, and with what; null when nothing can be compared. */
export interface Comparison extends Bounds {
  readonly values: Float32Array;
  /** A factor per row, for money. */
  readonly rates: Float32Array | null;
}

export function comparisonOf(table: Table, step: NumericFilter): Comparison | null {
  const column = table.column(step.columnId);
  const values = table.numbers(step.columnId);
  const money = column !== undefined && isMoney(column);
  const rate = money ? table.rateOf(step.currency ?? 'USD') : 1;
  if (!values || Number.isNaN(rate)) return null;
  return { ...bounds(step, rate), values, rates: money ? table.rates : null };
}

function applyNumericFilter(table: Table, step: NumericFilter, rows: Uint32Array, mask: Uint8Array | undefined): Kept {
  if (mask) return filterByMask(mask, MASK_PASSES, MASK_MISSING, rows);
  const comparison = comparisonOf(table, step);
  if (!comparison) return { rows: new Uint32Array(0), missing: rows.length };
  const { values, rates, low, high, inside } = comparison;
  return filterNumbers(values, rates, rows, low, high, inside);
}

function applyCategoricalFilter(table: Table, step: CategoricalFilter, rows: Uint32Array): Kept {
  const wanted = new Set(step.operatorValues);
  const keeps = step.operator === 'Equals' || step.operator === 'In';
  const text = table.text(step.columnId);
  if (!text) return { rows: wanted.has('') === keeps ? rows.slice() : new Uint32Array(0), missing: 0 };
  const allowed = Uint8Array.from(text.labels, (label) => (wanted.has(label) === keeps ? 1 : 0));
  return { rows: filterText(text.codes, allowed, rows), missing: 0 };
}

const labelRanks = new WeakMap<readonly string[], Uint32Array>();

/** Rank of each label by UTF-16 code units, the same on every machine; the empty one is missing and gets the highest. */
function ranksOf({ labels }: TextColumn): Uint32Array {
  let ranks = labelRanks.get(labels);
  if (!ranks) {
    const order = labels.map((_, code) => code).sort((a, b) => (labels[a]! < labels[b]! ? -1 : labels[a]! > labels[b]! ? 1 : 0));
    ranks = new Uint32Array(labels.length);
    for (const [rank, code] of order.entries()) ranks[code] = rank;
    labelRanks.set(labels, ranks);
  }
  return ranks;
}

/** Sort keys of a text column: ascending or descending ranks, missing last. */
function textKeys(text: TextColumn, rows: Uint32Array, descending: boolean): Uint32Array {
  const ranks = ranksOf(text);
  const last = text.labels.length;
  const keys = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const code = text.codes[rows[i]!]!;
    keys[i] = code === 0 ? last : descending ? last - 1 - ranks[code]! : ranks[code]!;
  }
  return keys;
}

function applySort(table: Table, { columnId, sortOperator }: SortStep, rows: Uint32Array): Uint32Array {
  if (sortOperator === 'None') return rows;
  const descending = sortOperator === 'Descending';
  const text = table.text(columnId);
  if (text) return sortByKeys(rows, textKeys(text, rows, descending));
  const values = table.numbers(columnId);
  const column = table.column(columnId);
  if (!values || !column) return rows;
  return sortByKeys(rows, numberKeys(values, isMoney(column) ? table.rates : null, rows, descending));
}

/** How far a percentage of n may miss a whole number by rounding and still be taken for it. */
const WHOLE_TOLERANCE = 1e-9;

/** percent/100 × n, a whole number where it is one but for rounding (7 % of 100 rows are 7 rows). */
function share(percent: number, n: number): number {
  const exact = (percent * n) / 100;
  const whole = Math.round(exact);
  return Math.abs(exact - whole) <= WHOLE_TOLERANCE * Math.max(1, Math.abs(whole)) ? whole : exact;
}

/** Positions [from, to) of n rows that a slice keeps. */
export function sliceBounds(
  { operatorValues: [start, end], sliceIsPercentage }: SliceStep,
  n: number,
): [from: number, to: number] {
  const from = sliceIsPercentage ? Math.floor(share(start, n)) : start;
  const to = sliceIsPercentage ? Math.ceil(share(end, n)) : end + 1;
  return [Math.min(Math.max(from, 0), n), Math.min(Math.max(to, 0), n)];
}

/** What one step makes of the rows that come in. A step that is broken or does nothing gives them back as they are. A mask stands for a numeric filter. */
export function applyStep(
  table: Table,
  step: Step,
  rows: Uint32Array,
  mask?: Uint8Array,
): { rows: Uint32Array; count: StepCount } {
  const through = { rows, count: { in: rows.length, out: rows.length, failed: 0, missing: 0 } };
  if (stepFault(step, (id) => table.column(id)) !== null) return through;
  if (step.operatorType === 'sort') return { ...through, rows: applySort(table, step, rows) };
  if (step.operatorType === 'slice') {
    const [from, to] = sliceBounds(step, rows.length);
    const kept = rows.slice(from, Math.max(from, to));
    return { rows: kept, count: { in: rows.length, out: kept.length, failed: rows.length - kept.length, missing: 0 } };
  }
  if (step.columnId === null) return through;
  const kept = isNumericFilter(step) ? applyNumericFilter(table, step, rows, mask) : applyCategoricalFilter(table, step, rows);
  const out = kept.rows.length;
  return { rows: kept.rows, count: { in: rows.length, out, failed: rows.length - out - kept.missing, missing: kept.missing } };
}

/**
 * Folds the steps over all rows of the table. Steps that begin like those of `prefix`, over the same table, are not run again.
 * `maskOf` may know the mask of a numeric filter over all rows.
 * The arrays are the cache's: copy before giving one away.
 */
export function applySteps(
  table: Table,
  steps: readonly Step[],
  prefix: Prefix | null,
  maskOf: (step: Step) => Uint8Array | undefined = () => undefined,
): Applied & { prefix: Prefix } {
  let kept = 0;
  if (prefix && prefix.table === table) {
    while (kept < steps.length && kept < prefix.steps.length && sameStep(steps[kept]!, prefix.steps[kept]!)) kept++;
  }
  const outputs = prefix ? prefix.outputs.slice(0, kept) : [];
  const counts = prefix ? prefix.counts.slice(0, kept) : [];
  let rows = outputs.at(-1) ?? table.rows;
  for (const step of steps.slice(kept)) {
    const applied = applyStep(table, step, rows, maskOf(step));
    rows = applied.rows;
    outputs.push(rows);
    counts.push(applied.count);
  }
  return { rows, counts, prefix: { table, steps, outputs, counts, ranSteps: steps.length - kept } };
}
