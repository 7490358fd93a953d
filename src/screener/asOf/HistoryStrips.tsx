import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { Button } from '../controls/buttons.tsx';
import { Strip } from '../controls/Strip.tsx';
import { engine } from '../state/engine.ts';
import { presentDate, state } from '../state/store.ts';

/** Errors of the history. */
export function HistoryStrips() {
  const t = useT();
  const { history, steps } = useSnapshot(state);
  // Today's data does not need the history.
  const isDated = presentDate(steps) !== null;
  return (
    isDated &&
    history.reason !== null && (
      <Strip text={t('asOf.failed', { reason: history.reason })}>
        <Button onClick={() => engine().retryHistory()}>{t('failure.retry')}</Button>
      </Strip>
    )
  );
}
