/** Sorting by clicks on grid headers: edits only sorts that affect the visible order, never which rows are kept. */
import type { SortDirection } from '../../catalogue/codes.ts';
import { type Column, isText } from '../../catalogue/column.ts';
import { dependsOn } from '../../engine/steps/language.ts';
import { isSort, type SortStep, sortStep } from '../../engine/steps/sort.ts';
import { t } from '../../shell/i18n.ts';
import { beginGesture, endGesture } from '../history/gesture.ts';
import { columnOf, type StepEntry, say, state } from '../state/store.ts';
import { columnLabel } from '../state/words.ts';
import { directionText } from './direction.ts';
import { newEntry, setEntries } from './edit.ts';

const NUMBER_CYCLE: readonly SortDirection[] = ['None', 'Descending', 'Ascending'];
const TEXT_CYCLE: readonly SortDirection[] = ['None', 'Ascending', 'Descending'];

/** The next direction on a click. */
export function nextDirection(column: Column, direction: SortDirection): SortDirection {
  const cycle = isText(column) ? TEXT_CYCLE : NUMBER_CYCLE;
  return cycle[(cycle.indexOf(direction) + 1) % cycle.length] ?? 'None';
}

type SortEntry = StepEntry & { readonly step: SortStep };

function isOrdering(entry: StepEntry): entry is SortEntry {
  return isSort(entry.step) && entry.step.sortOperator !== 'None';
}

/** Enabled sorts by significance, last first: sorting is stable, and filters and slices keep the order. */
export function orderingSorts(entries: readonly StepEntry[]): readonly SortEntry[] {
  return entries.filter((entry) => entry.on && isOrdering(entry)).reverse() as SortEntry[];
}

/** Sorts after the last order-dependent step: changing them does not change which rows are kept. */
function looseSorts(entries: readonly StepEntry[]): readonly SortEntry[] {
  const last = entries.findLastIndex((entry) => entry.on && dependsOn(entry.step) === 'all');
  return orderingSorts(entries.slice(last + 1));
}

/** The steps after a click on a header; `also` keeps other sorts and adds this one below them. */
export function sortedEntries(entries: readonly StepEntry[], column: Column, also: boolean): readonly StepEntry[] {
  const sorts = looseSorts(entries);
  const own = sorts.find((entry) => entry.step.columnId === column.id);
  if (own) {
    const sortOperator = nextDirection(column, own.step.sortOperator);
    return sortOperator === 'None'
      ? entries.filter((entry) => entry !== own)
      : entries.map((entry) => (entry === own ? { ...own, step: { ...own.step, sortOperator } } : entry));
  }
  const shown = orderingSorts(entries).find((entry) => entry.step.columnId === column.id)?.step.sortOperator ?? 'None';
  const after = nextDirection(column, shown);
  const sortOperator = after === 'None' ? nextDirection(column, after) : after;
  const added = newEntry(sortStep({ columnId: column.id, sortOperator }));
  const least = sorts.at(-1);
  if (also && least) return entries.toSpliced(entries.indexOf(least), 0, added);
  // Sorts before a slice select its rows and stay; they are repeated after it, so that the new one ranks below them.
  const above = also ? orderingSorts(entries) : [];
  if (above.length > 0) return [...entries, added, ...above.toReversed().map(({ step }) => newEntry(step))];
  const [primary] = sorts;
  return primary ? entries.map((entry) => (entry === primary ? added : entry)) : [...entries, added];
}

/** Handles a click on a header. */
export function sortByHeader(columnId: string, also: boolean): void {
  const column = columnOf(columnId);
  if (!column) return;
  // Keeps the header under the pointer.
  beginGesture();
  setTimeout(endGesture);
  setEntries(sortedEntries(state.steps, column, also));
  const sort = orderingSorts(state.steps).find((entry) => entry.step.columnId === columnId);
  const label = columnLabel(columnId);
  if (!sort) say(t('announcement.unsorted', { column: label }));
  else say(t('announcement.sorted', { column: label, direction: directionText(column, sort.step.sortOperator) }));
}
