/** Compares two screens over the same table: common rows, rows of only one, and the step behind each difference. */
import { applySteps, type Prefix } from '../run/apply.ts';
import { passedSteps } from '../run/passedSteps.ts';
import { sameStep } from '../steps/language.ts';
import type { Step } from '../steps/registry.ts';
import type { Table } from '../table/table.ts';
import { difference } from './order.ts';

/** The row sets of a comparison. */
export const PARTS = ['a', 'b', 'both', 'onlyA', 'onlyB'] as const;
export type Part = (typeof PARTS)[number];

/** A row that only one screen has, and the zero-based step of the other screen that dropped it. */
export interface Missed {
  /** Row of A's table; null for a security of B that was not listed on the date of A. */
  readonly row: number | null;
  /** null when the security was not listed on the other screen's date. */
  readonly step: number | null;
  /** Symbol and row in B's table of a security that A's table lacks. */
  readonly symbol?: string;
  readonly rowB?: number;
}

/** A run of steps in A that B replaces with a run of its own; either may be empty. `to` is exclusive. */
export interface Edit {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

/** The effect of one edit: rows that enter, leave or move when B's steps replace A's at this position. */
export interface EditEffect extends Edit {
  readonly entered: number;
  readonly left: number;
  readonly moved: number;
}

export interface Comparison {
  readonly rowCountA: number;
  readonly rowCountB: number;
  /** In the order of A. */
  readonly both: Uint32Array;
  /** In the order of A; the step is one of B. */
  readonly onlyA: readonly Missed[];
  /** In the order of B; the step is one of A. */
  readonly onlyB: readonly Missed[];
  readonly edits: readonly EditEffect[];
}

/** The edits that turn one list of steps into the other, from their longest common subsequence. */
export function editsBetween(a: readonly Step[], b: readonly Step[]): Edit[] {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = sameStep(a[i]!, b[j]!)
        ? lengths[(i + 1) * width + j + 1]! + 1
        : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
    }
  }
  const edits: Edit[] = [];
  let [i, j, fromA, fromB] = [0, 0, 0, 0];
  const close = (): void => {
    if (i > fromA || j > fromB) edits.push({ fromA, toA: i, fromB, toB: j });
  };
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && sameStep(a[i]!, b[j]!)) {
      close();
      i++;
      j++;
      [fromA, fromB] = [i, j];
    } else if (j >= b.length || (i < a.length && lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!)) i++;
    else j++;
  }
  close();
  return edits;
}

/** The rows of a part, in the order of the screen they come from; `both` is in the order of A. */
export function partRows(a: Uint32Array, b: Uint32Array, part: Part, rowCount: number): Uint32Array {
  if (part === 'a') return a;
  if (part === 'b') return b;
  const [own, other] = part === 'onlyB' ? [b, a] : [a, b];
  const isInOther = new Uint8Array(rowCount);
  for (let i = 0; i < other.length; i++) isInOther[other[i]!] = 1;
  const wanted = part === 'both' ? 1 : 0;
  return own.filter((row) => isInOther[row] === wanted);
}

function missed(rows: Uint32Array, other: Prefix): Missed[] {
  const passed = passedSteps(other);
  return Array.from(rows, (row) => ({ row, step: passed[row]! }));
}

/** Compares two screens. Passing a screen's prefix avoids running it again. */
export function comparison(
  universe: Table,
  stepsA: readonly Step[],
  stepsB: readonly Step[],
  prefixes: { readonly a: Prefix | null; readonly b: Prefix | null } = { a: null, b: null },
): Comparison {
  const a = applySteps(universe, stepsA, prefixes.a);
  const b = applySteps(universe, stepsB, prefixes.b);
  const part = (name: Part): Uint32Array => partRows(a.rows, b.rows, name, universe.rowCount);
  return {
    rowCountA: a.rows.length,
    rowCountB: b.rows.length,
    both: part('both'),
    onlyA: missed(part('onlyA'), b.prefix),
    onlyB: missed(part('onlyB'), a.prefix),
    edits: editsBetween(stepsA, stepsB).map((edit) => {
      const reverted = stepsB.toSpliced(edit.fromB, edit.toB - edit.fromB, ...stepsA.slice(edit.fromA, edit.toA));
      const { rows } = applySteps(universe, reverted, b.prefix);
      return { ...edit, ...difference(rows, b.rows, universe.rowCount) };
    }),
  };
}
