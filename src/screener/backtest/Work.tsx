import { useT } from '../../shell/i18n.ts';
import { Button, QuietButton } from '../controls/buttons.tsx';
import { wholeText } from '../state/words.ts';
import type { RunAnswer } from './useRunAnswer.ts';

const PERCENT = 100;

interface WorkProps {
  readonly asked: RunAnswer<unknown>;
  /** Label of the start button; omitted where the work starts by itself. */
  readonly action?: string;
}

/** Starts work that takes seconds, shows its progress, and cancels it. */
export function Work({ asked: { share, fault, start, cancel }, action }: WorkProps) {
  const t = useT();
  if (fault !== null) {
    return (
      <span className="work">
        <span className="warn" role="alert">
          {fault}
        </span>
        <QuietButton onClick={start}>{t('failure.retry')}</QuietButton>
      </span>
    );
  }
  if (share === null) {
    return action === undefined ? null : <Button onClick={start}>{action}</Button>;
  }
  const label = t('backtest.working', { percent: wholeText(share * PERCENT) });
  return (
    <span className="work">
      <progress value={share} max={1} aria-label={label} />
      <QuietButton onClick={cancel}>{t('export.cancel')}</QuietButton>
    </span>
  );
}
