/** Tracks presses, and defers work while a pointer is down: nothing may move under it before the click. */

const pressed = new WeakSet<Document>();
const targets = new WeakMap<Document, Element>();
let waiting: (() => void)[] = [];

/** Runs the work now, or after the click while a pointer is down in that document. */
export function afterPress(page: Document, work: () => void): void {
  if (pressed.has(page)) waiting.push(work);
  else work();
}

/** The last pressed element, which may be gone. */
export function lastPressed(page: Document): Element | null {
  return targets.get(page) ?? null;
}

function released(): void {
  const due = waiting;
  waiting = [];
  for (const work of due) work();
}

/** Tracks presses in a document. Returns the cleanup. */
export function watchPresses(page: Document): () => void {
  const left = new AbortController();
  const options = { capture: true, signal: left.signal };
  const up = (): void => {
    pressed.delete(page);
    // The click follows the release.
    setTimeout(released);
  };
  const down = ({ target }: Event): void => {
    pressed.add(page);
    targets.set(page, target as Element);
  };
  page.addEventListener('pointerdown', down, options);
  page.addEventListener('pointerup', up, options);
  page.addEventListener('pointercancel', up, options);
  return () => {
    left.abort();
    targets.delete(page);
    up();
  };
}
