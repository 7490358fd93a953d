/** Distributions of number columns over the universe and the present rows, requested after each result, visible columns first. */
import { isText } from '../../catalogue/column.ts';
import type { Answered, ColumnDistribution } from '../../engine/worker/protocol.ts';
import { type Events, makeListeners } from '../../shell/listeners.ts';
import { engine } from './engine.ts';
import { columnOf, type Frame, state } from './store.ts';
import { onColumnsVoid } from './values.ts';
import { warn } from './warn.ts';

/** Performance mark set when all columns have been counted. */
const COUNTED_MARK = 'distributions';

let known = new Map<string, ColumnDistribution>();
let version = -1;
/** The rows counted last and the columns counted so far. */
let counted: { readonly rows: Uint32Array | null; readonly ids: Set<string> } = { rows: null, ids: new Set() };
onColumnsVoid((ids) => {
  for (const id of ids) {
    known.delete(id);
    counted.ids.delete(id);
  }
});
const arrivals = makeListeners<[ids: readonly string[]]>();

/** The distribution over the present rows; over the previous ones until these are counted. */
export function distributionOf(id: string): ColumnDistribution | undefined {
  return known.get(id);
}

export const distributionArrivals: Events<[ids: readonly string[]]> = arrivals;

/** Counts columns over the frame's rows; a later call replaces it. Waits until all countries are loaded. */
export function countColumns(ids: readonly string[], frame: Frame): void {
  if (state.universe.loading && frame.date === null) return;
  if (counted.rows !== frame.rows) counted = { rows: frame.rows, ids: new Set() };
  const { ids: done } = counted;
  const wanted = ids.filter((id) => {
    const column = columnOf(id);
    return column && !isText(column) && !done.has(id);
  });
  if (wanted.length === 0) return;
  const onPart = ({ version: of, columns }: Answered<'distributions'>): void => {
    for (const column of columns) done.add(column.universe.id);
    keep(of, columns);
  };
  const job = engine().ask('distributions', { ids: [...new Set(wanted)], stepCount: frame.stepCount }, { onPart });
  job.done.then(mark, warn);
}

function keep(of: number, columns: readonly ColumnDistribution[]): void {
  if (of !== version) {
    version = of;
    known = new Map();
  }
  for (const column of columns) known.set(column.universe.id, column);
  const ids = columns.map((column) => column.universe.id);
  arrivals.tell(ids);
}

/** For measurements. Only the last mark is kept, so that marks do not accumulate. */
function mark(): void {
  performance.clearMarks(COUNTED_MARK);
  performance.mark(COUNTED_MARK);
}
