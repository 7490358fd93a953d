/** What has to wait until a press is over: whatever is under the pointer stays there until it is released. */

const pressed = new WeakSet<Document>();
let waiting: (() => void)[] = [];

/** Does the work now; while a pointer is down in that document, once its click has been handled. */
export function afterPress(page: Document, work: () => void): void {
  if (pressed.has(page)) waiting.push(work);
  else work();
}

function released(): void {
  const due = waiting;
  waiting = [];
  for (const work of due) work();
}

/** Notes presses in a document until it is left. */
export function watchPresses(page: Document): () => void {
  const left = new AbortController();
  const options = { capture: true, signal: left.signal };
  const up = (): void => {
    pressed.delete(page);
    // The click comes behind the release.
    setTimeout(released);
  };
  page.addEventListener('pointerdown', () => pressed.add(page), options);
  page.addEventListener('pointerup', up, options);
  page.addEventListener('pointercancel', up, options);
  return () => {
    left.abort();
    up();
  };
}
