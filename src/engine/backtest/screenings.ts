/** Caches the rows of screens at the snapshots of a history: after an edit, only the steps from the edit on run. */
import { applySteps, outputBehind, type Prefix } from '../run/apply.ts';
import { passedSteps } from '../run/passedSteps.ts';
import { sameStep } from '../steps/language.ts';
import type { Step } from '../steps/registry.ts';
import { isSlice } from '../steps/slice.ts';
import type { Table } from '../table/table.ts';
import { withFormulas } from '../table/withFormulas.ts';
import type { HistoryView } from './historyView.ts';

/** The screens cached separately: the screen, the one without its last slice, and the benchmarks'. */
type Slot = 'screen' | 'ranked' | 'benchmark';

export interface ScreenedRows {
  /** With the columns of the screen's formulas. */
  readonly table: Table;
  /** In order. They belong to the cache: copy them before transferring. */
  readonly rows: Uint32Array;
}

/** The steps without their last slice, which give all rows that the screen ranks. */
export function withoutLastSlice(steps: readonly Step[]): readonly Step[] {
  const at = steps.findLastIndex(isSlice);
  return at < 0 ? steps : steps.toSpliced(at, 1);
}

function firstSteps(prefix: Prefix, count: number): Prefix {
  const { steps, outputs, counts } = prefix;
  return {
    ...prefix,
    steps: steps.slice(0, count),
    outputs: outputs.slice(0, count),
    counts: counts.slice(0, count),
    drag: null,
  };
}

/** The steps shared with the last list. Over hundreds of dates, updating the steps after an edit incrementally costs more than running them. */
function commonPrefix(last: Prefix | undefined, steps: readonly Step[]): Prefix | null {
  if (!last) return null;
  let count = 0;
  while (count < last.steps.length && count < steps.length && sameStep(last.steps[count]!, steps[count]!)) count++;
  return count === last.steps.length ? last : firstSteps(last, count);
}

export class Screenings {
  readonly #view: HistoryView;
  readonly #prefixes = new Map<string, Prefix>();

  constructor(view: HistoryView) {
    this.#view = view;
  }

  /** The last prefix of a slot and snapshot; initially the benchmarks'. */
  #lastAt(slot: Slot, place: number): Prefix | undefined {
    return this.#prefixes.get(`${slot} ${place}`) ?? this.#prefixes.get(`benchmark ${place}`);
  }

  #prefixAt(slot: Slot, place: number, steps: readonly Step[]): ScreenedRows & { readonly prefix: Prefix } {
    const key = `${slot} ${place}`;
    const { rows, prefix } = applySteps(this.#view.tableAt(place), steps, commonPrefix(this.#lastAt(slot, place), steps));
    this.#prefixes.set(key, prefix);
    return { table: prefix.table, rows, prefix };
  }

  /** The rows of one of many variants, most of which share the first `fixed` steps. */
  variantAt(place: number, steps: readonly Step[], fixed: number): ScreenedRows {
    const key = `variant ${place}`;
    const kept = commonPrefix(this.#prefixes.get(key), steps);
    const { rows, prefix } = applySteps(this.#view.tableAt(place), steps, kept);
    if (kept?.steps.length !== fixed) {
      if (fixed > 0) outputBehind(prefix, fixed);
      this.#prefixes.set(key, firstSteps(prefix, fixed));
    }
    return { table: prefix.table, rows };
  }

  /** Rows screened by a database; null when this engine screens. */
  #rowsElsewhere(place: number, steps: readonly Step[]): ScreenedRows | null {
    const rows = this.#view.rowsAt?.(place, steps);
    return rows ? { table: withFormulas(this.#view.tableAt(place), steps), rows } : null;
  }

  at(place: number, steps: readonly Step[], slot: Slot = 'screen'): ScreenedRows {
    return this.#rowsElsewhere(place, steps) ?? this.#prefixAt(slot, place, steps);
  }

  /** The rows without the last slice. */
  rankedAt(place: number, steps: readonly Step[]): ScreenedRows {
    const elsewhere = this.#rowsElsewhere(place, withoutLastSlice(steps));
    if (elsewhere) return elsewhere;
    const slice = steps.findLastIndex(isSlice);
    if (slice >= 0 && slice < steps.length - 1) return this.#prefixAt('ranked', place, withoutLastSlice(steps));
    const { table, rows, prefix } = this.#prefixAt('screen', place, steps);
    return { table, rows: slice < 0 ? rows : outputBehind(prefix, slice) };
  }

  /** How many of the steps each row of the table passes. */
  passedAt(place: number, steps: readonly Step[]): Uint8Array {
    return passedSteps(this.#prefixAt('screen', place, steps).prefix);
  }
}
