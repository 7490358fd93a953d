import { state } from '../state/store.ts';
import { documentInUse, documents } from './secondWindow.ts';

/** How often and how long something is looked for that is about to be shown; forms are fetched on first use. */
const TRY_EVERY_MS = 16;
const TRIES_MAX = 125;
/** After which the focus goes back to where it was. */
const REFOCUS_MS = 40;

function focus(element: HTMLElement): void {
  if (element.ownerDocument !== documentInUse()) element.ownerDocument.defaultView?.focus();
  element.focus();
}

/** What is to get the focus, and the keys that were meant for it before it was there. */
interface Wish {
  readonly selector: string;
  readonly keys: string[];
}

let wish: Wish | null = null;

function dropWish(): void {
  wish = null;
}

/** Types the key into the element, as if the user had done it there. */
function typeInto(element: HTMLElement, key: string): void {
  const isField = 'setRangeText' in element;
  if (!isField || key.length > 1) {
    const { KeyboardEvent } = element.ownerDocument.defaultView ?? globalThis;
    element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }
  if (!isField || key === 'Enter') return;
  const field = element as HTMLInputElement;
  const [start, end] = [field.selectionStart ?? 0, field.selectionEnd ?? 0];
  if (key === 'Backspace') field.setRangeText('', start === end ? Math.max(0, start - 1) : start, end, 'end');
  else field.setRangeText(key, start, end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Fulfils the wish if what it is for is there. */
function fulfil(): void {
  // What is typed once the palette is open is meant for it.
  if (state.palette) dropWish();
  if (!wish) return;
  const { selector, keys } = wish;
  const element = documents()
    .map((page) => page.querySelector<HTMLElement>(selector))
    .find((found) => found !== null);
  if (!element) return;
  dropWish();
  focus(element);
  for (const [place, key] of keys.entries()) {
    typeInto(element, key);
    // A key may lead on, such as Enter to the next field: that one gets the rest.
    if (wish) {
      (wish as Wish).keys.push(...keys.slice(place + 1));
      return;
    }
  }
}

/** Keeps a key for what is about to get the focus. */
function keepKey(event: KeyboardEvent): void {
  if (!wish || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === 'Escape' || event.key === 'Tab') dropWish();
  else if (event.key.length === 1 || event.key === 'Enter' || event.key === 'Backspace') {
    event.preventDefault();
    event.stopImmediatePropagation();
    wish.keys.push(event.key);
    fulfil();
  }
}

/**
 * Puts the focus on what matches, once it is there, and types there what is typed until then; not when the user has pointed at something
 * by then. A later wish replaces an earlier one.
 */
export function focusSoon(selector: string): void {
  let tries = 0;
  const own: Wish = { selector, keys: [] };
  wish = own;
  for (const page of documents()) {
    page.addEventListener('pointerdown', dropWish, true);
    page.addEventListener('keydown', keepKey, true);
  }
  const attempt = (): void => {
    if (wish !== own) return;
    fulfil();
    if (wish !== own) return;
    if (++tries < TRIES_MAX) setTimeout(attempt, TRY_EVERY_MS);
    else dropWish();
  };
  setTimeout(attempt);
}

/** Gives the focus back to where it was, unless something else has it by now. */
export function refocusSoon(element: Element | null): void {
  setTimeout(() => {
    const page = element?.ownerDocument;
    if (page && page.activeElement === page.body && 'focus' in element) focus(element as HTMLElement);
  }, REFOCUS_MS);
}
