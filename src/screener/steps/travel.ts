/** Shows the output of an earlier step in grid, headers and counts. */
import { t } from '../../shell/i18n.ts';
import { columnOf, say, state } from '../state/store.ts';
import { sentence } from './sentence.ts';
import { appliedEntries } from './standing.ts';

/** Shows a step's output; the final result if it is already shown. */
export function travelTo(key: number): void {
  const keys = appliedEntries(state.steps, columnOf).map((entry) => entry.key);
  const place = keys.indexOf(key);
  const entry = state.steps.find((each) => each.key === key);
  if (place < 0 || !entry) {
    say(t('announcement.noStep'));
    return;
  }
  // The last step's output is the result.
  state.travelKey = state.travelKey === key || place === keys.length - 1 ? null : key;
  say(
    state.travelKey === null
      ? t('travel.ended')
      : t('travel.shown', { place: place + 1, total: keys.length, step: sentence(entry.step, columnOf) }),
  );
}
