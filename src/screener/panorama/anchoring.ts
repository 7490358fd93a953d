/** Keeps the cell under the pointer in place while sizes and orders change. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { clamp } from '../frame/clamp.ts';
import { type Anchor, type Point, provideAnchors, takeAnchor } from '../zoom/anchor.ts';
import { provideViewport } from '../zoom/zoom.ts';
import type { Overlay } from './overlay.ts';
import { cellCounts, cellOf, cellPx, frameOf, placeOf, type Scene } from './scene.ts';

/** Offset of the scroller from the frame's corner, which the grid shares. */
function insetOf(scroller: HTMLElement): Point {
  const outer = scroller.closest('.panorama')?.getBoundingClientRect();
  const inner = scroller.getBoundingClientRect();
  return { x: inner.left - (outer?.left ?? inner.left), y: inner.top - (outer?.top ?? inner.top) };
}

/** Middle of the held cell relative to the picture, if visible. */
function heldPoint(scene: Scene, scroller: HTMLElement, { crosshair, isHeld }: Overlay): Point | null {
  const place = isHeld ? placeOf(scene, crosshair) : null;
  if (!place) return null;
  const [acrossPx, downPx] = cellPx(scene);
  const [across, down] = scene.zoom.isTransposed ? [place.row, place.column] : [place.column, place.row];
  const x = (across + 0.5) * acrossPx - scroller.scrollLeft;
  const y = (down + 0.5) * downPx - scroller.scrollTop;
  const { size, margins } = scene;
  return x >= 0 && y >= 0 && x < size.width - margins.strip && y < size.height - margins.head ? { x, y } : null;
}

function anchorAt(scene: Scene, scroller: HTMLElement, overlay: Overlay, asked: Point | null): Anchor | null {
  const { margins, size, zoom, columnPx, rowPx } = scene;
  const box = scroller.getBoundingClientRect();
  const wished = asked
    ? { x: asked.x - box.left - margins.strip, y: asked.y - box.top - margins.head }
    : (heldPoint(scene, scroller, overlay) ?? { x: 0, y: 0 });
  const [x, y] = [clamp(wished.x, 0, size.width), clamp(wished.y, 0, size.height)];
  const { left, top } = frameOf(scene, scroller);
  const [columnAt, rowAt] = zoom.isTransposed ? [left + y / columnPx, top + x / rowPx] : [left + x / columnPx, top + y / rowPx];
  const column = clamp(Math.floor(columnAt), 0, Math.max(0, scene.ids.length - 1));
  const row = clamp(Math.floor(rowAt), 0, Math.max(0, scene.rows.length - 1));
  const cell = cellOf(scene, { column, row });
  if (!cell) return null;
  const inset = insetOf(scroller);
  return {
    ...cell,
    columnPart: clamp(columnAt - column, 0, 1),
    rowPart: clamp(rowAt - row, 0, 1),
    x: x + margins.strip + inset.x,
    y: y + margins.head + inset.y,
  };
}

function bring(scene: Scene, scroller: HTMLElement, anchor: Anchor): void {
  const { zoom, margins } = scene;
  const inset = insetOf(scroller);
  const [acrossPx, downPx] = cellPx(scene);
  const [column, row] = [scene.ids.indexOf(anchor.columnId), scene.rows.indexOf(anchor.row)];
  const [x, y] = [anchor.x - margins.strip - inset.x, anchor.y - margins.head - inset.y];
  const [across, down] = zoom.isTransposed ? [row, column] : [column, row];
  const [acrossPart, downPart] = zoom.isTransposed ? [anchor.rowPart, anchor.columnPart] : [anchor.columnPart, anchor.rowPart];
  if (across >= 0) scroller.scrollLeft = (across + acrossPart) * acrossPx - x;
  if (down >= 0) scroller.scrollTop = (down + downPart) * downPx - y;
}

export function useAnchoring(scroller: RefObject<HTMLElement | null>, scene: Scene, overlay: Overlay): void {
  const now = useRef(scene);
  /** Position before the change; orders arrive late. */
  const before = useRef<Anchor | null>(null);
  useEffect(
    () => provideAnchors((point) => (scroller.current ? anchorAt(now.current, scroller.current, overlay, point) : null)),
    [scroller, overlay],
  );
  useEffect(() => provideViewport(() => now.current.viewport), []);
  const [acrossCount, downCount] = cellCounts(scene);
  const isReady = scene.size.width > 0 && acrossCount > 0 && downCount > 0;
  const { ids, rows, columnPx, rowPx, zoom } = scene;
  const last = now.current;
  const isOrdered = last.ids !== ids || last.rows !== rows;
  const isSized = last.columnPx !== columnPx || last.rowPx !== rowPx || last.zoom !== zoom;
  // Must be read before the scrolled element resizes. After a reordering, only a held cell is followed.
  if (scroller.current && last.size.width > 0 && (isOrdered ? overlay.isHeld : isSized)) {
    before.current = anchorAt(last, scroller.current, overlay, null);
  }
  now.current = scene;
  // biome-ignore lint/correctness/useExhaustiveDependencies: cells move when sizes or orders change
  useLayoutEffect(() => {
    if (!scroller.current || !isReady) return;
    const anchor = takeAnchor() ?? before.current;
    before.current = null;
    if (anchor) bring(scene, scroller.current, anchor);
  }, [ids, rows, columnPx, rowPx, zoom.isTransposed, isReady]);
}
