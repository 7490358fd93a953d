/** What the shell keeps of a visit to the screener: its last data for times without a network, and the screens that were used. */
import { subscribeKey } from 'valtio/utils';
import { engine } from './screener/state/engine.ts';
import { state } from './screener/state/store.ts';
import { keepLastData } from './shell/offline.ts';
import { rememberScreen } from './shell/recent.ts';
import { erasureCount } from './shell/storage.ts';

/** A screen that stays unchanged for so long has been used. */
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
