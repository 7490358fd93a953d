/**
 * A second window for the panels, for those with a second screen. It has no page and no engine of its own: the first window renders into
 * it, so both show the one state, and an undo in either is the same undo.
 */
import { t } from '../../shell/i18n.ts';
import { say, state } from '../state/store.ts';

/** Size that the window is asked to have, in pixels; the user's own placing comes after. */
const WIDTH_PX = 860;
const HEIGHT_PX = 1000;
const ROOT_ID = 'root';
/** What a style sheet can ask of the root element. */
const MIRRORED = ['data-theme', 'lang', 'dir'] as const;

let opened: Window | null = null;
let inUse: Document = document;
let observer: MutationObserver | null = null;

/** The documents of all windows that are open. */
export function documents(): readonly Document[] {
  return opened ? [document, opened.document] : [document];
}

/** The one that the user last pressed a key or a button in. */
export function documentInUse(): Document {
  return inUse;
}

/** Where the panels go; null while there is no second window. */
export function secondRoot(): HTMLElement | null {
  return opened?.document.getElementById(ROOT_ID) ?? null;
}

/** Opens the second window, or closes it. To be called from a key or a button: browsers allow no window otherwise. */
export function toggleSecond(): void {
  if (opened) {
    closeSecond();
    return;
  }
  opened = window.open('', '_blank', `popup,width=${WIDTH_PX},height=${HEIGHT_PX}`);
  state.secondBlocked = opened === null;
  if (!opened) return;
  furnish(opened.document);
  opened.addEventListener('pagehide', closeSecond);
  window.addEventListener('pagehide', closeAtOnce);
  state.second = true;
  say(t('announcement.secondOpened'));
}

/** Closes the window; its panels come back. */
export function closeSecond(): void {
  if (!opened) return;
  const closing = opened;
  opened = null;
  inUse = document;
  observer?.disconnect();
  window.removeEventListener('pagehide', closeAtOnce);
  closing.removeEventListener('pagehide', closeSecond);
  state.second = false;
  // The panels leave its document first.
  setTimeout(() => closing.close());
  say(t('announcement.secondClosed'));
}

/** The first window goes: nothing would draw into the second. */
function closeAtOnce(): void {
  const closing = opened;
  closeSecond();
  closing?.close();
}

function furnish(page: Document): void {
  const root = page.createElement('div');
  root.id = ROOT_ID;
  page.body.append(root);
  observer = new MutationObserver(() => dress(page));
  observer.observe(document.documentElement, { attributes: true, attributeFilter: [...MIRRORED] });
  observer.observe(document.head, { childList: true });
  dress(page);
  for (const each of [page, document]) each.addEventListener('pointerdown', used, true);
  for (const each of [page, document]) each.addEventListener('keydown', used, true);
}

function used(event: Event): void {
  inUse = event.currentTarget as Document;
}

/** Gives the page the theme, the language and the style sheets of this one; sheets that are fetched later too. */
function dress(page: Document): void {
  for (const name of MIRRORED) page.documentElement.setAttribute(name, document.documentElement.getAttribute(name) ?? '');
  const known = new Set([...page.head.querySelectorAll('link')].map((link) => link.href));
  for (const sheet of document.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (known.has(sheet.href)) continue;
    const link = page.createElement('link');
    link.rel = 'stylesheet';
    link.href = sheet.href;
    page.head.append(link);
  }
  // Only the development server writes sheets into the page.
  const written = [...document.head.querySelectorAll('style')].slice(page.head.querySelectorAll('style').length);
  for (const style of written) page.head.append(style.cloneNode(true));
}
