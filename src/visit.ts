/** What the shell remembers of a visit to the screener: the last data for offline use, and the screens used. */
import { subscribeKey } from 'valtio/utils';
import { engine } from './screener/state/engine.ts';
import { state } from './screener/state/store.ts';
import { keepLastData } from './shell/offline.ts';
import { rememberScreen } from './shell/recent.ts';
import { erasureCount } from './shell/storage.ts';

/** A screen left unchanged for this long counts as used. */
const SETTLED_MS = 5000;

let settling: ReturnType<typeof setTimeout> | undefined;
let isKept = false;

/** Called once, when the screener has been loaded. */
export function followVisit(): void {
  subscribeKey(state, 'universe', ({ loading, failure }) => {
    if (isKept || loading || failure !== null) return;
    isKept = true;
    keepLastData((port) => engine().keep(port));
  });
  subscribeKey(state, 'steps', () => {
    clearTimeout(settling);
    const before = erasureCount();
    settling = setTimeout(() => {
      if (erasureCount() === before) rememberScreen(new URLSearchParams(location.search).get('s') ?? '');
    }, SETTLED_MS);
  });
}
