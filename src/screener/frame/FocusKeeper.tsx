/** Moves the focus to the nearest control when the focused one disappears. */
import { useEffect } from 'react';
import { focusSoon, isFocusComing } from './focus.ts';

/** Time for other code to move the focus itself. */
const WAIT_MS = 60;
const TAKES_FOCUS = ':is(button, input, select, textarea):not(:disabled), a[href], [tabindex="0"]';

/** The present view, which may still be loading. */
const VIEWS = '#content :is(.room, .panorama-picture, .grid-editor canvas[tabindex])';

/** An element and its neighbours. */
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

function nearest(page: Document, places: readonly Place[]): HTMLElement | undefined {
  const content = page.querySelector('#content');
  for (const { element, beside } of places) {
    // Outside the panels, the view is more useful than a neighbour.
    if (!element.isConnected || !element.contains(content)) {
      const found = beside
        .filter((each) => !each?.contains(content))
        .map(within)
        .find(Boolean);
      if (found) return found;
    }
  }
  return undefined;
}

/** Returns the cleanup. */
function keepFocus(page: Document): () => void {
  let places: readonly Place[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLost = (): boolean => {
    const [last] = places;
    const { activeElement, body } = page;
    return (
      last !== undefined && (!activeElement || activeElement === body || activeElement === last.element) && !isThere(last.element)
    );
  };
  const attempt = (): void => {
    timer = undefined;
    if (!isLost()) return;
    if (isFocusComing()) look();
    else {
      const next = nearest(page, places);
      if (next) next.focus();
      else focusSoon(page === document ? VIEWS : '.second :is(.room, button)');
    }
  };
  const look = (): void => {
    if (timer === undefined && isLost()) timer = setTimeout(attempt, WAIT_MS);
  };
  const note = (event: Event): void => {
    const target = event.target as Element;
    places = placesOf(event.type === 'focusin' ? target : target.closest(TAKES_FOCUS));
  };
  const leave = new AbortController();
  for (const name of ['focusin', 'pointerdown']) page.addEventListener(name, note, { capture: true, signal: leave.signal });
  const observer = new MutationObserver(look);
  observer.observe(page.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
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
