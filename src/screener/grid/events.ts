/**
 * Subscriptions of the grid: arriving columns and requests from other panels. Painters listen from the layout effect on: what
 * arrived between a paint and a later effect would stay unpainted.
 */
import type { GridColumn, GridSelection, Item, Rectangle } from '@glideapps/glide-data-grid';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSnapshot } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { type Column, isText } from '../../catalogue/column.ts';
import { afterPaint } from '../../shell/afterPaint.ts';
import { allIds, frozenIds } from '../columns/view.ts';
import { percentileArrivals, wantNoPercentiles, wantPercentiles } from '../lens/percentiles.ts';
import { setDetail } from '../rows/chosen.ts';
import { countColumns, distributionArrivals } from '../state/distributions.ts';
import { onJump } from '../state/jump.ts';
import { asRef, type Frame, state } from '../state/store.ts';
import { columnArrivals } from '../state/values.ts';
import { sortMarks } from '../steps/sortMarks.ts';
import { isPanorama } from '../zoom/level.ts';
import { leftOf } from './anchor.ts';
import { GROUP_PX, type Signs } from './header.ts';
import type { GridLayout } from './layout.ts';
import { cellCount, cellSelection } from './selection.ts';
import { boundsOfColumn } from './spread.ts';
import { type GridRef, paintHeaders, type Region } from './staleHeaders.ts';

/** Number of columns beyond the visible ones whose percentiles are prefetched. */
const NEAR_COUNT = 6;

/** Visible cells of a column. */
function cellsOf(id: string, columns: readonly Column[], { x, y, width, height }: Rectangle): { cell: Item }[] {
  const frozen = frozenIds().length;
  const place = columns.findIndex((column) => column.id === id);
  if (place < 0 || (place >= frozen && (place < x || place > x + width))) return [];
  return Array.from({ length: height + 1 }, (_, index) => ({ cell: [place, y + index] }));
}

/** Delay after the last column before the accessible table is updated. */
const TOLD_AFTER_MS = 200;

/**
 * Repaints a visible column when its values or percentiles arrive. Returns a counter of such updates: the grid's accessible table only
 * changes when all cells are recreated.
 */
export function useArrivals(ref: GridRef, region: Region, columns: readonly Column[]): number {
  const [count, setCount] = useState(0);
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setCount((before) => before + 1), TOLD_AFTER_MS);
    };
    const endRanks = percentileArrivals.add(([id = '']) => {
      const seen = state.view.lens ? cellsOf(id, columns, region.current) : [];
      if (seen.length === 0) return;
      ref.current?.updateCells(seen);
      if (state.view.lensText === 'percentiles') tell();
    });
    const end = columnArrivals.add((id) => {
      const seen = cellsOf(id, columns, region.current);
      // The header shows the scale of the figures.
      const head = columns.findIndex((column) => column.id === id);
      const cells = [...seen, ...(head < 0 ? [] : [{ cell: [head, -1] as Item }])];
      if (cells.length > 0) ref.current?.updateCells(cells);
      if (seen.length > 0) tell();
    });
    return () => {
      clearTimeout(timer);
      end();
      endRanks();
    };
  }, [ref, region, columns]);
  return count;
}

/** Requests the percentiles of the visible columns while the lens is on. */
export function wantLens(columns: readonly Column[], { x, width }: Rectangle): void {
  const { frame, view } = state;
  if (!frame || !view.lens || state.universe.loading) {
    wantNoPercentiles('grid');
    return;
  }
  const near = columns.slice(x, x + width + NEAR_COUNT).filter((column) => !isText(column) && column.unit !== 'date');
  wantPercentiles(
    'grid',
    view.lens,
    near.map((column) => column.id),
    frame,
  );
}

/** Updates the lens percentiles after each result. */
export function useLens(region: Region, columns: readonly Column[], frame: Frame | null): void {
  const { view, universe } = useSnapshot(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read from the state by wantLens
  useEffect(() => wantLens(columns, region.current), [region, columns, frame, view.lens, universe.loading]);
}

/** Requests the distributions of the visible columns, then, if `isWhole`, of all others; for snapshots only the visible ones, since every column would be fetched. */
export function countRegion(columns: readonly Column[], { x, width }: Rectangle, frame: Frame, isWhole = false): void {
  const ids = columns.map((column) => column.id);
  const seen = [...ids.slice(0, frozenIds().length), ...ids.slice(x, x + width + 1)];
  countColumns(isWhole && frame.date === null ? [...seen, ...allIds()] : seen, frame);
}

/** Results that follow each other sooner than this belong to one drag. */
const REST_MS = 120;

/**
 * Updates distributions after each result and repaints their headers. The request waits until the cells are painted. During a drag it
 * names the visible columns only; the others follow when the drag rests.
 */
export function useDistributions(ref: GridRef, region: Region, columns: readonly Column[], frame: Frame | null): void {
  const { universe } = useSnapshot(state);
  const countedAt = useRef(Number.NEGATIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counting waits for the last country
  useEffect(() => {
    if (!frame) return;
    const isOneOfMany = performance.now() - countedAt.current < REST_MS;
    countedAt.current = performance.now();
    const count = (isWhole: boolean): void => countRegion(columns, region.current, frame, isWhole);
    const timer = isOneOfMany ? setTimeout(() => count(true), REST_MS) : undefined;
    const stop = afterPaint(() => count(!isOneOfMany));
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [region, columns, frame, universe.loading]);
  useLayoutEffect(
    () =>
      distributionArrivals.add((ids) => {
        const come = new Set(ids);
        paintHeaders(ref, region, columns, (id) => come.has(id));
      }),
    [ref, region, columns],
  );
}

/** Header marks of the steps, read while painting: only changed headers are repainted. */
export function useSigns(ref: GridRef, region: Region, columns: readonly Column[]) {
  const signs = useRef<Signs>({ marks: new Map(), bounds: new Map() });
  useEffect(() => {
    const take = (): void => {
      const { steps } = state;
      const on = steps.flatMap((entry) => (entry.on ? [entry.step] : []));
      const bounds = columns.flatMap(({ id }) => {
        const kept = boundsOfColumn(on, id);
        return kept ? [[id, kept] as const] : [];
      });
      const before = signs.current;
      signs.current = { marks: sortMarks(steps), bounds: new Map(bounds) };
      const textOf = ({ marks, bounds }: Signs, id: string): string => JSON.stringify([marks.get(id), String(bounds.get(id))]);
      paintHeaders(ref, region, columns, (id) => textOf(before, id) !== textOf(signs.current, id));
    };
    take();
    return subscribeKey(state, 'steps', take);
  }, [ref, region, columns]);
  return signs;
}

type Outer = RefObject<HTMLElement | null>;

// The grid scrolls to a new cursor by the distance from its last paint. A second request before the next paint would double the
// distance, so absolute positions are set.

/** Scrolls a column to the middle, or to the first position after the frozen ones. */
function bringColumn(frame: HTMLElement | null, columns: readonly GridColumn[], place: number, isAtStart: boolean): void {
  const scroller = frame?.querySelector('.dvn-scroller');
  const frozen = frozenIds().length;
  if (!scroller || place < frozen) return;
  const start = leftOf(columns, frozen);
  const left = leftOf(columns, place) - start;
  const free = scroller.clientWidth - start - (leftOf(columns, place + 1) - leftOf(columns, place));
  scroller.scrollLeft = isAtStart ? left : left - free / 2;
}

function bringRow(frame: HTMLElement | null, position: number, { rowPx, headerPx }: GridLayout): void {
  const scroller = frame?.querySelector('.dvn-scroller');
  if (!scroller) return;
  scroller.scrollTop = (position + 0.5) * rowPx - (scroller.clientHeight - GROUP_PX - headerPx) / 2;
}

/** Scrolls to requested cells and moves the cursor there. */
export function useJumps(
  ref: GridRef,
  outer: Outer,
  region: Region,
  columns: readonly GridColumn[],
  layout: GridLayout,
  at: Item | undefined,
  select: (selection: GridSelection) => void,
): void {
  useEffect(
    () =>
      onJump(({ columnId, position, isAtStart = false }) => {
        const asked = columnId === undefined ? -1 : columns.findIndex(({ id }) => id === columnId);
        if ((columnId !== undefined && asked < 0) || isPanorama(state.view.zoom)) return false;
        const x = asked >= 0 ? asked : (at?.[0] ?? 0);
        const y = position ?? at?.[1] ?? region.current.y;
        // Without a cursor the grid would select its first cell on focus, so set it first.
        if (!at || asked >= 0 || position !== undefined) flushSync(() => select(cellSelection([x, y])));
        // Keys typed into the palette are not for the grid.
        if (!state.palette) ref.current?.focus();
        if (asked >= 0) bringColumn(outer.current, columns, x, isAtStart);
        if (position !== undefined) bringRow(outer.current, y, layout);
        return true;
      }),
    [ref, outer, region, columns, layout, at, select],
  );
}

/** Publishes the cursor's cell. */
export function useCursor(selection: GridSelection, columns: readonly Column[], frame: Frame | null): void {
  useEffect(() => {
    const [place, position] = selection.current?.cell ?? [-1, -1];
    const column = columns[place];
    const row = frame?.rows[position];
    state.cursor = column && row !== undefined ? asRef({ columnId: column.id, row, position }) : null;
    if (row !== undefined && state.panels.columns && state.tab === 'row') setDetail(row);
  }, [selection, columns, frame]);
}

/** Publishes the selection summary for the status bar. */
export function useSummary(
  selection: GridSelection,
  columns: readonly Column[],
  frame: Frame | null,
  money: string | null,
): void {
  useEffect(() => {
    const range = selection.current?.range;
    if (!frame || !range || cellCount(range) < 2) {
      state.selection = null;
      return;
    }
    let isCurrent = true;
    void import('./summary.ts').then(({ summarise }) => {
      if (isCurrent) state.selection = summarise(selection, columns, frame, money);
    });
    return () => {
      isCurrent = false;
    };
  }, [selection, columns, frame, money]);
}
