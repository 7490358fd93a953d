import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { engine } from '../state/engine.ts';
import { presentDate, state } from '../state/store.ts';
import { megabytesText } from '../state/words.ts';

/** Columns of the history that are on their way, and what could not be had of it. */
export function HistoryStrips() {
  const t = useT();
  const { history, fetching, steps } = useSnapshot(state);
  // Whoever looks at the data of today has nothing to wait for.
  const isDated = presentDate(steps) !== null;
  return (
    <>
      {isDated && fetching && (
        <p className="strip" role="status">
          <span>{t('asOf.fetching', { done: megabytesText(fetching.done), total: megabytesText(fetching.total) })}</span>
          <progress value={fetching.done} max={fetching.total || 1} aria-label={t('asOf.fetching', { done: '', total: '' })} />
        </p>
      )}
      {isDated && history.reason !== null && (
        <p className="strip" role="alert">
          <span>{t('asOf.failed', { reason: history.reason })}</span>
          <button type="button" className="button" onClick={() => engine().retryHistory()}>
            {t('failure.retry')}
          </button>
        </p>
      )}
    </>
  );
}
