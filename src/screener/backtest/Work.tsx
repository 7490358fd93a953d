import { useT } from '../../shell/i18n.ts';
import { wholeText } from '../state/words.ts';
import type { Asked } from './useAsked.ts';

const PERCENT = 100;

interface WorkProps {
  readonly asked: Asked<unknown>;
  /** What starts it; left out where it starts by itself. */
  readonly action?: string;
}

/** Starts work of some seconds, tells how far it is, and cancels it. */
export function Work({ asked: { share, fault, start, cancel }, action }: WorkProps) {
  const t = useT();
  if (fault !== null) {
    return (
      <span className="work">
        <span className="warn" role="alert">
          {fault}
        </span>
        <button type="button" className="quiet-button" onClick={start}>
          {t('failure.retry')}
        </button>
      </span>
    );
  }
  if (share === null) {
    return action === undefined ? null : (
      <button type="button" className="button" onClick={start}>
        {action}
      </button>
    );
  }
  const label = t('backtest.working', { percent: wholeText(share * PERCENT) });
  return (
    <span className="work">
      <progress value={share} max={1} aria-label={label} />
      <button type="button" className="quiet-button" onClick={cancel}>
        {t('export.cancel')}
      </button>
    </span>
  );
}
