import type { SortDirection } from '../../catalogue/codes.ts';
import { orderedBy } from '../../engine/steps/language.ts';
import type { StepEntry } from '../state/store.ts';

/** A column's role in the sort order; rank counts from 1, null for a single sort. Columns of a composite rank share it. */
export interface SortEntryMark {
  readonly direction: SortDirection;
  readonly rank: number | null;
}

/** The last ordering step is the most significant: sorting is stable. */
export function sortMarks(entries: readonly StepEntry[]): ReadonlyMap<string, SortEntryMark> {
  const marks = new Map<string, { direction: SortDirection; rank: number }>();
  let rank = 0;
  for (const entry of entries.toReversed()) {
    const news = entry.on ? orderedBy(entry.step).filter(({ columnId }) => !marks.has(columnId)) : [];
    if (news.length > 0) rank++;
    for (const { columnId, sortOperator } of news) marks.set(columnId, { direction: sortOperator, rank });
  }
  return rank > 1 ? marks : new Map([...marks].map(([columnId, { direction }]) => [columnId, { direction, rank: null }]));
}
