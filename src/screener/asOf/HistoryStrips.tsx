import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { engine } from '../state/engine.ts';
import { presentDate, state } from '../state/store.ts';

/** What could not be had of the history. */
export function HistoryStrips() {
  const t = useT();
  const { history, steps } = useSnapshot(state);
  // Whoever looks at the data of today has nothing to wait for.
  const isDated = presentDate(steps) !== null;
  return (
    isDated &&
    history.reason !== null && (
      <p className="strip" role="alert">
        <span>{t('asOf.failed', { reason: history.reason })}</span>
        <button type="button" className="button" onClick={() => engine().retryHistory()}>
          {t('failure.retry')}
        </button>
      </p>
    )
  );
}
