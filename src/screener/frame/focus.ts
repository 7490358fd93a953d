import { documentInUse, documents } from '../second/window.ts';
import { state } from '../state/store.ts';

/** How often and how long something is looked for that is about to be shown; forms are fetched on first use. */
const TRY_EVERY_MS = 40;
const TRIES_MAX = 50;

function focus(element: HTMLElement): void {
  if (element.ownerDocument !== documentInUse()) element.ownerDocument.defaultView?.focus();
  element.focus();
}

let lastRequest = 0;

function cancelRequest(): void {
  lastRequest++;
}

/** Puts the focus on what matches, once it is there, unless the user has pointed at something by then; a later request replaces an earlier one. */
export function focusSoon(selector: string): void {
  let tries = 0;
  const request = ++lastRequest;
  for (const page of documents()) page.addEventListener('pointerdown', cancelRequest, true);
  const attempt = (): void => {
    // What is typed once the palette is open is meant for it.
    if (request !== lastRequest || state.palette) return;
    const element = documents()
      .map((page) => page.querySelector<HTMLElement>(selector))
      .find((found) => found !== null);
    if (element) focus(element);
    else if (++tries < TRIES_MAX) setTimeout(attempt, TRY_EVERY_MS);
  };
  setTimeout(attempt);
}

/** Gives the focus back to where it was, unless something else has it by now. */
export function refocusSoon(element: Element | null): void {
  setTimeout(() => {
    const page = element?.ownerDocument;
    if (page && page.activeElement === page.body && 'focus' in element) focus(element as HTMLElement);
  }, TRY_EVERY_MS);
}
