/** Column and row orders of the panorama, computed by the engine; the previous order stays meanwhile and after a cancel. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { isText } from '../../catalogue/column.ts';
import type { ColumnBlock } from '../../engine/panorama/columnOrder.ts';
import type { ColumnOrder, RowOrder } from '../../engine/panorama/frame.ts';
import type { Job } from '../../engine/worker/client.ts';
import { shownIds } from '../columns/view.ts';
import { engine } from '../state/engine.ts';
import { columnOf, type Frame, type StepEntry, useAddedColumns, type View } from '../state/store.ts';
import { warn } from '../state/warn.ts';
import { sortMarks } from '../steps/sortMarks.ts';
import type { Zoom } from '../zoom/level.ts';

/** Progress (0 … 1) and cancellation. */
export interface Ordering {
  readonly share: number;
  readonly cancel: () => void;
}

export interface Ordered<T> {
  readonly value: T;
  readonly ordering: Ordering | null;
}

/** Column order; clustered by default at the color-only levels. */
export function columnOrderOf({ columnOrder, level }: Zoom): ColumnOrder {
  return columnOrder ?? (level >= 4 ? 'cluster' : 'group');
}

/** Row order: the screen's; by sector and size by default where nothing sorts the rows at pixel level. */
export function rowOrderOf({ rowOrder, level }: Zoom, steps: readonly StepEntry[]): RowOrder {
  return rowOrder ?? (level === 5 && sortMarks(steps).size === 0 ? 'sector' : 'screen');
}

/** Runs of columns of one group in view order. */
function groupBlocks(ids: readonly string[]): readonly ColumnBlock[] {
  const blocks: { ids: string[]; group: ColumnBlock['group']; isAmounts: boolean }[] = [];
  for (const id of ids) {
    const group = columnOf(id)?.group ?? null;
    const last = blocks.at(-1);
    if (last && last.group === group) last.ids.push(id);
    else blocks.push({ ids: [id], group, isAmounts: false });
  }
  return blocks;
}

/** Applies an order found for other columns; new ones come last. */
export function keptOrder(blocks: readonly ColumnBlock[], ids: readonly string[]): readonly ColumnBlock[] {
  const left = new Set(ids);
  const kept = blocks.map((block) => ({ ...block, ids: block.ids.filter((id) => left.delete(id)) }));
  return [...kept.filter((block) => block.ids.length > 0), ...groupBlocks([...left])];
}

interface Known<T> {
  readonly key: object;
  readonly order: string;
  readonly value: T;
}

/** The engine's answer for `key` and `order`; null until it arrives or when either is null. */
function useOrdered<T>(
  key: object | null,
  order: string | null,
  start: (onProgress: (done: number, total: number) => void) => Job<T>,
): Ordered<T | null> {
  const [known, setKnown] = useState<Known<T> | null>(null);
  const [ordering, setOrdering] = useState<Ordering | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: key and order identify the request
  useEffect(() => {
    setOrdering(null);
    if (!key || order === null) return;
    const job = start((done, total) => setOrdering({ share: done / Math.max(1, total), cancel: job.cancel }));
    setOrdering({ share: 0, cancel: job.cancel });
    let isCurrent = true;
    job.done.then(
      (value) => {
        if (!isCurrent) return;
        setKnown({ key, order, value });
        setOrdering(null);
      },
      (error: unknown) => {
        if (isCurrent) setOrdering(null);
        warn(error);
      },
    );
    return () => {
      isCurrent = false;
      job.cancel();
    };
  }, [key, order]);
  return { value: known?.order === order ? known.value : null, ordering };
}

/** Number columns of the view in blocks. */
export function useColumnBlocks(view: View, frame: Frame | null, isLoading: boolean): Ordered<readonly ColumnBlock[]> {
  const added = useAddedColumns();
  const { columns, pinned } = view;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns also depend on the server and on formulas
  const ids = useMemo(
    () =>
      shownIds(view).filter((id) => {
        const column = columnOf(id);
        return column !== undefined && !isText(column);
      }),
    [columns, pinned, added],
  );
  const order = columnOrderOf(view.zoom);
  const key = useMemo(() => (frame && !isLoading ? { ids, rows: frame.rows } : null), [ids, frame, isLoading]);
  const { value, ordering } = useOrdered(key, order === 'group' ? null : order, (onProgress) => {
    const job = engine().ask('columnOrder', { ids, order, stepCount: frame?.stepCount ?? 0 }, { onProgress });
    return { cancel: job.cancel, done: job.done.then(({ blocks }) => blocks) };
  });
  const shown = useRef<readonly ColumnBlock[]>([]);
  const blocks = useMemo(
    () => (order === 'group' ? groupBlocks(ids) : keptOrder(value ?? shown.current, ids)),
    [value, ids, order],
  );
  shown.current = blocks;
  return useMemo(() => ({ value: blocks, ordering }), [blocks, ordering]);
}

const NO_ROWS = new Uint32Array(0);

export function useOrderedRows(
  view: View,
  steps: readonly StepEntry[],
  frame: Frame | null,
  isLoading: boolean,
): Ordered<Uint32Array> {
  const { isOnePerIssuer } = view.zoom;
  const order = rowOrderOf(view.zoom, steps);
  const asks = !isLoading && (order !== 'screen' || isOnePerIssuer);
  const rows = frame?.rows ?? NO_ROWS;
  const { value, ordering } = useOrdered(asks && frame ? rows : null, `${order} ${isOnePerIssuer}`, (onProgress) => {
    const version = frame?.version ?? -1;
    const job = engine().ask('rowOrder', { version, rows, order, isOnePerIssuer }, { onProgress });
    return { cancel: job.cancel, done: job.done.then((answer) => ({ of: rows, ordered: answer.rows })) };
  });
  const shown = useRef({ of: rows, ordered: rows });
  const former = shown.current.of === rows ? shown.current.ordered : rows;
  const found = value?.of === rows ? value.ordered : former;
  const ordered = asks ? found : rows;
  shown.current = { of: rows, ordered };
  return useMemo(() => ({ value: ordered, ordering }), [ordered, ordering]);
}
