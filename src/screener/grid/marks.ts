import type { SortDirection } from '../../catalogue/codes.ts';
import { orderingSorts } from '../steps/sort.ts';
import type { StepEntry } from '../store.ts';

/** How the rows are sorted by a column; the rank counts from 1 and is null when there is only one sort. */
export interface SortEntryMark {
  readonly direction: SortDirection;
  readonly rank: number | null;
}

export function sortMarks(entries: readonly StepEntry[]): ReadonlyMap<string, SortEntryMark> {
  const sorts = orderingSorts(entries);
  const isSeveral = new Set(sorts.map(({ step }) => step.columnId)).size > 1;
  const marks = new Map<string, SortEntryMark>();
  for (const { step } of sorts) {
    if (!marks.has(step.columnId)) {
      marks.set(step.columnId, { direction: step.sortOperator, rank: isSeveral ? marks.size + 1 : null });
    }
  }
  return marks;
}
