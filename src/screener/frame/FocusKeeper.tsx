/** Moves the focus to the nearest control when the focused one disappears. */
import { useEffect } from 'react';
import { isFocusComing } from './focus.ts';
import { lastPressed } from './press.ts';

/** Time for other code to move the focus itself. */
const WAIT_MS = 60;
const CONTROL = 'button, input, select, textarea, a[href], [tabindex="0"]';
const TAKES_FOCUS = `:is(${CONTROL}):not(:disabled)`;

/** The present view, and those hidden behind it; of the second window, also its bar. */
const VIEWS = '#content :is(.view-frame, .panorama-picture, .grid-editor canvas[tabindex]), .second :is(.view-frame, button)';

/** An element and its neighbors. */
interface Place {
  readonly element: Element;
  readonly beside: readonly (Element | null)[];
}

/** The element and its ancestors, innermost first. */
function placesOf(element: Element | null): readonly Place[] {
  const { body } = element?.ownerDocument ?? document;
  const places: Place[] = [];
  for (let each = element; each && each !== body; each = each.parentElement) {
    places.push({ element: each, beside: [each.nextElementSibling, each.previousElementSibling] });
  }
  return places;
}

function isThere(element: Element): boolean {
  return element.isConnected && element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled');
}

/** The first focusable element in an element, itself included. */
function within(element: Element | null): HTMLElement | undefined {
  if (!element?.isConnected) return undefined;
  const all = [element, ...element.querySelectorAll(TAKES_FOCUS)] as HTMLElement[];
  return all.find((each) => each.matches(TAKES_FOCUS) && isThere(each));
}

/** Some elements refuse the focus for reasons of their own. */
function takesFocus(element: HTMLElement): boolean {
  element.focus();
  return element.ownerDocument.activeElement === element;
}

/** The last focused element if it is back, such as a button that was disabled for a moment, then focusable elements beside it, nearest first, then the views. Outside the panels, the view is more useful than a neighbor. */
function nearest(page: Document, places: readonly Place[]): readonly HTMLElement[] {
  const content = page.querySelector('#content');
  const [last] = places;
  const back = within(last?.element ?? null);
  const views = [...page.querySelectorAll<HTMLElement>(VIEWS)].filter(isThere);
  const neighbors = places
    .filter(({ element }) => !element.isConnected || !element.contains(content))
    .flatMap(({ beside }) => beside)
    .flatMap((each) => (each?.contains(content) ? [] : (within(each) ?? [])));
  return [...(back ? [back] : []), ...neighbors, ...views];
}

/** The focused control, or the one last pressed. */
function startingPlaces(page: Document): readonly Place[] {
  const focused = placesOf(page.activeElement);
  return focused.length > 0 ? focused : placesOf(lastPressed(page)?.closest(CONTROL) ?? null);
}

/** Returns the cleanup. */
function keepFocus(page: Document): () => void {
  let places = startingPlaces(page);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLost = (): boolean => {
    const [last] = places;
    const { activeElement, body } = page;
    if (last === undefined) return false;
    return activeElement === body || (activeElement === last.element && last.element.matches(':disabled'));
  };
  const attempt = (): void => {
    timer = undefined;
    if (!isLost()) return;
    // A view may still be loading.
    if (isFocusComing() || !nearest(page, places).some(takesFocus)) look();
  };
  const look = (): void => {
    if (timer === undefined && isLost()) timer = setTimeout(attempt, WAIT_MS);
  };
  const note = (event: Event): void => {
    const target = event.target as Element;
    // A control that is disabled for a moment takes the focus from others, too, when it is clicked.
    places = placesOf(event.type === 'focusin' ? target : target.closest(CONTROL));
  };
  // A style sheet hides without a mutation.
  const lookLater = (): void => void setTimeout(look, WAIT_MS);
  const leave = new AbortController();
  for (const name of ['focusin', 'pointerdown']) page.addEventListener(name, note, { capture: true, signal: leave.signal });
  for (const name of ['pointerup', 'click', 'keyup'])
    page.addEventListener(name, lookLater, { capture: true, signal: leave.signal });
  const observer = new MutationObserver(look);
  observer.observe(page.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  // The focus may have been lost before.
  look();
  return () => {
    leave.abort();
    observer.disconnect();
    clearTimeout(timer);
  };
}

export function FocusKeeper({ page }: { readonly page: Document }) {
  useEffect(() => keepFocus(page), [page]);
  return null;
}
