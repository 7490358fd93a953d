import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { state } from '../state/store.ts';
import { isoDayText, wholeText } from '../state/words.ts';

/** Says that the rows are inside the hold-out and how often it was opened. */
export function Looks() {
  const t = useT();
  const { history, looks } = useSnapshot(state);
  if (looks === null) return null;
  return (
    <span className="looks">
      {`${t('backtest.holdOut', { date: isoDayText(history.holdOut ?? '') })}: ${t('backtest.holdOutOpen', { looks: wholeText(looks) })}`}
    </span>
  );
}
