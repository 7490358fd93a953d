/** How the number columns are spread, over the universe and over the present rows: asked for after each result, what is on the screen first. */
import { isText } from '../../catalogue/column.ts';
import { Cancelled } from '../../engine/worker/client.ts';
import type { Answered, ColumnDistribution } from '../../engine/worker/protocol.ts';
import { engine } from './engine.ts';
import { columnOf, type Frame, state } from './store.ts';
import { onColumnsVoid } from './values.ts';

/** Name of the page's mark on the browser's timeline: all columns have been counted. */
const COUNTED_MARK = 'distributions';

let known = new Map<string, ColumnDistribution>();
let version = -1;
/** The rows that were last counted, and the columns that have been. */
let counted: { readonly rows: Uint32Array | null; readonly ids: Set<string> } = { rows: null, ids: new Set() };
onColumnsVoid((ids) => {
  for (const id of ids) {
    known.delete(id);
    counted.ids.delete(id);
  }
});
const arrivals = new Set<(ids: readonly string[]) => void>();

/** What is known of a column: of the present rows, or until they have been counted, of those before. */
export function distributionOf(id: string): ColumnDistribution | undefined {
  return known.get(id);
}

/** Calls back when columns have been counted. */
export function onDistributions(listener: (ids: readonly string[]) => void): () => void {
  arrivals.add(listener);
  return () => arrivals.delete(listener);
}

/** Counts these columns over the rows of the frame; a later call overtakes it. While countries are still coming nothing is counted. */
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
  job.done.then(mark, forget);
}

function keep(of: number, columns: readonly ColumnDistribution[]): void {
  if (of !== version) {
    version = of;
    known = new Map();
  }
  for (const column of columns) known.set(column.universe.id, column);
  const ids = columns.map((column) => column.universe.id);
  for (const listener of arrivals) listener(ids);
}

/** For who measures the page. One is kept, so that a long day leaves no thousands behind. */
function mark(): void {
  performance.clearMarks(COUNTED_MARK);
  performance.mark(COUNTED_MARK);
}

/** An overtaken or refused count changes nothing that is shown. */
function forget(error: unknown): void {
  if (!(error instanceof Cancelled)) console.warn(error);
}
