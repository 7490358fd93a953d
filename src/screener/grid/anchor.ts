/** Keeps the cell under the pointer in place when the zoom level changes. */
import type { GridColumn } from '@glideapps/glide-data-grid';
import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { type Frame, state } from '../state/store.ts';
import { type Anchor, type Point, provideAnchors, takeAnchor } from '../zoom/anchor.ts';
import { GROUP_PX } from './header.ts';
import type { GridLayout } from './layout.ts';

/** Maximum number of animation frames until a new grid knows its size. */
const FRAMES_MAX = 30;

function widthOf(column: GridColumn | undefined): number {
  return column && 'width' in column ? column.width : 0;
}

/** Offset from the left edge of the first column. */
export function leftOf(columns: readonly GridColumn[], place: number): number {
  return columns.slice(0, place).reduce((sum, column) => sum + widthOf(column), 0);
}

interface Shape {
  readonly columns: readonly GridColumn[];
  readonly frozenCount: number;
  readonly rows: Uint32Array;
  readonly layout: GridLayout;
}

function scrollerOf(frame: HTMLElement | null): HTMLElement | null {
  return frame?.querySelector<HTMLElement>('.dvn-scroller') ?? null;
}

/** Window position of the cursor's cell, if visible. */
function cursorPoint(frame: HTMLElement, scroller: HTMLElement, { columns, layout, frozenCount }: Shape): Point | null {
  const { cursor } = state;
  const place = cursor ? columns.findIndex(({ id }) => id === cursor.columnId) : -1;
  if (!cursor || place < frozenCount) return null;
  const { left, top, width, height } = frame.getBoundingClientRect();
  const x = leftOf(columns, place) - scroller.scrollLeft + widthOf(columns[place]) / 2;
  const y = GROUP_PX + layout.headerPx + (cursor.position + 0.5) * layout.rowPx - scroller.scrollTop;
  const isInView = x > leftOf(columns, frozenCount) && x < width && y > GROUP_PX + layout.headerPx && y < height;
  return isInView ? { x: left + x, y: top + y } : null;
}

function anchorAt(frame: HTMLElement, shape: Shape, asked: Point | null): Anchor | null {
  const scroller = scrollerOf(frame);
  if (!scroller) return null;
  const { columns, frozenCount, rows, layout } = shape;
  const { left, top } = frame.getBoundingClientRect();
  const point = asked ?? cursorPoint(frame, scroller, shape) ?? { x: left, y: top };
  const frozen = leftOf(columns, frozenCount);
  const x = Math.max(frozen, point.x - left);
  const y = Math.max(GROUP_PX + layout.headerPx, point.y - top);
  const across = x + scroller.scrollLeft;
  const ends = columns.findIndex((_, place) => place >= frozenCount && leftOf(columns, place + 1) > across);
  const place = ends < 0 ? columns.length - 1 : ends;
  const down = (y - GROUP_PX - layout.headerPx + scroller.scrollTop) / layout.rowPx;
  const position = Math.min(Math.max(0, rows.length - 1), Math.floor(down));
  const [columnId, row] = [columns[place]?.id, rows[position]];
  if (columnId === undefined || row === undefined) return null;
  const columnPart = Math.min(1, (across - leftOf(columns, place)) / widthOf(columns[place]));
  return { columnId, columnPart, row, rowPart: Math.min(1, down - position), x, y };
}

/** Restores the cell's position; false while the grid does not know its size. */
function bring(frame: HTMLElement | null, { columns, rows, layout }: Shape, anchor: Anchor): boolean {
  const scroller = scrollerOf(frame);
  if (!scroller || scroller.scrollHeight <= scroller.clientHeight) return scroller !== null && rows.length * layout.rowPx < 200;
  const place = columns.findIndex(({ id }) => id === anchor.columnId);
  const position = rows.indexOf(anchor.row);
  if (place >= 0) scroller.scrollLeft = leftOf(columns, place) + anchor.columnPart * widthOf(columns[place]) - anchor.x;
  if (position >= 0) {
    scroller.scrollTop = (position + anchor.rowPart) * layout.rowPx + GROUP_PX + layout.headerPx - anchor.y;
  }
  return true;
}

const NO_ROWS = new Uint32Array(0);

export function useGridAnchor(
  outer: RefObject<HTMLDivElement | null>,
  columns: readonly GridColumn[],
  frozenCount: number,
  frame: Frame | null,
  layout: GridLayout,
): void {
  const rows = frame?.rows ?? NO_ROWS;
  useEffect(
    () => provideAnchors((point) => outer.current && anchorAt(outer.current, { columns, frozenCount, rows, layout }, point)),
    [outer, columns, frozenCount, rows, layout],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: cells move with the layout
  useLayoutEffect(() => {
    const anchor = takeAnchor();
    if (!anchor) return;
    let request = 0;
    let count = 0;
    const attempt = (): void => {
      if (bring(outer.current, { columns, frozenCount, rows, layout }, anchor) || ++count > FRAMES_MAX) return;
      request = requestAnimationFrame(attempt);
    };
    attempt();
    return () => cancelAnimationFrame(request);
  }, [layout]);
}
