import { filterRows, type Pass } from '../../../kernels/loops/filter.ts';
import { passOf, rowsAfter } from '../steps/execution.ts';
import { dependsOn, isRowWise, sameStep, stepFault } from '../steps/language.ts';
import type { Step } from '../steps/registry.ts';
import { isSlice, sliceBounds } from '../steps/slice.ts';
import { isSort, sortedFirst } from '../steps/sort.ts';
import type { StepCount } from '../steps/stepCount.ts';
import type { Table } from '../table/table.ts';
import { withFormulas } from '../table/withFormulas.ts';
import { type Drag, dragged } from './drag.ts';
import { type Change, changeBetween, changed, orderBehind, orderOf } from './incremental.ts';

/** Rows in order and what each step did. */
export interface Applied {
  readonly rows: Uint32Array;
  readonly counts: readonly StepCount[];
}

/** Results kept per step of one list over one table, so that an edit reruns only what comes from it on. */
export interface Prefix {
  readonly table: Table;
  readonly steps: readonly Step[];
  /** Output of each step; null until somebody asks {@link outputBehind} for it. */
  readonly outputs: (Uint32Array | null)[];
  readonly counts: readonly StepCount[];
  /** The filter that the last edit was of. */
  readonly drag: Drag | null;
  /** Steps that were run, not taken over, in the last call. */
  readonly ranSteps: number;
}

/** Up to this share of the rows a slice saves its sort from putting all of them in order. */
const SLICE_SHARE_MAX = 0.5;

/** What one step makes of the rows that come in. A step that is broken or does nothing gives them back as they are. */
export function applyStep(table: Table, step: Step, rows: Uint32Array): { rows: Uint32Array; count: StepCount } {
  const through = { rows, count: { in: rows.length, out: rows.length, failed: 0, missing: 0 } };
  if (stepFault(step, (id) => table.column(id)) !== null) return through;
  if (dependsOn(step) === 'nothing') return through;
  const kept = rowsAfter(table, step, rows);
  const out = kept.rows.length;
  return { rows: kept.rows, count: { in: rows.length, out, failed: rows.length - out - kept.missing, missing: kept.missing } };
}

type MaskOf = (step: Step) => Uint8Array | undefined;

/** The loops of the filters among steps[from, to) that stand side by side from the first on. */
function passesFrom(table: Table, steps: readonly Step[], from: number, to: number, maskOf: MaskOf): Pass[] {
  const passes: Pass[] = [];
  for (const step of steps.slice(from, to)) {
    const pass = stepFault(step, (id) => table.column(id)) === null ? passOf(table, step, maskOf(step)) : null;
    if (!pass) break;
    passes.push(pass);
  }
  return passes;
}

/** What the first of steps[from, to) makes of the rows that come in; filters that stand side by side there go in one go. As many counts as steps were run. */
export function applyNext(
  table: Table,
  steps: readonly Step[],
  rows: Uint32Array,
  from: number,
  to = steps.length,
  maskOf: MaskOf = () => undefined,
): Applied {
  const passes = passesFrom(table, steps, from, to, maskOf);
  if (passes.length === 0) {
    const { rows: out, count } = applyStep(table, steps[from]!, rows);
    return { rows: out, counts: [count] };
  }
  const filtered = filterRows(rows, passes);
  let came = rows.length;
  const counts = filtered.passed.map(({ kept, missing }) => {
    const count = { in: came, out: kept, failed: came - kept - missing, missing };
    came = kept;
    return count;
  });
  return { rows: filtered.rows, counts };
}

/** The rows behind so many of the first steps. The array is the cache's: copy before giving it away. */
export function outputBehind({ table, steps, outputs }: Prefix, stepCount: number): Uint32Array {
  let at = stepCount;
  while (at > 0 && !outputs[at - 1]) at--;
  let rows = at === 0 ? table.rows : outputs[at - 1]!;
  while (at < stepCount) {
    const applied = applyNext(table, steps, rows, at, stepCount);
    rows = applied.rows;
    at += applied.counts.length;
    outputs[at - 1] = rows;
  }
  return rows;
}

/** The rows behind each step. */
export function outputsOf(prefix: Prefix): readonly Uint32Array[] {
  return prefix.steps.map((_, at) => outputBehind(prefix, at + 1));
}

/** What a step did, from what it did before and what it does with the rows that came and those that left. */
function countAfter(before: StepCount, came: StepCount, left: StepCount): StepCount {
  const sum = (name: keyof StepCount): number => before[name] + came[name] - left[name];
  return { in: sum('in'), out: sum('out'), failed: sum('failed'), missing: sum('missing') };
}

/**
 * Folds the steps over all rows of the table, to which their formulas add columns. Steps that begin like those of `prefix`, over the same table, are not run again;
 * the filters and sorts behind an edited filter see only the rows that came or left by the edit.
 * `maskOf` may know the mask of a numeric filter over all rows.
 * The arrays are the cache's: copy before giving one away.
 */
export function applySteps(
  universe: Table,
  steps: readonly Step[],
  prefix: Prefix | null,
  maskOf: MaskOf = () => undefined,
): Applied & { prefix: Prefix } {
  const table = withFormulas(universe, steps);
  const last = prefix?.table === table ? prefix : null;
  const isSame = (at: number): boolean => {
    const [step, before] = [steps[at], last?.steps[at]];
    return step !== undefined && before !== undefined && sameStep(step, before);
  };
  let kept = 0;
  while (isSame(kept)) kept++;
  let rows = last ? outputBehind(last, kept) : table.rows;
  const outputs = last ? last.outputs.slice(0, kept) : [];
  const counts = last ? last.counts.slice(0, kept) : [];
  let at = kept;
  const run = (to = steps.length): void => {
    const applied = applyNext(table, steps, rows, at, to, maskOf);
    rows = applied.rows;
    counts.push(...applied.counts);
    // What is behind each of several filters in one go is made when somebody asks for it.
    for (at++; at < counts.length; at++) outputs.push(null);
    outputs.push(rows);
  };

  const [step, before] = [steps[kept], last?.steps[kept]];
  let order = step && before ? steps.slice(0, kept).reduce(orderBehind(table), orderOf(table)) : null;
  let drag: Drag | null = null;
  if (last && step && before && order) {
    let change: Change | null = null;
    const edit = dragged(table, before, step, rows, last.drag);
    drag = edit?.drag ?? null;
    if (edit?.change) {
      change = edit.change;
      const moved = change.added.length - change.removed.length;
      const { out, failed, ...count } = last.counts[kept]!;
      counts.push({ ...count, out: out + moved, failed: failed - moved });
      outputs.push(null);
      at++;
    } else if (isRowWise(before) && isRowWise(step) && isSame(kept + 1) && orderBehind(table)(order, steps[kept + 1]!)) {
      run(kept + 1);
      change = changeBetween(outputBehind(last, at), rows, order);
    }
    while (change && isSame(at)) {
      const next = orderBehind(table)(order, steps[at]!);
      if (!next) break;
      order = next;
      const came = applyStep(table, steps[at]!, change.added);
      const left = applyStep(table, steps[at]!, change.removed);
      change = { added: came.rows, removed: left.rows };
      counts.push(countAfter(last.counts[at]!, came.count, left.count));
      outputs.push(null);
      at++;
    }
    if (change) {
      rows = outputs[at - 1] ?? changed(outputBehind(last, at), change, order);
      outputs[at - 1] = rows;
    }
  }
  /** A sort and the slice behind it in one go, when the slice leaves most of the rows out. */
  const runToSlice = (): boolean => {
    const [sort, slice] = [steps[at]!, steps[at + 1]];
    if (!isSort(sort) || !slice || !isSlice(slice)) return false;
    if ([sort, slice].some((each) => stepFault(each, (id) => table.column(id)) !== null)) return false;
    const n = rows.length;
    const [from, to] = sliceBounds(slice, n);
    if (to > n * SLICE_SHARE_MAX) return false;
    rows = sortedFirst(table, sort, rows, to).subarray(from);
    outputs.push(null, rows);
    counts.push({ in: n, out: n, failed: 0, missing: 0 }, { in: n, out: rows.length, failed: n - rows.length, missing: 0 });
    at += 2;
    return true;
  };
  while (at < steps.length) {
    const isUnchanged = at > kept && isSame(at) && last?.outputs[at - 1] === rows;
    if (!isUnchanged) {
      if (!runToSlice()) run();
      continue;
    }
    rows = outputBehind(last, at + 1);
    outputs.push(rows);
    counts.push(last.counts[at]!);
    at++;
  }
  return { rows, counts, prefix: { table, steps, outputs, counts, drag, ranSteps: steps.length - kept } };
}
