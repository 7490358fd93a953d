/** Going back to what a step gave: the grid, its headers and the counts show the rows behind it. */
import { t } from '../../shell/i18n.ts';
import { columnOf, say, state } from '../state/store.ts';
import { sentence } from './sentence.ts';
import { appliedEntries } from './standing.ts';

/** Shows the output of a step; of the one that is shown already, the result again. */
export function travelTo(key: number): void {
  const keys = appliedEntries(state.steps, columnOf).map((entry) => entry.key);
  const place = keys.indexOf(key);
  const entry = state.steps.find((each) => each.key === key);
  if (place < 0 || !entry) {
    say(t('announcement.noStep'));
    return;
  }
  // Behind the last step is the result itself.
  state.travelKey = state.travelKey === key || place === keys.length - 1 ? null : key;
  say(
    state.travelKey === null
      ? t('travel.ended')
      : t('travel.shown', { place: place + 1, total: keys.length, step: sentence(entry.step, columnOf) }),
  );
}
