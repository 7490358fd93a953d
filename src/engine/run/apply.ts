import { filterRows, type Pass } from '../../../kernels/loops/filter.ts';
import { isAsOf } from '../steps/asOf.ts';
import { passOf, rowsAfter } from '../steps/execution.ts';
import { dependsOn, isRowWise, sameStep, stepFault } from '../steps/language.ts';
import type { Step } from '../steps/registry.ts';
import { isSlice, sliceBounds } from '../steps/slice.ts';
import { applySorts, isSort, type Precedes, sortedFirst } from '../steps/sort.ts';
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

/** Cached results of each step of one list over one table, so that an edit reruns only the steps from it on. */
export interface Prefix {
  readonly table: Table;
  readonly steps: readonly Step[];
  /** Output of each step; null until {@link outputBehind} computes it. */
  readonly outputs: (Uint32Array | null)[];
  readonly counts: readonly StepCount[];
  /** The filter edited last. */
  readonly drag: Drag | null;
  /** Number of steps run, not reused, in the last call. */
  readonly ranSteps: number;
}

/** Up to this share of the rows, a slice spares its sort from ordering all of them. */
const SLICE_SHARE_MAX = 0.5;

/** A date that is not available gives no rows: no answer is better than a wrong one. */
const noRows = ({ length }: Uint32Array): { rows: Uint32Array; count: StepCount } => ({
  rows: new Uint32Array(0),
  count: { in: length, out: 0, failed: 0, missing: length },
});

/** Applies one step. A faulty step, or one without effect, returns its input; a date without a history returns no rows. */
export function applyStep(table: Table, step: Step, rows: Uint32Array): { rows: Uint32Array; count: StepCount } {
  const through = { rows, count: { in: rows.length, out: rows.length, failed: 0, missing: 0 } };
  if (stepFault(step, (id) => table.column(id)) !== null) return isAsOf(step) ? noRows(rows) : through;
  if (dependsOn(step) === 'nothing') return through;
  const kept = rowsAfter(table, step, rows);
  const out = kept.rows.length;
  return { rows: kept.rows, count: { in: rows.length, out, failed: rows.length - out - kept.missing, missing: kept.missing } };
}

type MaskOf = (step: Step) => Uint8Array | undefined;

/** The loops of the leading consecutive filters in steps[from, to). */
function passesFrom(table: Table, steps: readonly Step[], from: number, to: number, maskOf: MaskOf): Pass[] {
  const passes: Pass[] = [];
  for (const step of steps.slice(from, to)) {
    const pass = stepFault(step, (id) => table.column(id)) === null ? passOf(table, step, maskOf(step)) : null;
    if (!pass) break;
    passes.push(pass);
  }
  return passes;
}

/** Applies the first of steps[from, to), or all leading consecutive filters in one pass. Returns as many counts as steps were run. */
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

/** The rows after the first `stepCount` steps. The array belongs to the cache: copy it before transferring. */
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

/** The rows after each step. */
export function outputsOf(prefix: Prefix): readonly Uint32Array[] {
  return prefix.steps.map((_, at) => outputBehind(prefix, at + 1));
}

/** A step's counts, updated by its counts for the rows that were added and removed. */
function countAfter(before: StepCount, came: StepCount, left: StepCount): StepCount {
  const sum = (name: keyof StepCount): number => before[name] + came[name] - left[name];
  return { in: sum('in'), out: sum('out'), failed: sum('failed'), missing: sum('missing') };
}

/** One run of a list of steps over a table: what is reused from the last list, what follows from an edit, and what is run. */
class Run {
  readonly #table: Table;
  readonly #steps: readonly Step[];
  readonly #maskOf: MaskOf;
  /** The last list over the same table. */
  readonly #last: Prefix | null;
  /** Number of leading steps that equal the last list's. */
  readonly #kept: number;
  readonly #outputs: (Uint32Array | null)[];
  readonly #counts: StepCount[];
  #rows: Uint32Array;
  #drag: Drag | null = null;

  constructor(table: Table, steps: readonly Step[], prefix: Prefix | null, maskOf: MaskOf) {
    this.#table = table;
    this.#steps = steps;
    this.#maskOf = maskOf;
    this.#last = prefix?.table === table ? prefix : null;
    let kept = 0;
    while (this.#isSame(kept)) kept++;
    this.#kept = kept;
    this.#rows = this.#last ? outputBehind(this.#last, kept) : table.rows;
    this.#outputs = this.#last ? this.#last.outputs.slice(0, kept) : [];
    this.#counts = this.#last ? this.#last.counts.slice(0, kept) : [];
  }

  /** The next step. */
  get #at(): number {
    return this.#counts.length;
  }

  #isSame(at: number): boolean {
    const [step, before] = [this.#steps[at], this.#last?.steps[at]];
    return step !== undefined && before !== undefined && sameStep(step, before);
  }

  /** The change that an edited filter makes to its output, when that is faster to compute than the output. */
  #editedChange(last: Prefix, before: Step, step: Step, order: Precedes): Change | null {
    const edit = dragged(this.#table, before, step, this.#rows, last.drag);
    this.#drag = edit?.drag ?? null;
    if (edit?.change) {
      const moved = edit.change.added.length - edit.change.removed.length;
      const { out, failed, ...count } = last.counts[this.#kept]!;
      this.#counts.push({ ...count, out: out + moved, failed: failed - moved });
      this.#outputs.push(null);
      return edit.change;
    }
    const next = this.#kept + 1;
    const isFollowed = this.#isSame(next) && orderBehind(this.#table)(order, this.#steps[next]!) !== null;
    if (!isRowWise(before) || !isRowWise(step) || !isFollowed) return null;
    this.#runNext(next);
    return changeBetween(outputBehind(last, this.#at), this.#rows, order);
  }

  /** After an edited filter, applies the following filters and sorts only to the rows that the edit added or removed. */
  followEdit(): void {
    const last = this.#last;
    const [step, before] = [this.#steps[this.#kept], last?.steps[this.#kept]];
    if (!last || !step || !before) return;
    let order = this.#steps.slice(0, this.#kept).reduce(orderBehind(this.#table), orderOf(this.#table));
    if (!order) return;
    let change = this.#editedChange(last, before, step, order);
    if (!change) return;
    while (this.#isSame(this.#at)) {
      const next = orderBehind(this.#table)(order, this.#steps[this.#at]!);
      if (!next) break;
      order = next;
      const came = applyStep(this.#table, this.#steps[this.#at]!, change.added);
      const left = applyStep(this.#table, this.#steps[this.#at]!, change.removed);
      change = { added: came.rows, removed: left.rows };
      this.#counts.push(countAfter(last.counts[this.#at]!, came.count, left.count));
      this.#outputs.push(null);
    }
    this.#rows = this.#outputs[this.#at - 1] ?? changed(outputBehind(last, this.#at), change, order);
    this.#outputs[this.#at - 1] = this.#rows;
  }

  #runNext(to = this.#steps.length): void {
    const applied = applyNext(this.#table, this.#steps, this.#rows, this.#at, to, this.#maskOf);
    this.#rows = applied.rows;
    this.#counts.push(...applied.counts);
    // The outputs between filters run in one pass are computed on demand.
    while (this.#outputs.length < this.#at - 1) this.#outputs.push(null);
    this.#outputs.push(this.#rows);
  }

  /** Runs a sort and the following slice in one pass, when the slice drops most of the rows. */
  #runToSlice(): boolean {
    const [sort, slice] = [this.#steps[this.#at]!, this.#steps[this.#at + 1]];
    if (!isSort(sort) || !slice || !isSlice(slice)) return false;
    if ([sort, slice].some((each) => stepFault(each, (id) => this.#table.column(id)) !== null)) return false;
    const n = this.#rows.length;
    const [from, to] = sliceBounds(slice, n);
    if (to > n * SLICE_SHARE_MAX) return false;
    this.#rows = sortedFirst(this.#table, sort, this.#rows, to).subarray(from);
    const out = this.#rows.length;
    this.#outputs.push(null, this.#rows);
    this.#counts.push({ in: n, out: n, failed: 0, missing: 0 }, { in: n, out, failed: n - out, missing: 0 });
    return true;
  }

  /** Runs two consecutive sorts in one, when that is faster. */
  #runSorts(): boolean {
    const [first, second] = [this.#steps[this.#at]!, this.#steps[this.#at + 1]];
    if (!isSort(first) || !second || !isSort(second)) return false;
    if ([first, second].some((each) => stepFault(each, (id) => this.#table.column(id)) !== null)) return false;
    const rows = applySorts(this.#table, first, second, this.#rows);
    if (!rows) return false;
    this.#rows = rows;
    const n = rows.length;
    const count = { in: n, out: n, failed: 0, missing: 0 };
    this.#outputs.push(null, rows);
    this.#counts.push(count, count);
    return true;
  }

  /** Runs the remaining steps, except those whose input and step are unchanged. */
  runRest(): void {
    while (this.#at < this.#steps.length) {
      const at = this.#at;
      const last = at > this.#kept && this.#isSame(at) && this.#last?.outputs[at - 1] === this.#rows ? this.#last : null;
      if (last) {
        this.#rows = outputBehind(last, at + 1);
        this.#outputs.push(this.#rows);
        this.#counts.push(last.counts[at]!);
      } else if (!this.#runToSlice() && !this.#runSorts()) this.#runNext();
    }
  }

  result(): Applied & { prefix: Prefix } {
    const [table, steps, outputs, counts] = [this.#table, this.#steps, this.#outputs, this.#counts];
    const ranSteps = steps.length - this.#kept;
    return { rows: this.#rows, counts, prefix: { table, steps, outputs, counts, drag: this.#drag, ranSteps } };
  }
}

/**
 * Applies the steps to all rows of the table, extended by their formulas' columns. Leading steps shared with `prefix` over the same
 * table are not run again; after an edited filter, the following filters and sorts see only the rows that the edit added or removed.
 * The arrays belong to the cache: copy them before transferring.
 * @param maskOf may return the mask of a numeric filter over all rows
 */
export function applySteps(
  universe: Table,
  steps: readonly Step[],
  prefix: Prefix | null,
  maskOf: MaskOf = () => undefined,
): Applied & { prefix: Prefix } {
  const run = new Run(withFormulas(universe, steps), steps, prefix, maskOf);
  run.followEdit();
  run.runRest();
  return run.result();
}
