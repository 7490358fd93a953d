import { numberKeys, sortByKeys } from '../../kernels/sort.ts';
import { isMoney } from '../catalogue/column.ts';
import { type Change, changeBetween, changed, isInRowOrder, isRowWise } from './change.ts';
import { withFormulas } from './computed.ts';
import { applyCondition } from './conditions.ts';
import { stepFault } from './faults.ts';
import { applyIssuer } from './issuer.ts';
import type { StepCount } from './protocol.ts';
import { applyRank, applyTop } from './ranked.ts';
import { share } from './share.ts';
import { type SliceStep, type SortStep, type Step, sameStep } from './steps.ts';
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
  if (step.operatorType === 'let' || (step.operatorType === 'filter' && step.columnId === null)) return through;
  const kept =
    step.operatorType === 'top'
      ? applyTop(table, step, rows)
      : step.operatorType === 'rank'
        ? applyRank(table, step, rows)
        : step.operatorType === 'issuer'
          ? applyIssuer(table, rows)
          : applyCondition(table, step, rows, mask);
  const out = kept.rows.length;
  return { rows: kept.rows, count: { in: rows.length, out, failed: rows.length - out - kept.missing, missing: kept.missing } };
}

/**
 * Folds the steps over all rows of the table, to which their formulas add columns. Steps that begin like those of `prefix`, over the same table, are not run again.
 * `maskOf` may know the mask of a numeric filter over all rows.
 * The arrays are the cache's: copy before giving one away.
 */
export function applySteps(
  universe: Table,
  steps: readonly Step[],
  prefix: Prefix | null,
  maskOf: (step: Step) => Uint8Array | undefined = () => undefined,
): Applied & { prefix: Prefix } {
  const table = withFormulas(universe, steps);
  let kept = 0;
  if (prefix && prefix.table === table) {
    while (kept < steps.length && kept < prefix.steps.length && sameStep(steps[kept]!, prefix.steps[kept]!)) kept++;
  }
  const outputs = prefix ? prefix.outputs.slice(0, kept) : [];
  const counts = prefix ? prefix.counts.slice(0, kept) : [];
  let rows = outputs.at(-1) ?? table.rows;
  const isAscending = steps.slice(0, kept).every(isRowWise) && isInRowOrder(table);
  /** How the rows differ from those that came out of the same place before. */
  let change: Change | null = null;
  for (let at = kept; at < steps.length; at++) {
    const step = steps[at]!;
    const [before, count] = [prefix?.outputs[at], prefix?.counts[at]];
    const isSame = change !== null && prefix !== null && at < prefix.steps.length && sameStep(step, prefix.steps[at]!);
    if (isSame && change && before && count && isRowWise(step)) {
      const came = applyStep(table, step, change.added);
      const left = applyStep(table, step, change.removed);
      change = { added: came.rows, removed: left.rows };
      const missing = count.missing + came.count.missing - left.count.missing;
      const merged = changed(before, change);
      counts.push({ in: rows.length, out: merged.length, failed: rows.length - merged.length - missing, missing });
      rows = merged;
    } else {
      const applied = applyStep(table, step, rows, maskOf(step));
      rows = applied.rows;
      counts.push(applied.count);
      const next = steps[at + 1];
      const isEdited = at === kept && isAscending && before !== undefined && prefix?.table === table;
      const isOfUse = next !== undefined && isRowWise(next) && isRowWise(step);
      change = isEdited && isOfUse && isRowWise(prefix.steps[at]!) ? changeBetween(before, rows) : null;
    }
    outputs.push(rows);
  }
  return { rows, counts, prefix: { table, steps, outputs, counts, ranSteps: steps.length - kept } };
}
