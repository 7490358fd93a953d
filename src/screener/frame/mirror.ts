/**
 * Languages that run from right to left have the first column at the right. The grid draws from left to right only, so its element is shown as
 * in a mirror, and what is to be read is drawn mirrored once more: each cell and header around its own middle, names of groups around their
 * start. The pointer is told to the grid as if it stood where it does in the grid's own picture.
 */

interface Across {
  readonly x: number;
  readonly width: number;
}

let depth = 0;
const patched = new Set<CanvasRenderingContext2D>();

/** Draws a cell or a header of a mirrored grid as it is to be read. */
function flipped(context: CanvasRenderingContext2D, { x, width }: Across, draw: () => void): void {
  flipTexts(context);
  context.save();
  context.translate(2 * x + width, 0);
  context.scale(-1, 1);
  depth++;
  draw();
  depth--;
  context.restore();
}

/** The names of groups are written by the grid itself, which asks nobody. */
function flipTexts(context: CanvasRenderingContext2D): void {
  if (patched.has(context)) return;
  patched.add(context);
  const write = context.fillText.bind(context);
  context.fillText = (text, x, y) => {
    if (depth > 0) {
      write(text, x, y);
      return;
    }
    context.save();
    context.translate(2 * x, 0);
    context.scale(-1, 1);
    context.textAlign = 'right';
    context.direction = 'rtl';
    write(text, x, y);
    context.restore();
  };
}

const POINTER = [
  'pointerdown',
  'pointermove',
  'pointerup',
  'pointercancel',
  'mousedown',
  'mousemove',
  'mouseup',
  'click',
  'dblclick',
  'contextmenu',
  'wheel',
] as const;

/** Mirrors all that happens over the frame, and what a press there leads to. */
function mirrorPointer(frame: HTMLElement): () => void {
  let isHeld = false;
  const mirror = (event: MouseEvent): void => {
    const isInside = frame.contains(event.target as Node);
    if (event.type === 'pointerdown') isHeld = isInside;
    if (!isInside && !isHeld) return;
    const { left, right } = frame.getBoundingClientRect();
    Object.defineProperty(event, 'clientX', { value: left + right - event.clientX });
    if (event.type === 'click') isHeld = false;
  };
  // Before all others: the grid listens on the window too.
  for (const name of POINTER) window.addEventListener(name, mirror, { capture: true, passive: true });
  return () => {
    for (const name of POINTER) window.removeEventListener(name, mirror, { capture: true });
  };
}

const LINE_PX = 16;

/** Browsers scroll a mirrored element by a finger as it is seen, by a wheel as it is not. */
function mirrorWheel(frame: HTMLElement, find: () => Element | null): () => void {
  const turn = (event: WheelEvent): void => {
    const scroller = find();
    if (!scroller || event.deltaX === 0 || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const px = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE_PX;
    scroller.scrollBy(-event.deltaX * px, event.deltaY * px);
  };
  frame.addEventListener('wheel', turn, { passive: false });
  return () => frame.removeEventListener('wheel', turn);
}

/** Tells what happens over an element that is shown as in a mirror as if it were not, until it is stopped. */
export function mirrorEvents(frame: HTMLElement, scroller: () => Element | null): () => void {
  const stops = [mirrorPointer(frame), mirrorWheel(frame, scroller)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Keys go where they point. */
const keys = {
  goLeftCell: 'ArrowRight',
  goRightCell: 'ArrowLeft',
  goToFirstColumn: 'Home|primary+ArrowRight',
  goToLastColumn: 'End|primary+ArrowLeft',
  selectGrowLeft: 'shift+ArrowRight',
  selectGrowRight: 'shift+ArrowLeft',
  selectToFirstColumn: 'primary+shift+ArrowRight',
  selectToLastColumn: 'primary+shift+ArrowLeft',
};

/** What a mirrored grid does otherwise. */
export interface Mirror {
  readonly flipped: typeof flipped;
  readonly keys: typeof keys;
}

/** Mirrors a grid until it is stopped. */
export function mirrorGrid(frame: HTMLElement): { readonly mirror: Mirror; readonly stop: () => void } {
  const stop = mirrorEvents(frame, () => frame.querySelector('.dvn-scroller'));
  return {
    mirror: { flipped, keys },
    stop: () => {
      stop();
      // The prototype's own comes back: contexts outlive a change of the language.
      for (const context of patched) delete (context as { fillText?: unknown }).fillText;
      patched.clear();
    },
  };
}
