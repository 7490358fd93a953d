/** A second window for the panels or a view. The first window renders into it, so both share one state, one engine and one undo history. */
import { t } from '../../shell/i18n.ts';
import { say, state } from '../state/store.ts';

/** Initial size in pixels. */
const WIDTH_PX = 860;
const HEIGHT_PX = 1000;

/** Kept, since the global is gone for a timer that outlives the page of a unit test. */
const first = document;
let opened: Window | null = null;
let inUse: Document = first;

/** Documents of all open windows. */
export function documents(): readonly Document[] {
  return opened ? [first, opened.document] : [first];
}

/** The document with the latest key press or click. */
export function documentInUse(): Document {
  return inUse;
}

/** The second window's document, or null. */
export function secondPage(): Document | null {
  return opened?.document ?? null;
}

/** Opens or closes the second window. Call from a key or click handler: browsers block it otherwise. */
export function toggleSecond(): void {
  if (opened) closeSecond();
  else if (open('panels')) say(t('announcement.secondOpened'));
}

/** Moves the present view into the second window, which is opened if needed. */
export function sendView(): void {
  const { shown } = state.view;
  if (shown === 'table' || shown === state.second) say(t('announcement.noRoom'));
  else if (opened || open(shown)) {
    state.second = shown;
    say(t('announcement.viewSent', { view: t(`view.${shown}`) }));
  }
}

function open(what: Exclude<typeof state.second, null>): boolean {
  opened = window.open('', '_blank', `popup,width=${WIDTH_PX},height=${HEIGHT_PX}`);
  state.secondBlocked = opened === null;
  if (!opened) return false;
  opened.addEventListener('pagehide', closeSecond);
  window.addEventListener('pagehide', closeAtOnce);
  state.second = what;
  return true;
}

/** Closes the window; its contents return to the first. */
export function closeSecond(): void {
  if (!opened) return;
  const closing = opened;
  opened = null;
  inUse = document;
  window.removeEventListener('pagehide', closeAtOnce);
  closing.removeEventListener('pagehide', closeSecond);
  const view = state.second === 'panels' ? null : state.second;
  state.second = null;
  // React must unmount its contents first.
  setTimeout(() => closing.close());
  if (!view) say(t('announcement.secondClosed'));
  else if (view === state.view.shown) say(t('announcement.viewBack', { view: t(`view.${view}`) }));
}

/** When the first window closes, nothing would render the second. */
function closeAtOnce(): void {
  const closing = opened;
  closeSecond();
  closing?.close();
}

/** Called on every key press and click. */
export function used(event: Event): void {
  inUse = event.currentTarget as Document;
}
