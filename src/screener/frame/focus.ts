import { isPartLoading } from '../../shell/lazyPart.tsx';
import { state } from '../state/store.ts';
import { documentInUse, documents } from './secondWindow.ts';

/** Polling interval and limit for an element that is about to appear. The time in which parts of the page load does not count. */
const TRY_EVERY_MS = 16;
const TRIES_MAX = 125;
/** Delay before the focus is restored. */
const REFOCUS_MS = 40;

function focus(element: HTMLElement): void {
  if (element.ownerDocument !== documentInUse()) element.ownerDocument.defaultView?.focus();
  element.focus();
}

const PALETTE_TEXT = '.palette-text';

/** The selector to focus, and keys typed before it appears. */
interface Wish {
  readonly selector: string;
  readonly keys: string[];
}

let wish: Wish | null = null;

function dropWish(): void {
  wish = null;
}

/** Replays a key in the element, as if the user had typed it there. */
function typeInto(element: HTMLElement, key: string): void {
  const isField = 'setRangeText' in element;
  if (!isField || key.length > 1) {
    const { KeyboardEvent } = element.ownerDocument.defaultView ?? globalThis;
    const isFree = element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    // Browsers press a button and submit a form only by keys of the user.
    if (isFree && (key === 'Enter' || key === ' ') && element.matches('button')) element.click();
    if (isFree && key === 'Enter' && isField)
      (element as HTMLInputElement).form?.querySelector<HTMLElement>('[type="submit"]')?.click();
  }
  if (!isField || key === 'Enter') return;
  const field = element as HTMLInputElement;
  const [start, end] = [field.selectionStart ?? 0, field.selectionEnd ?? 0];
  if (key === 'Backspace') field.setRangeText('', start === end ? Math.max(0, start - 1) : start, end, 'end');
  else field.setRangeText(key, start, end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Moves the focus if the element exists. */
function fulfil(): void {
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
    const rest = keys.slice(place + 1);
    // A key may move on, such as Enter to the next field, perhaps after the palette has closed.
    if (!wish && key === 'Enter' && rest.length > 0) focusSoon(':focus');
    if (wish) {
      (wish as Wish).keys.push(...rest);
      return;
    }
  }
}

/** Buffers keys for the element that is about to get the focus. */
function keepKey(event: KeyboardEvent): void {
  if (!wish || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === 'Escape' && wish.selector === PALETTE_TEXT) {
    // The grid may consume the key.
    state.palette = null;
    dropWish();
  } else if (event.key === 'Escape' || event.key === 'Tab') dropWish();
  else if (event.key.length === 1 || event.key === 'Enter' || event.key === 'Backspace') {
    event.preventDefault();
    event.stopImmediatePropagation();
    wish.keys.push(event.key);
    fulfil();
  }
}

/**
 * Focuses the first match as soon as it exists and replays the keys typed until then, unless the user clicks elsewhere. A later call
 * replaces an earlier one and takes over its keys.
 */
export function focusSoon(selector: string): void {
  // Keys typed after the palette opens belong to it.
  if (state.palette && selector !== PALETTE_TEXT) return;
  let tries = 0;
  const own: Wish = { selector, keys: wish?.keys ?? [] };
  wish = own;
  for (const page of documents()) {
    page.addEventListener('pointerdown', dropWish, true);
    page.addEventListener('keydown', keepKey, true);
  }
  const attempt = (): void => {
    if (wish !== own) return;
    fulfil();
    if (wish !== own) return;
    if (isPartLoading() || ++tries < TRIES_MAX) setTimeout(attempt, TRY_EVERY_MS);
    else dropWish();
  };
  setTimeout(attempt);
}

/** As {@link focusSoon}, in the palette. Keys typed before it opens belong to what was awaited. */
export function focusPalette(): void {
  dropWish();
  focusSoon(PALETTE_TEXT);
}

/** Whether a focus request is pending. */
export function isFocusComing(): boolean {
  return wish !== null;
}

/** Restores the focus unless something else has it. */
export function refocusSoon(element: Element | null): void {
  setTimeout(() => {
    const page = element?.ownerDocument;
    if (page && page.activeElement === page.body && 'focus' in element) focus(element as HTMLElement);
  }, REFOCUS_MS);
}
