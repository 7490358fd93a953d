/** Pointer and keys: moving points, clicking holds, dragging draws a rectangle, keys move the crosshair. */
import { type RefObject, useEffect } from 'react';
import type { Rectangle } from './marks.ts';
import type { CellPlace } from './shape.ts';

export interface PointingEvents {
  /** The cell at a window position; null outside the picture. */
  cellAt(x: number, y: number): CellPlace | null;
  point(cell: CellPlace | null): void;
  click(cell: CellPlace): void;
  draw(rectangle: Rectangle | null): void;
  take(rectangle: Rectangle): void;
}

/** Shorter drags are clicks. */
const DRAG_FROM_PX = 5;

interface Press {
  readonly x: number;
  readonly y: number;
  readonly cell: CellPlace;
  isDrag: boolean;
}

export function usePointing(element: RefObject<HTMLElement | null>, events: RefObject<PointingEvents>): void {
  useEffect(() => {
    const view = element.current;
    if (!view) return;
    let press: Press | null = null;
    const rectangleTo = (start: Press, event: PointerEvent): Rectangle => ({
      from: start.cell,
      to: events.current.cellAt(event.clientX, event.clientY) ?? start.cell,
      isFilter: event.altKey,
    });
    const down = (event: PointerEvent): void => {
      const cell = event.button === 0 ? events.current.cellAt(event.clientX, event.clientY) : null;
      // Touch scrolls.
      if (!cell || event.pointerType === 'touch') return;
      press = { x: event.clientX, y: event.clientY, cell, isDrag: false };
      view.setPointerCapture(event.pointerId);
    };
    const move = (event: PointerEvent): void => {
      if (!press) {
        events.current.point(events.current.cellAt(event.clientX, event.clientY));
        return;
      }
      press.isDrag ||= Math.hypot(event.clientX - press.x, event.clientY - press.y) >= DRAG_FROM_PX;
      if (press.isDrag) events.current.draw(rectangleTo(press, event));
    };
    const up = (event: PointerEvent): void => {
      const start = press;
      press = null;
      if (event.pointerType === 'touch') {
        const cell = events.current.cellAt(event.clientX, event.clientY);
        if (cell) events.current.point(cell);
        return;
      }
      if (!start) return;
      events.current.draw(null);
      if (start.isDrag) events.current.take(rectangleTo(start, event));
      else events.current.click(start.cell);
    };
    const stop = (): void => {
      press = null;
      events.current.draw(null);
    };
    const leave = (): void => {
      if (!press) events.current.point(null);
    };
    const ending = new AbortController();
    for (const [type, listener] of Object.entries({ down, move, up, cancel: stop, leave }))
      view.addEventListener(`pointer${type}` as 'pointerdown', listener, { signal: ending.signal });
    return () => ending.abort();
  }, [element, events]);
}

/** Movement of the crosshair by a key, in cells on the screen; null for other keys. */
export function moveOf(
  event: { readonly key: string; readonly ctrlKey: boolean; readonly metaKey: boolean },
  pageRows: number,
): readonly [across: number, down: number] | null {
  const far = Number.POSITIVE_INFINITY;
  const isFar = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case 'ArrowLeft':
      return [isFar ? -far : -1, 0];
    case 'ArrowRight':
      return [isFar ? far : 1, 0];
    case 'ArrowUp':
      return [0, isFar ? -far : -1];
    case 'ArrowDown':
      return [0, isFar ? far : 1];
    case 'PageUp':
      return [0, -pageRows];
    case 'PageDown':
      return [0, pageRows];
    case 'Home':
      return [-far, isFar ? -far : 0];
    case 'End':
      return [far, isFar ? far : 0];
    default:
      return null;
  }
}
