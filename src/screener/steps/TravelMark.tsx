import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { Button } from '../controls/buttons.tsx';
import { change, columnOf, state } from '../state/store.ts';
import { sentence } from './sentence.ts';
import { appliedEntries } from './standing.ts';

/** Says that an earlier step's output is shown, and returns to the result. */
export function TravelMark() {
  const t = useT();
  const { travelKey, steps } = useSnapshot(state);
  if (travelKey === null) return null;
  const applied = appliedEntries(steps, columnOf);
  const place = applied.findIndex((entry) => entry.key === travelKey);
  const entry = applied[place];
  if (!entry) return null;
  return (
    <p className="strip travel-mark">
      <span>{t('travel.shown', { place: place + 1, total: applied.length, step: sentence(entry.step, columnOf) })}</span>
      <Button onClick={() => change({ travelKey: null })}>{t('travel.back')}</Button>
    </p>
  );
}
