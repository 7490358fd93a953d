/**
 * Right-to-left support for the grid, which can only draw from left to right: its element is flipped by CSS, and its texts are
 * flipped back while drawing: cells and headers around their middle, group names around their start. Pointer coordinates are
 * mirrored too.
 */

interface Across {
  readonly x: number;
  readonly width: number;
}

let depth = 0;
const patched = new Set<CanvasRenderingContext2D>();

/** Draws a cell or a header unflipped. */
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

/** The grid draws group names itself and has no callback for them. */
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

/** Mirrors pointer events over the frame and the drags that begin there. */
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
  // Capture phase: the grid also listens on the window.
  for (const name of POINTER) window.addEventListener(name, mirror, { capture: true, passive: true });
  return () => {
    for (const name of POINTER) window.removeEventListener(name, mirror, { capture: true });
  };
}

const LINE_PX = 16;

/** Browsers mirror touch scrolling of a flipped element, but not wheel scrolling. */
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

/** Mirrors events over a flipped element. Returns the cleanup. */
export function mirrorEvents(frame: HTMLElement, scroller: () => Element | null): () => void {
  const stops = [mirrorPointer(frame), mirrorWheel(frame, scroller)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Arrow keys follow the visual direction. */
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

/** Overrides of a mirrored grid. */
export interface Mirror {
  readonly flipped: typeof flipped;
  readonly keys: typeof keys;
}

/** Mirrors a grid until `stop` is called. */
export function mirrorGrid(frame: HTMLElement): { readonly mirror: Mirror; readonly stop: () => void } {
  const stop = mirrorEvents(frame, () => frame.querySelector('.dvn-scroller'));
  return {
    mirror: { flipped, keys },
    stop: () => {
      stop();
      // Restores the prototype's method: contexts outlive a language change.
      for (const context of patched) delete (context as { fillText?: unknown }).fillText;
      patched.clear();
    },
  };
}
