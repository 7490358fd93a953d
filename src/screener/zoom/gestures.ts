/** Zoom gestures: the wheel with Ctrl or ⌘, which touchpad pinches send too, and two-finger pinches. */
import { beginGesture, endGesture, presentGesture } from '../history/gesture.ts';
import type { ZoomAxis } from './level.ts';
import { zoomBy } from './zoom.ts';

/** Zoom per wheel notch and per pinched pixel, in powers of e. */
const NOTCH = 0.18;
const PINCHED_PX = 0.01;
/** Minimum wheel delta of a notch. */
const NOTCH_FROM_PX = 40;

function factorOf({ deltaX, deltaY, deltaMode }: WheelEvent): number {
  // Some systems swap the axes with Shift.
  const delta = deltaY === 0 ? deltaX : deltaY;
  const isNotch = deltaMode !== 0 || Math.abs(delta) >= NOTCH_FROM_PX;
  return Math.exp(isNotch ? -Math.sign(delta) * NOTCH : -delta * PINCHED_PX);
}

function axisOf({ shiftKey, altKey }: WheelEvent): ZoomAxis {
  if (!shiftKey) return 'both';
  return altKey ? 'rows' : 'columns';
}

const ENDS = ['keydown', 'keyup', 'pointerdown', 'pointermove', 'click'] as const;
let turning: AbortController | null = null;

/** Wheel events are one gesture at any pace, until another input: Ctrl is released, or the pointer moves without it. */
function beginTurning(): void {
  if (turning || presentGesture() !== null) return;
  beginGesture();
  turning = new AbortController();
  for (const name of ENDS) window.addEventListener(name, endTurning, { capture: true, signal: turning.signal });
}

function endTurning(event: KeyboardEvent | PointerEvent | MouseEvent): void {
  const isHeld = event.type === 'pointermove' && (event.ctrlKey || event.metaKey);
  if (isHeld || ('repeat' in event && event.repeat)) return;
  turning?.abort();
  turning = null;
  endGesture();
}

function turn(event: WheelEvent): void {
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  beginTurning();
  const factor = factorOf(event);
  if (factor !== 1) zoomBy(factor, axisOf(event), { x: event.clientX, y: event.clientY });
}

const distance = ([a, b]: readonly Touch[]): number => (a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0);

const TOUCHES = ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const;

/** Listens on the grid's frame. Returns the cleanup. */
export function listenForZoom(frame: HTMLElement): () => void {
  let before = 0;
  const touch = (event: TouchEvent): void => {
    const touches = [...event.touches];
    const [a, b] = touches;
    if (touches.length !== 2 || !a || !b) {
      if (before > 0) endGesture();
      before = 0;
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (before === 0) beginGesture();
    const now = distance(touches);
    if (before > 0 && now > 0 && event.type === 'touchmove') {
      zoomBy(now / before, 'both', { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 });
    }
    before = now;
  };
  const ending = new AbortController();
  const options = { capture: true, passive: false, signal: ending.signal } as const;
  frame.addEventListener('wheel', turn, options);
  for (const name of TOUCHES) frame.addEventListener(name, touch, options);
  return () => ending.abort();
}
