/**
 * A second window for the panels or for a view, for those with a second screen. It has no page and no engine of its own: the first window
 * renders into it, so both show the one state, and an undo in either is the same undo.
 */
import { t } from '../../shell/i18n.ts';
import { say, state } from '../state/store.ts';

/** Size that the window is asked to have, in pixels; the user's own placing comes after. */
const WIDTH_PX = 860;
const HEIGHT_PX = 1000;

let opened: Window | null = null;
let inUse: Document = document;

/** The documents of all windows that are open. */
export function documents(): readonly Document[] {
  return opened ? [document, opened.document] : [document];
}

/** The one that the user last pressed a key or a button in. */
export function documentInUse(): Document {
  return inUse;
}

/** The document of the second window; null while there is none. */
export function secondPage(): Document | null {
  return opened?.document ?? null;
}

/** Opens the second window, or closes it. To be called from a key or a button: browsers allow no window otherwise. */
export function toggleSecond(): void {
  if (opened) closeSecond();
  else if (open('panels')) say(t('announcement.secondOpened'));
}

/** Puts the view that is shown into the second window, which is opened unless it is there. */
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

/** Closes the window; what was in it comes back. */
export function closeSecond(): void {
  if (!opened) return;
  const closing = opened;
  opened = null;
  inUse = document;
  window.removeEventListener('pagehide', closeAtOnce);
  closing.removeEventListener('pagehide', closeSecond);
  const view = state.second === 'panels' ? null : state.second;
  state.second = null;
  // What was in it leaves its document first.
  setTimeout(() => closing.close());
  if (!view) say(t('announcement.secondClosed'));
  else if (view === state.view.shown) say(t('announcement.viewBack', { view: t(`view.${view}`) }));
}

/** The first window goes: nothing would draw into the second. */
function closeAtOnce(): void {
  const closing = opened;
  closeSecond();
  closing?.close();
}

/** The user has pressed a key or a button in a window. */
export function used(event: Event): void {
  inUse = event.currentTarget as Document;
}
